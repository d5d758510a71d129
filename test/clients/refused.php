<?php
// Calls the service as an old program does: once with success, and once with a list that is not there.
[, $wsdl, $username, $password, $list] = $argv;
$client = new SoapClient($wsdl, ['trace' => true, 'cache_wsdl' => WSDL_CACHE_NONE]);
$credentials = ['strUsername' => $username, 'strPassword' => $password];
$client->GetMailingLists($credentials);
$answer = $client->InsertSubscriber($credentials + [
    'strEmail' => 'greta@private.test', 'strName' => 'Greta Garbo', 'strFormat' => 'HTML',
    'strCountryCode' => '46', 'strPhoneNumber' => '701234567', 'strMailingListID' => $list,
]);
echo $answer->InsertSubscriberResult;
