/**
 * Statements that lock several rows lock them in one order, so that no two wait for each other in a
 * circle: people in the order of their addresses, deliveries in that of their key, after the claims
 * they belong to. A row is held, the statement waits for it, and nothing behind that row is locked.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Db } from '../../src/db/db.ts'
import { applyReports } from '../../src/domain/bounces/apply-reports.ts'
import { lockPeople, messagesNamed, releaseExpired } from '../../src/domain/bounces/bounces.sql.ts'
import { suppressPeople } from '../../src/domain/bounces/suppression/suppression.sql.ts'
import { lockedPeople } from '../../src/domain/imports/apply/apply.sql.ts'
import { holdPeople, lockPeople as undoLocks } from '../../src/domain/imports/undo.sql.ts'
import { optOutPeople } from '../../src/domain/opt-outs/import-opt-outs.sql.ts'
import { forgiveHandOvers } from '../../src/domain/sendings/sendings.sql.ts'
import { saveSubscriptions } from '../../src/domain/subscribers/subscribers.sql.ts'
import { advanceDue } from '../../src/domain/triggers/engine/advance.ts'
import { lockSubscribers } from '../../src/domain/triggers/engine/steps.sql.ts'
import type { Definition } from '../../src/domain/triggers/language/definition.ts'
import { SOURCE } from '../../src/lib/source-kind.ts'
import { emailSettling } from '../../src/workers/email-settling.ts'
import { freeWhileHeld } from '../support/free-rows.ts'
import { type TriggerSetup, triggerSetup } from '../support/triggers.ts'

/** By id, from 1 on. Their order is that of octets: a locale would put hyphens last. */
const KEYS = ['b@order.test', 'ab@order.test', 'a-z@order.test', 'a-a@order.test']
const IDS = [1, 2, 3, 4]
const IN_ORDER = [4, 3, 2, 1]
const RULES = { softLimit: 3, softDays: 14 }
const CLAIM = '00000000-0000-4000-8000-000000000001'

let setup: TriggerSetup
before(async () => {
  setup = await triggerSetup(IDS.length)
  const { ask, accountId } = setup
  await ask(
    `update subscribers s set email = k, email_key = k
     from unnest($2::text[]) with ordinality as g (k, id) where s.account_id = $1 and s.id = g.id`,
    [accountId, KEYS],
  )
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, test, due_at, zone, planned_at)
     values ($1, 1, 1, 1, '{}', 'sending', false, now(), '+01:00', now())`,
    [accountId],
  )
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts)
     select account_id, 1, 1, id, email, 'handed over', 1 from subscribers where account_id = $1`,
    [accountId],
  )
})
after(() => setup.drop())

const freePeople = (heldId: number, work: (tx: Db) => Promise<unknown>) =>
  freeWhileHeld(setup, { table: 'subscribers', held: `id = ${heldId}` }, work)

const freeDeliveries = (heldId: number, work: (tx: Db) => Promise<unknown>) =>
  freeWhileHeld(setup, { table: 'deliveries', held: `id = ${heldId}` }, work)

/** Rows of people whose addresses come after that of the one who is held. */
const behind = (heldId: number): number[] =>
  IN_ORDER.slice(IN_ORDER.indexOf(heldId) + 1).sort((a, b) => a - b)

const given = (ids: readonly number[]) => ({
  accountId: setup.accountId,
  ids: ids.map(id => id + 1000),
  emails: ids.map(id => KEYS[id - 1]!),
  emailKeys: ids.map(id => KEYS[id - 1]!),
})

const same = <T>(value: T): T[] => IDS.map(() => value)

/** Each is given people in an order that is neither that of ids nor that of addresses. */
const MIXED = [2, 4, 1, 3]

