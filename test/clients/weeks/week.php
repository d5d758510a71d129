<?php
// A shop's week by the generated client for PHP.
foreach (glob(getenv('CLIENT') . '/src/*.php') as $file) {
    require_once $file;
}

$pennypost = new Pennypost\Pennypost(getenv('URL'), getenv('KEY'));
$refusal = static function (callable $call): ?array {
    try {
        $call();
    } catch (Pennypost\PennypostError $error) {
        return [$error->status, $error->reason, $error->field];
    }
    return null;
};

$list = $pennypost->lists->create(['name' => 'Customers', 'fromEmail' => 'shop@example.test']);
$rows = array_map(
    static fn ($name) => ['email' => "$name@example.test", 'name' => $name],
    ['ada', 'bo', 'cy'],
);
$batch = $pennypost->subscribers->batch(['listId' => $list['id'], 'rows' => $rows]);
$ada = ['email' => 'ada@example.test', 'name' => 'Ada', 'listId' => $list['id']];
$upserted = $pennypost->subscribers->setByAddress($ada);
$pennypost->optOuts->create(['email' => 'bo@example.test', 'reason' => 'too much']);
$names = [];
$after = null;
do {
    $query = ['listId' => $list['id'], 'limit' => 1, 'after' => $after];
    $page = $pennypost->subscribers->list($query);
    $names = [...$names, ...array_column($page['items'], 'name')];
    $after = $page['next'];
} while ($after !== null);
sort($names);
$first = ['name' => 'Blue', 'fromEmail' => 'shop@example.test'];
$blue = $pennypost->lists->create($first, idempotencyKey: 'blue');
$again = $pennypost->lists->create($first, idempotencyKey: 'blue');
$identifier = 'order-' . getenv('WEEK');
$email = $pennypost->emails->create([
    'from' => 'shop@example.test',
    'to' => ['ada@example.test'],
    'subject' => 'Order 1001',
    'text' => 'Thank you',
    'identifier' => $identifier,
]);
$emails = $pennypost->emails->list(['identifier' => $identifier])['items'];
$exported = $pennypost->lists->export($list['id'], ['unsubscribed' => true]);
$pennypost->lists->remove($blue['id']);
$long = ['name' => str_repeat('x', 300), 'fromEmail' => 'a@b.test'];
echo json_encode([
    'outcomes' => count($batch['items']),
    'created' => $upserted['created'],
    'names' => $names,
    'repeated' => $again['id'] === $blue['id'],
    'emails' => array_map(static fn ($one) => $one['id'] === $email['id'], $emails),
    'exported' => array_map(
        static fn ($text) => str_contains($exported, $text),
        ['ada@example.test', 'cy@example.test'],
    ),
    'removed' => null,
    'gone' => $refusal(static fn () => $pennypost->lists->get($blue['id'])),
    'wrong' => $refusal(static fn () => $pennypost->lists->create($long)),
]);
