<?php
// The scenario with PHP's SoapClient. Arguments: address, what is given as JSON, version of SOAP (1.1 or 1.2).
// DataSets are read as programs of old do: the text of the diffgram through simplexml, columns by name.
[, $url, $json, $version] = $argv;
$given = json_decode($json, true);
$client = new SoapClient("$url?WSDL", [
    'soap_version' => $version === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
]);

function call(string $name, array $args = [], ?array $credentials = null) {
    global $client, $given;
    $args += $credentials ?? ['strUsername' => $given['username'], 'strPassword' => $given['password']];
    return $client->$name($args)->{"{$name}Result"};
}

function rows($dataSet, string $table, array $columns): array {
    $rows = [];
    foreach (simplexml_load_string("<all>{$dataSet->any}</all>")->xpath("//$table") as $row) {
        $cells = [];
        foreach ($columns as $column) $cells[] = isset($row->$column) ? (string)$row->$column : null;
        $rows[] = $cells;
    }
    return $rows;
}

['first' => $first, 'second' => $second] = $given;
$played = [];
// Each operation is there once for each port.
$played['operations'] = count(array_unique(array_map(
    fn($signature) => preg_replace('/^\w+ (\w+)\(.*$/s', '$1', $signature),
    $client->__getFunctions(),
)));
$list = call('InsertMailingList', [
    'strListName' => "PHP $version", 'strFromName' => 'Shop', 'strFromEmail' => 'shop@example.test',
    'strDescription' => '', 'strCharacterSet' => 'utf-8',
]);
$insertFirst = fn() => call('InsertSubscriber', [
    'strEmail' => $first['email'], 'strName' => $first['name'], 'strFormat' => $first['format'],
    'strCountryCode' => $first['country'], 'strPhoneNumber' => $first['phone'], 'strMailingListID' => $list,
]);
$played['list'] = $list;
$played['ids'] = [$insertFirst(), call('InsertSubscriberWithDemData', [
    'strMailingListID' => $list, 'strEmail' => $second['email'], 'strName' => $second['name'], 'strCountryCode' => '',
    'strPhoneNumber' => '', 'strFormat' => '', 'strDatafields' => $second['fields'], 'strDatavalues' => $second['values'],
])];
$page = fn($index) => rows(
    call('GetPagedSubscribers', ['strMailingListId' => $list, 'pageIndex' => $index, 'pageSize' => 10]),
    'Subscriber',
    ['SubscriberID', 'Email', 'Name', 'Format', 'CountryCode', 'dd1', 'dd2'],
);
$played['page'] = $page(1);
$played['beyond'] = $page(2);
$played['moved'] = call('MoveSubscriberToOptOutAll', ['strEmail' => $first['email'], 'strReason' => $given['reason']]);
$played['refused'] = $insertFirst();
$played['optOuts'] = rows(call('GetOptOutAll'), 'OptOutAll', ['Email', 'Name', 'Reason']);
try {
    call('GetMailingLists', [], ['strUsername' => $given['username'], 'strPassword' => 'wrong']);
} catch (SoapFault $fault) {
    $played['fault'] = $fault->getMessage();
}
echo json_encode($played);
