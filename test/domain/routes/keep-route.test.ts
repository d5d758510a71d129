/** Relays and rules that are added at the same moment: each is kept, and no two have a name. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { keepRoute, USUAL_LIMITS } from '../../../src/domain/routes/keep-route.ts'
import { routeRules } from '../../../src/domain/routes/route-rules.sql.ts'
import { type EmailKind, keepRouteRule } from '../../../src/domain/routes/route-rules.ts'
import { routes } from '../../../src/domain/routes/routes.sql.ts'
import { createSealer } from '../../../src/lib/secrets.ts'
import { temporaryStore } from '../../support/database.ts'

const AT_ONCE = 8

let store: Store
let drop: () => Promise<void>
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const sealer = createSealer('a secret for the tests, long enough')
const keep = (name: string) =>
  keepRoute(store, sealer, name, 'smtp://relay.example.test', USUAL_LIMITS)

const atOnce = <T>(work: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: AT_ONCE }, (_, i) => work(i)))

describe('relays and rules added at once', () => {
  test('each relay is kept under a number of its own', async () => {
    const added = await atOnce(i => keep(`Relay ${i}`))
    assert.ok(added.every(({ status }) => status === 'fulfilled'))
    const kept = (await routes(store, {})).filter(({ name }) => name.startsWith('Relay'))
    assert.equal(new Set(kept.map(({ id }) => id)).size, AT_ONCE)
  })

  test('of one name one is kept, and the others are refused', async () => {
    const added = await atOnce(() => keep('Twin'))
    const refused = added.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
    assert.equal(refused.length, AT_ONCE - 1)
    assert.ok(
      refused.every(error => error instanceof Refusal && error.coded?.code === 'relay-twin'),
    )
  })

  test('each rule is kept, and one that is given twice once', async () => {
    const kinds: EmailKind[] = ['newsletter', 'test', 'trigger', 'transaction']
    const criteria = { ofAccount: null, ofList: null, senderDomain: null }
    const added = await atOnce(i =>
      keepRouteRule(store, 'Twin', { ...criteria, kind: kinds[i % kinds.length]! }),
    )
    assert.ok(
      added.every(({ status }) => status === 'fulfilled'),
      JSON.stringify(added),
    )
    assert.equal((await routeRules(store, {})).length, kinds.length)
  })
})