/** What there is to undo, to try again and to forgive. */
async function prepare(): Promise<void> {
  const { ask, accountId } = setup
  await ask(
    `update subscribers set undeliverable_until = now() - interval '1 day' where account_id = $1`,
    [accountId],
  )
  await ask(
    `insert into import_old_values
       (account_id, import_id, subscriber_id, name, format, country_code, phone, fields, updated_at)
     select s.account_id, 1, s.id, s.name, s.format, s.country_code, s.phone, s.fields, s.updated_at
     from subscribers s where s.account_id = $1 on conflict do nothing`,
    [accountId],
  )
  await ask(
    `insert into import_parts
       (account_id, import_id, part, moment, subscribed_at, created, joined, met)
     select $1, 1, coalesce(max(part), 0) + 1, now(), now(), '', '', ''
     from import_parts where account_id = $1`,
    [accountId],
  )
  await ask('update subscribers set updated_at = (select max(moment) from import_parts)')
  await ask('delete from bounces')
  await ask(
    `insert into bounces (account_id, id, source_kind, source_id, delivery_id, subscriber_id, email,
       kind, class, rule, identity, received_at, counts)
     select $1, id, 1, 1, id, id, '', 'soft', '', '', id::text, now(), true
     from unnest($2::bigint[]) as g (id)`,
    [accountId, MIXED],
  )
}

const OF_PEOPLE: Record<string, (tx: Db) => Promise<unknown>> = {
  'inserts that go together': tx =>
    saveSubscriptions(tx, {
      ...given(MIXED),
      listIds: same(setup.listId),
      names: same('Name'),
      formats: same('html'),
      countryCodes: same(''),
      phones: same(''),
      fields: same('{}'),
      keyHashes: [],
      hashed: false,
      liftBefore: 'infinity',
      keepFormat: false,
    }),
  'opt-outs of a file, and complaints': tx =>
    optOutPeople(tx, { ...given(MIXED), keyHashes: same(null) }),
  'imported bounces': tx => suppressPeople(tx, { ...given(MIXED), keyHashes: same(null) }),
  'people of an import': tx =>
    lockedPeople(tx, {
      accountId: setup.accountId,
      listId: setup.listId,
      emailKeys: [...KEYS].sort(),
    }),
  'undoing an import: people': tx =>
    undoLocks(tx, { accountId: setup.accountId, ids: MIXED, moment: new Date() }),
  'undoing an import: values': tx => holdPeople(tx, { accountId: setup.accountId, ids: MIXED }),
  bounces: tx => lockPeople(tx, { accountId: setup.accountId, subscriberIds: MIXED }),
  'soft bounces that are over': tx => releaseExpired(tx, { accountId: setup.accountId, most: 100 }),
  'trying a sending again': tx =>
    forgiveHandOvers(tx, { accountId: setup.accountId, sendingId: 1 }),
  'steps of a trigger': tx => lockSubscribers(tx, { accountId: setup.accountId, ids: MIXED }),
}

describe('people are locked in the order of their addresses by', () => {
  for (const [name, work] of Object.entries(OF_PEOPLE))
    test(name, async () => {
      for (const heldId of [4, 2]) {
        await prepare()
        assert.deepEqual(await freePeople(heldId, work), behind(heldId), `${heldId} is held`)
      }
    })
})

describe('what bounces change is locked at once', () => {
  test('people who came back and people who complain', async () => {
    const { store, accountId } = setup
    const told = (deliveryId: number, kind: 'hard' | 'complaint') => ({
      messageId: null,
      sentMessage: { sourceKind: SOURCE.sending, sourceId: 1, deliveryId },
      identity: `${kind} ${deliveryId}`,
      judgements: [
        { kind, class: 'x', status: '5.1.1', recipient: undefined, reply: 'x', rule: 'x' },
      ],
      receivedAt: new Date(),
    })
    const work = (tx: Db) =>
      applyReports(store, tx, accountId, [told(1, 'hard'), told(4, 'complaint')], RULES)
    assert.deepEqual(await freePeople(4, work), [1, 2, 3])
  })

  test('deliveries, in the order of their key', async () => {
    const { accountId } = setup
    const work = (tx: Db) =>
      messagesNamed(tx, {
        accountId,
        places: [0, 1, 2, 3],
        sourceKinds: same(SOURCE.sending),
        sourceIds: same(1),
        deliveryIds: MIXED,
      })
    assert.deepEqual(await freeDeliveries(1, work), [2, 3, 4])
    assert.deepEqual(await freeDeliveries(3, work), [4])
  })
})

