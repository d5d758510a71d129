/** People whom a file calls unconfirmed are asked no faster than a relay in its warm-up takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUnconfirmed } from '../../../src/domain/imports/ask-unconfirmed.ts'
import { keepDefaultRoute } from '../../../src/domain/routes/routes.sql.ts'
import { changeWarmUp } from '../../../src/domain/routes/warm-up.ts'
import { QUEUED } from '../../../src/domain/sign-ups/settle-sign-up.ts'
import { startSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'
import { signUpSetup } from './setup.ts'

const PEOPLE = 60
const FIRST = 4
/** All of them are due at once. */
const PER_DAY = 86_400_000

test('the warm-up of a relay holds for a file of unconfirmed people', async () => {
  const setup = await signUpSetup(0)
  const { store, accountId, ask, form, listId } = setup
  const sink = await startSink({ keep: 0 })
  await keepDefaultRoute(store, {})
  await changeWarmUp(store, 'default', { first: FIRST, growth: 2, goal: 1000 })
  await ask(
    `insert into imports (account_id, id, list_id, state, options) values ($1, 1, $2, 2, '{}')`,
    [accountId, listId],
  )
  await ask(
    `insert into import_rejects (account_id, import_id, number, line, reason, raw)
     select $1, 1, i, i, 'unconfirmed', 'u' || i || '@firm.test,unconfirmed'
     from generate_series(1, $2::int) i`,
    [accountId, PEOPLE],
  )
  const { people } = await askUnconfirmed(store, accountId, await form(), {
    importId: 1,
    perDay: PER_DAY,
    language: 'en',
  })
  assert.equal(people, PEOPLE)
  const count = async (text: string) => Number((await ask(`select count(*) from ${text}`))[0]![0])
  /** In the ledger: those that wait for the next day, and those that are there for a moment. */
  const deferred = () => count(`deliveries where state = 'deferred' and next_try_at > now()`)
  const moving = () => count(`deliveries where state in ('planned', 'claimed', 'handed over')`)
  const planned = () => count(`sign_ups where state = 'held' and reason = 'planned'`)
  const due = () => count(`sign_ups where state = 'held' and reason = 'planned' and due <= now()`)
  const reserved = () => count(`sign_ups where state = 'waiting' and transaction_id is null`)
  /** Nobody is asked before the relay takes more. In the order in which they go on. */
  const rest = () =>
    until(
      async () =>
        (await planned()) > 0 &&
        (await due()) === 0 &&
        (await reserved()) === 0 &&
        (await moving()) === 0,
    )
  const workers = await setup.startWorkers(sink.port, { SIGN_UP_MX: 'no' })
  try {
    await rest()
    assert.equal(sink.seen.messages, FIRST)
    const queued = await deferred()
    // Ten are decided about at a time, so a few more may pass.
    assert.ok(queued >= QUEUED.most && queued < QUEUED.most + 10, String(queued))
    assert.equal(await planned(), PEOPLE - FIRST - queued)
    // The next day.
    await ask(`update route_provider_days set day = day - 1`)
    await ask(`update deliveries set next_try_at = now() where state = 'deferred'`)
    await ask(`update projects set due = now() where account_id = $1`, [accountId])
    await until(async () => sink.seen.messages === FIRST * 3 && (await moving()) === 0)
    assert.equal(await deferred(), queued - 2 * FIRST)
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.close()
  }
})
