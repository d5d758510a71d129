/**
 * Emails whose content came with their call, told by a real receiver while workers send: with
 * identifier, tags and metadata, the address that was clicked, or why they were not sent.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { erase } from '../../src/domain/privacy/erase.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { type EmailSetup, emailSetup, fresh, from } from '../console-api/email-setup.ts'
import { until } from '../support/until.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import { valid } from './published-events.ts'
import { ALL_KINDS, startTelling } from './setup.ts'

let setup: EmailSetup
let telling: Awaited<ReturnType<typeof startTelling>>
before(async () => {
  setup = await emailSetup()
  const { store, sealer } = setup.running
  telling = await startTelling({ store, sealer })
})
after(async () => {
  await telling.stop()
  await setup.close()
})

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let webhooks = 0

async function receiving(kinds: string[]) {
  const receiver = await webhookReceiver()
  const { store, sealer } = setup.running
  await createWebhook(store, sealer, setup.accountId, {
    name: `given ${++webhooks}`,
    url: receiver.url,
    kinds,
    beginsAfterMillis: 0,
  })
  return {
    ...receiver,
    /** The event of this kind for a recipient. */
    // biome-ignore lint/suspicious/noExplicitAny: events of many kinds
    async told(kind: string, id: number): Promise<any> {
      const found = () =>
        receiver.received.find(({ event }) => event.event === kind && event.transaction?.id === id)
      await until(
        () => found() !== undefined,
        () => JSON.stringify(receiver.received.map(({ event }) => event)),
      )
      const { event, headers } = found()!
      const isValid: boolean = valid(event)
      assert.ok(isValid, `${JSON.stringify(event)}: ${JSON.stringify(valid.errors)}`)
      assert.equal(headers['webhook-id'], event.id)
      return event
    },
  }
}

test('an email is told with what its call gave, and a click with the address', async () => {
  const [all, sentAlone] = [await receiving(ALL_KINDS), await receiving(['sent'])]
  const to = fresh()
  const facts = { identifier: `order-${to}`, tags: ['receipt'], metadata: { order: '1001' } }
  const { status, body } = await setup.send({
    to,
    html: '<a href="https://shop.test/?n={{ data.n }}">Go</a>',
    data: { n: 7 },
    trackClicks: true,
    ...facts,
  })
  assert.equal(status, 201, JSON.stringify(body))
  const [{ id }] = body.recipients
  const { mail } = await setup.received(to)
  const [link] = /http[^"]+\/t\/[^"]+/.exec(mail.html!) ?? []
  await fetch(link!, { redirect: 'manual', headers: { 'User-Agent': BROWSER } })
  await foldHits(setup.running.store, setup.accountId, { holdSeconds: 0 })
  const transaction = { id, project: body.projectId, email: to, ...facts }
  const delivered = await all.told('delivered', id)
  assert.deepEqual(delivered.transaction, transaction)
  const sent = await sentAlone.told('sent', id)
  assert.deepEqual([sent.id, sent.transaction], [delivered.id, transaction])
  const clicked = await all.told('clicked', id)
  assert.equal(clicked.details.url, 'https://shop.test/?n=7')
  assert.deepEqual(clicked.transaction, transaction)
  assert.ok(
    all.received.every(({ event }) => event.event !== 'sent'),
    'told twice',
  )
  await erase(setup.running.store, setup.accountId, to)
  const rows = await setup.count(
    "select count(*) from webhook_events where account_id = $1 and details::text like '%shop.test%'",
  )
  assert.equal(rows, 0, 'an address may tell of the person')
  await all.close()
  await sentAlone.close()
})

test('an email that will not be sent is told with the reason', async () => {
  const all = await receiving(ALL_KINDS)
  const newsletter = {
    subject: 'x',
    fromEmail: from.email,
    source: { kind: 'html', html: '<p>x</p>' },
  }
  const { body: made } = await setup.call('POST', '/newsletters', newsletter)
  const project = `News ${fresh()}`
  const facts = { name: project, newsletterId: made.id, marketing: true }
  assert.equal((await setup.call('POST', '/projects', facts)).status, 201)
  const [out, gone] = [fresh(), fresh()]
  const opted = await setup.call('POST', '/opt-outs', { email: out })
  assert.ok(opted.status < 300, JSON.stringify(opted.body))
  const { body } = await setup.send({ to: out, project, html: '<p>x</p>', metadata: { a: 'b' } })
  const withdrawn = await all.told('withdrawn', body.recipients[0].id)
  assert.deepEqual(withdrawn.details, { reason: 'opted-out' })
  assert.deepEqual(withdrawn.transaction.metadata, { a: 'b' })
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const { body: later } = await setup.send({ to: gone, html: '<p>x</p>', sendAt })
  await erase(setup.running.store, setup.accountId, gone)
  const erased = await all.told('withdrawn', later.recipients[0].id)
  assert.deepEqual([erased.details, erased.transaction.email], [{ reason: 'erased' }, null])
  await all.close()
})