describe('what became of emails', () => {
  const outcome = {
    state: 'uncertain' as const,
    reply: null,
    reason: 'x',
    nextTryAt: null,
    unspent: 0 as const,
  }
  const results = [4, 3, 2, 1].map(id => ({ id, tries: 1, outcome }))
  const settle = (claims: string[]) =>
    emailSettling(
      setup.store,
      { accountId: setup.accountId, sourceKind: SOURCE.sending, sourceId: 1 },
      RULES,
    )(results, claims)

  test('is written in the order of deliveries', async () => {
    assert.deepEqual(await freeDeliveries(1, settle([])), [2, 3, 4])
  })

  test('is written after the claim is taken away', async () => {
    const { ask, accountId } = setup
    await ask(
      `insert into claims (account_id, id, source_kind, source_id, worker, ids, leased_until)
       values ($1, $2, 1, 1, $2, '{1,2,3,4}', now())`,
      [accountId, CLAIM],
    )
    const free = await freeWhileHeld(
      setup,
      { table: 'claims', held: `id = '${CLAIM}'`, of: 'deliveries' },
      settle([CLAIM]),
    )
    assert.deepEqual(free, IDS)
  })
})

describe('people of a trigger who stand at different steps', () => {
  // Above they have opted out and complained.
  before(async () => {
    await setup.ask('update subscribers set opted_out_at = null where account_id = $1', [
      setup.accountId,
    ])
    await setup.join(IDS)
  })

  /** Who is due, in this order, and where they stand. */
  async function standing(triggerId: number, places: [id: number, step: string][]): Promise<void> {
    const { ask, accountId } = setup
    for (const [place, [id, step]] of places.entries())
      await ask(
        `insert into trigger_entries
           (account_id, trigger_id, subscriber_id, entry, version, cause_at, subscribed_at, step, due_at)
         select account_id, $2, subscriber_id, 1, 1, now(), subscribed_at, $4,
           now() + $5::int * interval '1 second' - interval '1 hour'
         from subscriptions where account_id = $1 and subscriber_id = $3`,
        [accountId, triggerId, id, step, place],
      )
  }
  const advance = async (triggerId: number, definition: Definition) => {
    const { store, accountId } = setup
    assert.ok(await advanceDue(store, accountId, triggerId, async () => definition))
  }

  test('are locked at once, before the first change', async () => {
    const set = { do: 'set', field: 1, value: 'x', next: null } as const
    const definition = setup.whole({
      steps: [
        { key: 'one', ...set },
        { key: 'two', ...set },
      ],
    })
    const triggerId = await setup.add(definition)
    await standing(triggerId, [
      [1, 'one'],
      [4, 'two'],
    ])
    assert.deepEqual(await freePeople(4, () => advance(triggerId, definition)), [1, 2, 3])
  })

  test('get emails whose work is marked in one order', async () => {
    const { ask, accountId, newsletterId } = setup
    const send = { do: 'send', newsletterId, next: null } as const
    const definition = setup.whole({
      steps: [
        { key: 'one', ...send },
        { key: 'two', ...send },
      ],
    })
    const triggerId = await setup.add(definition)
    await standing(triggerId, [
      [1, 'one'],
      [2, 'two'],
    ])
    await advance(triggerId, definition)
    const marks = await ask(
      `select w.source_id from work w join trigger_messages m on m.account_id = w.account_id
         and m.id = w.source_id
       where w.account_id = $1 and m.trigger_id = $2 order by w.source_id`,
      [accountId, triggerId],
    )
    const [first, second] = marks.map(([id]) => Number(id))
    await standing(triggerId, [
      [3, 'two'],
      [4, 'one'],
    ])
    const free = await freeWhileHeld(
      setup,
      { table: 'work', held: `source_id = ${first}`, key: 'source_id' },
      () => advance(triggerId, definition),
    )
    assert.ok(free.includes(second!))
  })
})
