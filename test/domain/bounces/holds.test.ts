/** The brake on suppression: one reply that makes many people undeliverable is held. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { endHold, expireHolds } from '../../../src/domain/bounces/holds/close-hold.ts'
import { holdSuspectBounces } from '../../../src/domain/bounces/holds/hold-bounces.ts'
import { openHolds } from '../../../src/domain/bounces/holds/holds.sql.ts'
import {
  forgiveLivingDomains,
  rememberDomains,
} from '../../../src/domain/bounces/holds/living-domains.ts'
import { sendingSetup } from '../../support/sending.ts'
import { startSink } from '../../support/smtp-sink.ts'

const RULES = { softLimit: 5, softDays: 30 }
const PEOPLE = 60

/** Sends to people of whom some are refused by RCPT, each with an id of its own in the reply. */
async function sent(refused: number) {
  const sink = await startSink({
    keep: 0,
    tricks: [{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 id7f3a No such user', about: '@dead.' }],
  })
  const setup = await sendingSetup(PEOPLE)
  const { ask, send, startWorkers, drop } = setup
  await ask(
    // As text: a cluster takes no other for immutable.
    "update subscribers set email = 'p' || id::text || '@dead.test', " +
      "email_key = 'p' || id::text || '@dead.test' where id <= $1",
    [refused],
  )
  // The others are at the same provider.
  const workers = await startWorkers(sink.port)
  await send()
  const open = () => ask("select 1 from deliveries where state not in ('accepted', 'bounced')")
  const all = async () => Number((await ask('select count(*) from deliveries'))[0]![0])
  while ((await all()) < PEOPLE || (await open()).length > 0) await pause(50)
  await workers.stop()
  await sink.stop()
  const undeliverable = async () =>
    (
      await ask(
        'select undeliverable_reason from subscribers where undeliverable_since is not null',
      )
    ).map(([reason]) => reason!)
  return { ...setup, undeliverable, drop }
}

test('many hard bounces by one reply are held, and released together', async () => {
  const { store, accountId, ask, undeliverable, drop } = await sent(PEOPLE)
  try {
    assert.equal((await undeliverable()).length, PEOPLE)
    // Two workers at once open one hold.
    const opened = await Promise.all([1, 2].map(() => holdSuspectBounces(store, RULES)))
    assert.deepEqual(opened.flat(), [
      {
        accountId,
        holdId: 1,
        provider: 'dead.test',
        people: PEOPLE,
        pattern: '# # # no such user',
      },
    ])
    const held = await undeliverable()
    assert.equal(held.length, PEOPLE)
    assert.match(held[0]!, /^to be confirmed \(hold 1\): bad-mailbox: 550 5\.1\.1 id7f3a No such/)
    assert.equal((await openHolds(store, { accountId }))[0]!.people, PEOPLE)
    assert.deepEqual(await holdSuspectBounces(store, RULES), [])

    assert.equal(await endHold(store, accountId, 1, 'released', RULES), PEOPLE)
    assert.deepEqual(await undeliverable(), [])
    await assert.rejects(endHold(store, accountId, 1, 'released', RULES), /No hold 1 is open/)
    assert.deepEqual(await ask('select outcome from bounce_holds'), [['released']])
  } finally {
    await drop()
  }
})

test('confirmed people stay undeliverable; later ones by the same reply join an open hold', async () => {
  const { store, accountId, ask, undeliverable, drop } = await sent(PEOPLE)
  try {
    await ask("update bounces set received_at = now() - interval '2 hours' where id > 30")
    const [hold] = await holdSuspectBounces(store, RULES)
    assert.equal(hold!.people, 30)
    await ask('update bounces set received_at = now() where hold_id is null')
    assert.deepEqual(await holdSuspectBounces(store, RULES), [])
    assert.equal(await endHold(store, accountId, 1, 'confirmed', RULES), PEOPLE)
    const reasons = await undeliverable()
    assert.equal(reasons.length, PEOPLE)
    assert.ok(reasons.every(reason => reason.startsWith('bad-mailbox: ')))
  } finally {
    await drop()
  }
})

test('a hold without a decision is released after its time', async () => {
  const { store, accountId, ask, undeliverable, drop } = await sent(PEOPLE)
  try {
    await holdSuspectBounces(store, RULES)
    assert.deepEqual(await expireHolds(store, 7, RULES), [])
    await ask("update bounce_holds set opened_at = now() - interval '8 days'")
    assert.deepEqual(await expireHolds(store, 7, RULES), [{ accountId, id: 1 }])
    assert.deepEqual(await undeliverable(), [])
  } finally {
    await drop()
  }
})

test('a few, and many beside accepted emails of the same domain, are dead addresses', async () => {
  const few = await sent(19)
  try {
    assert.deepEqual(await holdSuspectBounces(few.store, RULES), [])
    // Twenty of one provider, of which eighty others accepted.
    await few.ask(
      "update deliveries set email = replace(email, '@example.test', '@dead.test') " +
        "where state = 'accepted'",
    )
    await few.ask(
      'insert into bounces (account_id, id, source_kind, source_id, delivery_id, email, kind, ' +
        'class, reply, rule, identity, received_at) select account_id, 1000 + n, source_kind, ' +
        "source_id, delivery_id, 'q' || n || '@dead.test', kind, class, reply, rule, identity, " +
        'received_at from bounces, generate_series(1, 1) n where id = (select min(id) from bounces)',
    )
    assert.equal((await holdSuspectBounces(few.store, RULES)).length, 1)
    await endHold(few.store, few.accountId, 1, 'released', RULES)
    await few.ask('update bounces set counts = true, hold_id = null')
    await few.ask(
      'insert into deliveries (account_id, source_kind, source_id, id, email, state, changed_at) ' +
        "select account_id, source_kind, source_id, 5000 + n, 'r' || n || '@dead.test', " +
        "'accepted', now() from deliveries, generate_series(1, 60) n where id = 60",
    )
    assert.deepEqual(await holdSuspectBounces(few.store, RULES), [])
  } finally {
    await few.drop()
  }
})

test('a domain that accepted emails lately is not dead', async () => {
  const { store, accountId, ask, undeliverable, drop } = await sent(8)
  try {
    await ask("update bounces set class = 'bad-domain'")
    const known = rememberDomains()
    assert.deepEqual(await forgiveLivingDomains(store, known, RULES), [])
    // What was accepted a moment ago may still come back; what was accepted a week ago did not.
    const accepted = (age: string) =>
      ask(
        "update deliveries set email = 'other@DEAD.test', changed_at = now() - $1::interval " +
          "where id = (select max(id) from deliveries where state = 'accepted')",
        [age],
      )
    await accepted('1 hour')
    assert.deepEqual(await forgiveLivingDomains(store, rememberDomains(), RULES), [])
    await accepted('20 days')
    assert.deepEqual(await forgiveLivingDomains(store, rememberDomains(), RULES), [])
    assert.equal((await undeliverable()).length, 8)
    await accepted('7 days')
    assert.deepEqual(await forgiveLivingDomains(store, known, RULES), [], 'asked once an hour')
    assert.deepEqual(await forgiveLivingDomains(store, rememberDomains(), RULES), [
      { accountId, domain: 'dead.test', people: 8 },
    ])
    assert.deepEqual(await undeliverable(), [])
  } finally {
    await drop()
  }
})
