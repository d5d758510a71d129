/** Mail to the domain of an account: taken as at the installation’s, and only of that account. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { atomically } from '../../src/db/db.ts'
import {
  bounceDomains,
  chooseBounceDomain,
  leaveBounceDomain,
} from '../../src/domain/hosts/bounce-domains.ts'
import { macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { mailToken } from '../../src/mail/links/mail-address.ts'
import { DOMAIN, deliver, type Inbound, inboundSetup, report } from '../support/inbound.ts'
import { until } from '../support/until.ts'

const OWN = 'bounce.shop.example'
const FORMER = 'bounce.former.example'

let inbound: Inbound
let sendingId: number
before(async () => {
  inbound = await inboundSetup({ people: 10 })
  sendingId = await inbound.accepted()
  await chooseBounceDomain(inbound.store, inbound.accountId, FORMER)
  await chooseBounceDomain(inbound.store, inbound.accountId, OWN)
})
after(() => inbound.close())

const at = (domain: string, address: string): string => address.replace(/@.*$/, `@${domain}`)
const bounces = (id: number, domain: string) =>
  inbound.deliver(
    report('5.1.1', `550 5.1.1 <p${id}@example.test>: User unknown`, `p${id}@example.test`),
    at(domain, inbound.returnPath(sendingId, id)),
  )
const isUndeliverable = async (id: number) => (await inbound.person(id)).undeliverable

test('bounces to it, to the former one and to the installation’s are judged alike', async () => {
  for (const [id, domain] of [
    [1, OWN],
    [2, OWN.toUpperCase()],
    [3, FORMER],
    [4, DOMAIN],
  ] as const)
    assert.match(await bounces(id, domain), /^250 /, domain)
  await inbound.judged()
  for (const id of [1, 2, 3, 4]) assert.equal(await isUndeliverable(id), true, String(id))
})

test('unsubscribing by mail to it works, and postmaster is there', async () => {
  const address = at(OWN, inbound.unsubscribeAddress(sendingId, 5))
  assert.match(
    await inbound.deliver('Subject: unsubscribe\n\n', address, 'p5@example.test'),
    /^250/,
  )
  await inbound.judged()
  const rows = await inbound.ask(
    'select 1 from subscriptions where subscriber_id = 5 and unsubscribed_at is null',
  )
  assert.deepEqual(rows, [])
  assert.match(await inbound.deliver('Subject: hello\n\nHello', `postmaster@${OWN}`), /^250/)
})

test('an email of another account, and a domain of nobody, are refused', async () => {
  const key = macKeyOf(inbound.keys.newest())
  const other = { accountId: inbound.accountId + 1, of: 'sending' as const, ofId: sendingId, id: 6 }
  const token = mailToken('b', messageTokens(other, key).bounce)
  const say = (to: string) => deliver(inbound.port(), { to: [to], message: 'Subject: x\n\n' })
  assert.match(await say(`${token}@${OWN}`), /^550 5\.1\.1/)
  for (const domain of [
    'bounce.nobody.example',
    'shop.example',
    'localhost',
    `${'a.'.repeat(120)}x`,
  ])
    assert.match(await bounces(6, domain), /^(?:550 5\.7\.1|501|500)/, domain)
  assert.equal(await isUndeliverable(6), false)
})

test('what comes back goes on after it is left, and ends when its owner says so', async () => {
  await leaveBounceDomain(inbound.store, inbound.accountId, OWN, false)
  assert.match(await bounces(7, OWN), /^250 /)
  await inbound.judged()
  assert.equal(await isUndeliverable(7), true)
  await leaveBounceDomain(inbound.store, inbound.accountId, OWN, true)
  await until(async () => /^550 5\.7\.1/.test(await bounces(8, OWN)))
  assert.match(await bounces(9, FORMER), /^250 /)
})

test('the first of an account, chosen on two nodes at once: the later one is used', async () => {
  const { store, accountId, ask } = inbound
  for (const { domain } of await bounceDomains(store, accountId))
    await leaveBounceDomain(store, accountId, domain, true)
  // There is no row yet that one of them could lock.
  let later: Promise<void> | undefined
  await atomically(store, async tx => {
    await chooseBounceDomain(tx, accountId, 'one.shop.example')
    later = chooseBounceDomain(store, accountId, 'two.shop.example')
    await until(async () => {
      const waiting = await ask(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
  })
  await later
  const kept = await bounceDomains(store, accountId)
  assert.deepEqual(
    kept.map(({ domain, isUsed }) => [domain, isUsed]),
    [
      ['one.shop.example', false],
      ['two.shop.example', true],
    ],
  )
})
