/**
 * The commands about what came back, run as a user runs them: lists, release, judging again and
 * taking that back, complaints, mailboxes.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { complaint, type Inbound, inboundSetup, report } from '../support/inbound.ts'
import { SECRET } from '../support/sending.ts'
import { databaseUrl } from '../support/worker-process.ts'
import { newFolder, pennypost } from './setup.ts'

let inbound: Inbound
let sendingId: number
let env: Record<string, string>
const run = (args: string[], input = '') => pennypost(args, { env, input })
const json = async (...args: string[]) => {
  const { code, out, err } = await run([...args, '--json'])
  assert.equal(code, 0, err)
  return out.trim() === ''
    ? []
    : out.startsWith('{\n') || out.startsWith('[')
      ? JSON.parse(out)
      : out
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
}
const fails = async (args: string[], says: RegExp, input = '') => {
  const { code, out, err } = await run(args, input)
  assert.match(err, says)
  assert.deepEqual([code, out, err.trimEnd().split('\n').length], [1, '', 1])
}

before(async () => {
  inbound = await inboundSetup({ people: 8 })
  env = { DATABASE_URL: databaseUrl(inbound.connection), DATA_DIR: newFolder(), SECRET_KEY: SECRET }
  sendingId = await inbound.accepted()
  await inbound.deliver(
    report('5.1.1', '550 5.1.1 unknown', 'p1@example.test'),
    inbound.returnPath(sendingId, 1),
  )
  await inbound.deliver(
    report('5.2.2', '552 5.2.2 full', 'p2@example.test'),
    inbound.returnPath(sendingId, 2),
  )
  await inbound.deliver(
    complaint(`<${inbound.tokensOf(sendingId, 3).messageId}@x.test>`),
    inbound.returnPath(sendingId, 3),
  )
  await inbound.judged()
})
after(() => inbound.close())

describe('pennypost bounce', () => {
  test('list shows what came back, newest first, by kind, address and sending; show prints the message', async () => {
    const rows: { id: number; email: string; kind: string; sendingId: number }[] = await json(
      'bounce',
      'list',
    )
    assert.deepEqual(
      rows.map(({ email, kind, sendingId: of }) => [email, kind, of]),
      [
        ['p3@example.test', 'complaint', sendingId],
        ['p2@example.test', 'soft', sendingId],
        ['p1@example.test', 'hard', sendingId],
      ],
    )
    assert.deepEqual((await json('bounce', 'list', '--kind', 'hard')).length, 1)
    assert.deepEqual(
      (await json('bounce', 'list', '--email', 'P2@example.test', '--sending', String(sendingId)))
        .length,
      1,
    )
    assert.deepEqual(await json('bounce', 'list', '--since', '2100-01-01'), [])
    const { out } = await run(['bounce', 'list'])
    assert.match(
      out,
      /^\d+ {2}\S+ {2}p1@example\.test {2}hard\/bad-mailbox {2}550 5\.1\.1 unknown$/m,
    )
    const shown = await run(['bounce', 'show', String(rows[2]!.id)])
    assert.match(shown.out, /^From: MAILER-DAEMON@mx\.example\.test\r\n[\s\S]*Status: 5\.1\.1/)
    await fails(['bounce', 'show', '999'], /There is no bounce 999, or/)
    assert.equal((await run(['bounce', 'list', '--kind', 'heavy'])).code, 2)
  })

  test('set-aside shows what was never judged, and has it judged', async () => {
    assert.match((await run(['bounce', 'set-aside'])).out, /^No message was set aside\.$/m)
    const to = inbound.returnPath(sendingId, 7)
    await inbound.ask(
      `insert into inbound_messages (account_id, id, envelope_from, envelope_to, came_for, size, \
content, digest, state)
      select a.account_id, 900, '', $1, 'bounce', 9, 'Subject: x', 'd', \
'unreadable' from (values (0), (${inbound.accountId})) a (account_id)`,
      [to],
    )
    await inbound.ask(
      'insert into inbound_judgings (account_id, message_id, begun) values ' +
        `(${inbound.accountId}, 900, 3)`,
    )
    const rows = await json('bounce', 'set-aside')
    assert.deepEqual(
      rows.map(({ id, whose, begun }: Record<string, unknown>) => [id, whose, begun]),
      [
        [900, 'account', 3],
        [900, 'nobody', 0],
      ],
    )
    assert.match((await run(['bounce', 'set-aside'])).out, /begun 3 times and never ended/)
    assert.match(
      (await run(['bounce', 'set-aside', '--judge'])).out,
      /^The service judges 2 messages again\.$/m,
    )
    await inbound.judged()
    assert.deepEqual(await inbound.ask('select * from inbound_judgings'), [])
    await inbound.ask('delete from inbound_messages where id = 900')
  })

  test('rejudge shows, changes, and takes back: ledger, person and complaint', async () => {
    const before = await facts()
    assert.match((await run(['bounce', 'rejudge'])).out, /^3 messages: nothing is different\.$/m)
    // As if the rules of the day had thought otherwise: a hard one taken for none, a soft one for
    // hard, a complaint missed.
    await inbound.ask(
      "update bounces set kind = 'none', class = 'auto-reply' where subscriber_id = 1",
    )
    await inbound.ask(
      "update bounces set kind = 'hard', class = 'bad-mailbox' where subscriber_id = 2",
    )
    await inbound.ask('delete from bounces where subscriber_id = 3')
    await inbound.ask(
      "update deliveries set state = 'accepted', reply = '250 2.0.0 Ok', reason = null " +
        'where id = 1',
    )
    await inbound.ask(
      'update subscribers set undeliverable_since = null, undeliverable_reason = null where id = 1',
    )
    await inbound.ask(
      "update subscribers set undeliverable_since = now(), undeliverable_reason = 'x' where id = 2",
    )
    await inbound.ask(
      'update subscribers set complained_at = null, opted_out_at = null where id = 3',
    )
    await inbound.ask('delete from opt_outs')
    const wrong = await facts()
    const shown = await run(['bounce', 'rejudge'])
    assert.match(shown.out, /^p1@example\.test: no bounce -> hard\/bad-mailbox$/m)
    assert.match(shown.out, /^p2@example\.test: hard\/bad-mailbox -> soft\/mailbox-full$/m)
    assert.match(shown.out, /^p3@example\.test: no bounce -> complaint\/abuse-report$/m)
    assert.match(shown.out, /3 would be different. To change it: --apply$/m)
    assert.deepEqual(await facts(), wrong)
    const applied = await run(['bounce', 'rejudge', '--apply'])
    const [, runId] = /bounce undo (\d+)$/m.exec(applied.out)!
    assert.deepEqual(await facts(), before)
    assert.match((await run(['bounce', 'undo', runId!])).out, /^3 bounces as before run \d+\.$/m)
    const log = (await run(['audit', 'list', '--kind', 'bounce', '--json'])).out
    assert.match(log, /bounce\.undo-rejudge[\s\S]*bounce\.rejudge/)
    const undone = await facts()
    assert.deepEqual(undone.people, [
      [null, null, null],
      ['bad-mailbox: 552 5.2.2 full', null, null],
      [null, null, null],
    ])
    assert.deepEqual(undone.ledger, wrong.ledger)
    await fails(['bounce', 'undo', runId!], /undone before/)
    await fails(['bounce', 'undo', '99'], /no run 99/)
    await run(['bounce', 'rejudge', '--apply'])
    assert.deepEqual(await facts(), before)
  })

  const facts = async () => ({
    people: await inbound.ask(
      `select undeliverable_reason, case when complained_at is not null then 'complained' end, \
case when opted_out_at is not null then 'out' end
       from subscribers where id <= 3 order by id`,
    ),
    ledger: await inbound.ask(
      'select id, state, reply, reason from deliveries where id <= 3 order by id',
    ),
  })
})

test('suppression: who is held back, and one is released until the next bounce', async () => {
  const [one] = await json('suppression', 'list')
  assert.deepEqual(
    [one.email, one.until, one.reason],
    ['p1@example.test', null, 'bad-mailbox: 550 5.1.1 unknown'],
  )
  assert.match(
    (await run(['suppression', 'release', 'P1@example.test'])).out,
    /^P1@example\.test is sent emails again\.$/m,
  )
  assert.match((await run(['suppression', 'release', 'p1@example.test'])).out, /was not held back/)
  assert.match((await run(['suppression', 'list'])).out, /^The suppression list is empty/)
  await fails(
    ['suppression', 'release', 'nobody@example.test'],
    /No subscriber has the address nobody@example.test/,
  )
  // What was forgiven is not brought back by judging it again.
  await run(['bounce', 'rejudge', '--apply'])
  assert.equal((await inbound.person(1)).undeliverable, false)
  const next = await inbound.accepted()
  await inbound.deliver(
    report('5.1.1', '550 5.1.1 unknown still', 'p1@example.test'),
    inbound.returnPath(next, 1),
  )
  await inbound.judged()
  assert.equal((await inbound.person(1)).undeliverable, true)
})

test('holds: listed, released and confirmed', async () => {
  assert.match((await run(['bounce', 'holds'])).out, /^No bounces wait for a decision\.$/m)
  await inbound.ask(
    'insert into bounce_holds (account_id, id, domain_group, pattern, example) ' +
      "values ($1, 1, 'example.test', '# unknown', '550 5.1.1 unknown')",
    [inbound.accountId],
  )
  assert.match(
    (await run(['bounce', 'holds'])).out,
    /^ {3}1 {2}\S+ {2}example\.test {2}0 people\n {6}550 5\.1\.1 unknown\nTo send to them again/,
  )
  assert.match((await run(['status'])).out, /at example\.test by one reply wait for a decision/)
  assert.deepEqual(await json('bounce', 'release', '1'), {
    people: 0,
  })
  await fails(
    ['bounce', 'confirm', '1'],
    /^No hold 1 is open\. To see them: pennypost bounce holds/,
  )
})

test('complaints: by sending, list and route', async () => {
  const rows = await json('complaints')
  const { accepted, complaints, routeId } = rows.at(-1)
  assert.deepEqual([accepted, complaints, routeId], [8, 1, 7])
  const { out } = await run(['complaints'])
  assert.match(out, /By route:\n {2}7: /, 'a removed route has no name')
  assert.match(out, /By sending:\n {2}\d+ News: .*\n[\s\S]*1 of 8 emails, 12\.50 %/)
  await inbound.ask("insert into routes (id, name, sealed_url, priority) values (7, 'eu', '', 1)")
  assert.match((await run(['complaints'])).out, /By route:\n {2}eu: /)
  await inbound.ask('delete from routes where id = 7')
})

test('mailboxes: added sealed, listed without the password, tried, removed', async () => {
  const added = await run(
    ['inbox', 'add', '--every', '120'],
    'imaps://bo:hemligt@127.0.0.1:1/Bounces\n',
  )
  assert.match(added.out, /^The mailbox 1, imaps:\/\/bo@127\.0\.0\.1:1\/Bounces, is fetched from\./)
  const [[sealed]] = (await inbound.ask('select sealed_url from inboxes')) as [[string]]
  assert.doesNotMatch(sealed, /hemligt/)
  assert.match(
    (await run(['inbox', 'list'])).out,
    /^1 {2}imaps:\/\/bo@127\.0\.0\.1:1\/Bounces {2}every 120 s, /,
  )
  await fails(['inbox', 'check', '1'], /can't be read: 127\.0\.0\.1:1: .*ECONNREFUSED/)
  await fails(
    ['inbox', 'add', '--url', 'imaps://bo:hemligt@127.0.0.1:1/Bounces'],
    /already fetched from/,
  )
  await fails(['inbox', 'add', '--url', 'http://x'], /must begin with imaps/)
  await fails(
    ['inbox', 'add', '--url', 'imaps://a:b@c', '--every', '1'],
    /^everySeconds: It must be at least 10\./,
  )
  await fails(['inbox', 'check', '9'], /no mailbox 9\. To see them: pennypost inbox list/)
  assert.equal((await run(['inbox', 'remove', '1', '--yes'])).code, 0)
  await fails(['inbox', 'remove', '1'], /no mailbox 1\. To see them: pennypost inbox list/)
  assert.match((await run(['inbox', 'list'])).out, /There are no mailboxes/)
})
