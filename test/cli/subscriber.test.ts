/** `pennypost subscriber`, run as a user runs it. */
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'
import { pennypost } from './setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(6)
  const { rows, json } = setup
  await rows(
    "update subscribers set fields = array['Lund', '', '43'], phone = '0701', name = 'Ada " +
      "Öberg' where id = 1",
  )
  await json(['field', 'edit', 'DD1', '--name', 'City'])
  await json(['test-group', 'add', 'office', 'P1@example.test'])
  await rows(
    'insert into sandbox_messages (account_id, id, source_kind, source_id, delivery_id, ' +
      "envelope_from, email, subject, content) values (1, 9, 1, 5, 1, '', 'p1@example.test', " +
      "'News', '')",
  )
  await rows(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at)
     values (1, 5, 1, 1, '{"subject":"Spring"}', 'finished', now(), now())`,
  )
  await rows(
    'insert into deliveries (account_id, source_kind, source_id, id, email, state, reply) ' +
      "values (1, 1, 5, 1, 'p1@example.test', 'accepted', '250 2.0.0 <p1@example.test> fine')",
  )
  await rows(
    'insert into imports (account_id, id, list_id, name, options, state) values (1, 3, 1, ' +
      '$$customers.csv$$, $${}$$, 2)',
  )
  await rows(
    'insert into import_parts (account_id, import_id, part, moment, subscribed_at, created, ' +
      "joined, met) values (1, 3, 1, now(), now(), '\\x01', '\\x', '\\x02')",
  )
  await rows(
    'insert into import_old_values (account_id, import_id, subscriber_id, name, format, ' +
      "country_code, phone, fields, updated_at) values (1, 3, 1, 'Old Ada', 'html', '', '', " +
      "'{Ystad}', now())",
  )
  await rows(
    'insert into import_rejects (account_id, import_id, number, line, reason, raw) values ' +
      "(1, 3, 1, 7, 'email', 'P1@example.test;;x')",
  )
  await rows(
    `insert into inbound_messages (account_id, id, envelope_from, envelope_to, came_for, size, \
content, digest, state)
     values (1, 1, '', 'b+x@mail.example', 'bounce', 9, 'To: <p1@example.test> is gone', 'd', \
'judged'), (1, 2, 'P1@example.test', 'u@mail.example', 'mailbox', 9, 'Hi', 'e', 'new')`,
  )
  await rows(
    `insert into bounces (account_id, id, message_id, source_kind, source_id, delivery_id, \
subscriber_id, email, kind, class, reply, rule, identity, received_at)
     values (1, 1, 1, 1, 5, 1, 1, 'p1@example.test', 'soft', 'mailbox-full', \
'452 4.2.2 <p1@example.test> is full', 'r', 'token', now())`,
  )
  await rows(
    'insert into engagements (account_id, source_kind, source_id, delivery_id, views, ' +
      'clicks) values (1, 1, 5, 1, 3, 1)',
  )
  await rows(
    'insert into import_documents (account_id, import_id, part, bytes) values (1, 3, 0, ' +
      "'p1@example.test')",
  )
})
after(() => setup.drop())

test('a missing argument ends with 2', async () => {
  assert.equal((await pennypost(['subscriber', 'show'])).code, 2)
})

test('search finds by address at once, by other words when they are written, and says what to give', async () => {
  const found = await setup.run(['subscriber', 'search', 'P1@exam'])
  assert.match(found.out, / 1 {2}p1@example\.test {2}Ada Öberg/i)
  const short = await setup.run(['subscriber', 'search', 'p1'])
  assert.equal(short.code, 1)
  assert.match(short.err, /three letters/)
  const none = await setup.json(['subscriber', 'search', 'nobody'])
  assert.deepEqual([none.items, none.more], [[], false])
})

describe('subscriber show and export', () => {
  test('say what is known, for people', async () => {
    const { out, code, err } = await setup.run(['subscriber', 'show', 'P1@example.test'])
    assert.equal(code, 0, err)
    assert.match(out, /^Address: {7}p1@example\.test\nSubscriber: {4}1\nName: {10}Ada Öberg\n/)
    assert.match(out, /^City: {10}Lund\nDD3: {11}43$/m)
    assert.match(out, /^Lists:\n {7}1 {2}Customers, since 20/m)
    assert.match(out, /^ {2}sending 5 .* accepted {2}Spring {2}\[250 2\.0\.0/m)
    assert.match(out, /^Test groups: {3}office$/m)
    assert.match(out, /^Seen: {10}3 opens, 1 click$/m)
    assert.match(out, /^Came back: .* soft \(mailbox-full\) {2}452 4\.2\.2 </m)
    assert.match(out, /^Import 3: .*made, former values kept for undo {2}customers\.csv$/m)
  })

  test('as JSON hold everything, in a file of one’s own when asked', async () => {
    const known = await setup.json(['subscriber', 'export', 'p1@example.test'])
    assert.deepEqual(known.subscriber.fields, { City: 'Lund', DD3: '43' })
    assert.deepEqual(
      [known.lists[0].name, known.lists[0].unsubscribed, known.testGroups],
      ['Customers', null, ['office']],
    )
    assert.deepEqual([known.deliveries[0].sendingId, known.deliveries[0].state], [5, 'accepted'])
    assert.deepEqual(
      [known.sandboxMessages[0].id, known.imports[0].did, known.imports[0].rejectedRows],
      [9, ['made'], 1],
    )
    assert.equal(known.imports[0].before.name, 'Old Ada')
    assert.deepEqual(await setup.json(['subscriber', 'show', 'p1@example.test']), known)
    assert.deepEqual(await setup.json(['subscriber', 'show', String(known.subscriber.id)]), known)
    const { out } = await setup.run([
      'subscriber',
      'export',
      'p1@example.test',
      '--output',
      'ada.json',
    ])
    assert.equal(out, 'Everything known of p1@example.test is in ada.json.\n')
    const file = join(setup.folder, 'ada.json')
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), known)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    await setup.fails(
      ['subscriber', 'export', 'p1@example.test', '--output', 'ada.json'],
      /^There is a file ada\.json already\.\n$/,
    )
    await setup.fails(
      ['subscriber', 'export', 'p1@example.test', '--output', 'no/ada.json'],
      /^no\/ada\.json can't be written/,
    )
  })

  test('an unknown person, and an invalid address', async () => {
    await setup.fails(
      ['subscriber', 'show', 'nobody@example.test'],
      /^Nothing is known of nobody@example\.test in this account\.\n$/,
    )
    await setup.fails(
      ['subscriber', 'erase', 'e', '--yes'],
      /^Nothing is known of "e" in this account\.\n$/,
    )
  })
})

describe('subscriber erase', () => {
  test('asks, and does nothing without a yes', async () => {
    await setup.fails(
      ['subscriber', 'erase', 'p1@example.test'],
      /1 email\. .*not stored.* add --yes to go on\. Nothing was changed\.\n$/,
    )
    assert.equal((await setup.rows('select 1 from subscribers')).length, 6)
  })

  test('takes away what is readable, and leaves the totals', async () => {
    const { out } = await setup.run(['subscriber', 'erase', 'p1@example.test', '--yes'])
    assert.match(out, /^p1@example\.test is erased\. 1 email in sendings no longer name/)
    assert.match(out, /^The person had not opted out: the address can be added again\.$/m)
    assert.deepEqual(await setup.rows('select email, state, reply from deliveries'), [
      ['erased@erased.invalid', 'accepted', '250 2.0.0'],
    ])
    assert.deepEqual(await setup.rows('select raw, line::int from import_rejects'), [['', 7]])
    assert.deepEqual(await setup.rows('select email, kind, reply from bounces'), [
      ['erased@erased.invalid', 'soft', '452 4.2.2'],
    ])
    assert.deepEqual(
      await setup.rows(
        'select octet_length(content), envelope_from, state from inbound_messages order by id',
      ),
      [
        [0, '', 'judged'],
        [0, '', 'unreadable'],
      ],
    )
    for (const table of [
      'sandbox_messages',
      'test_groups',
      'import_old_values',
      'import_documents',
    ])
      assert.deepEqual(await setup.rows(`select 1 from ${table}`), [], table)
    await setup.fails(['subscriber', 'erase', 'p1@example.test', '--yes'], /^Nothing is known of/)
  })

  test('keeps out who has opted out, and with --opt-out anybody', async () => {
    const { json, run, fails, rows } = setup
    await json(['optout', 'add', 'p2@example.test', '--reason', 'p2@example.test rang'])
    const done = await json(['subscriber', 'erase', 'P2@example.test', '--yes'])
    assert.deepEqual(
      [
        done.keptOut,
        (await json(['subscriber', 'erase', 'p3@example.test', '--yes', '--opt-out'])).keptOut,
      ],
      [true, true],
    )
    assert.match(
      (await run(['subscriber', 'show', 'p2@example.test'])).out,
      /was erased after opting out, and is kept out/,
    )
    await fails(
      ['subscriber', 'erase', 'p2@example.test', '--yes'],
      /^p2@example\.test was erased before, and is kept out\.\n$/,
    )
    // A bounce that comes afterwards names the person again, and is taken out by erasing once more.
    await rows(`insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, \
identity, received_at)
      values (1, 7, 2, 'p2@example.test', 'hard', 'no-such-user', 'r', 'token', now())`)
    assert.equal((await run(['subscriber', 'erase', 'p2@example.test', '--yes'])).code, 0)
    assert.deepEqual(await rows('select email from bounces where id = 7'), [
      ['erased@erased.invalid'],
    ])
    await json(['optout', 'add', 'p2@example.test', 'p3@example.test'])
    assert.deepEqual(await rows("select 1 from subscribers where email ~ 'p[23]@'"), [])
    assert.deepEqual(await rows("select 1 from opt_outs t where t::text ~ 'p[23]@'"), [])
    // The key is asked for where it is needed, and only there.
    const elsewhere = { SECRET_KEY: '', DATA_DIR: join(setup.folder, 'elsewhere') }
    await fails(['optout', 'add', 'p5@example.test'], /^There is no key here: /, elsewhere)
    assert.match(
      (await run(['optout', 'remove', 'p2@example.test'])).out,
      /is off the opt-out list/,
    )
    await fails(['subscriber', 'show', 'p2@example.test'], /^Nothing is known/)
  })
})
