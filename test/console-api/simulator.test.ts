/**
 * Addresses of the simulator, and keys to try with: what becomes of their emails, without a relay
 * or a network.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type BounceWorkers, startBounceWorkers } from '../../src/start/bounce-workers.ts'
import { until } from '../support/until.ts'
import { listen, publishedEvents } from '../webhooks/published-events.ts'
import { type ApiClient, apiClient, PASSWORD } from './api-setup.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
let bounces: BounceWorkers
before(async () => {
  setup = await emailSetup()
  const { store, keys, sealer, origin } = setup.running
  const config = readConfig({ PUBLIC_URL: origin, BOUNCE_DOMAIN: 'bounce.example.test' })
  const log = createLog({ level: 'silent' })
  bounces = await startBounceWorkers({ config, store, keys, sealer, log })
  bounces.begin()
})
after(async () => {
  await bounces.stop()
  await setup.close()
})

interface Standing {
  email: string
  state: string
  tries: number
  reply: string | null
}

const standings = async (id: number): Promise<Map<string, Standing>> => {
  const { recipients } = (await setup.call('GET', `/emails/${id}`)).body
  return new Map(recipients.map((one: Standing) => [one.email.split(/[+@]/)[0], one]))
}

const NAMES = ['delivered', 'hard-bounce', 'soft-bounce', 'complaint', 'slow', 'nobody']
const OUTCOMES = 'accepted bounced bounced accepted deferred bounced'
const TO = NAMES.map(name => `${name}@simulator.test`)

async function assertOutcomes(id: number): Promise<Map<string, Standing>> {
  await until(async () => {
    const found = await standings(id)
    return NAMES.map(name => found.get(name)?.state).join(' ') === OUTCOMES
  })
  return standings(id)
}

/** Makes what waits for its next try due now. */
const tryAgain = (deliveryId: number) =>
  setup.running.store.run(
    {
      name: '',
      text: `with due as (update projects set due = now() where account_id = $1)
        update deliveries set next_try_at = now() where account_id = $1 and id = $2`,
      again: false,
    },
    [setup.accountId, deliveryId],
  )

async function newProject(name: string) {
  const newsletter = await setup.call('POST', '/newsletters', {
    name: `Receipt of ${name}`,
    subject: 'Receipt {{ data.number }}',
    source: { kind: 'html', html: '<p>Total of {{ data.number }}</p>' },
  })
  const facts = { name, newsletterId: newsletter.body.id, fromEmail: from.email }
  const made = await setup.call('POST', '/projects', facts)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body
}

/** A client with a key of its own. */
async function keyed(given: object): Promise<ApiClient> {
  const made = await setup.call('POST', '/api-keys', { name: 'program', ...given })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return apiClient(setup.running.origin, { Authorization: `Bearer ${made.body.token}` })
}

test('each address has its outcome, as often as it is tried, and none is suppressed', async () => {
  const { store } = setup.running
  const hook = await listen(store, setup.accountId)
  const kinds = async () =>
    (await publishedEvents(store, setup.accountId, hook)).map(({ event }) => event)
  for (const round of [1, 2]) {
    const real = fresh()
    const { status, body } = await setup.send({
      to: [real, ...TO],
      cc: `Delivered+${round}@Simulator.TEST`,
      text: 'Hi',
      trackOpens: true,
    })
    assert.equal(status, 201, JSON.stringify(body))
    await setup.received(real)
    const found = await assertOutcomes(body.id)
    assert.match(found.get('hard-bounce')!.reply ?? '', /^550 5\.1\.1 simulated/)
    assert.match(found.get('soft-bounce')!.reply ?? '', /5\.2\.2 simulated: the mailbox is full/)
    assert.match(found.get('slow')!.reply ?? '', /^451 4\.7\.1/)
    assert.equal(found.get('Delivered')!.state, 'accepted')
  }
  assert.ok(!setup.sink.messages.some(({ rcpts }) => rcpts.some(to => /simulator/i.test(to))))
  await until(async () => (await kinds()).filter(kind => kind === 'complained').length === 2)
  assert.equal((await kinds()).filter(kind => kind === 'bounced').length, 6)
  for (const table of ['opt_outs', 'provider_days', 'bounces where counts and account_id'])
    if (table.startsWith('bounces'))
      assert.equal(await setup.count(`select count(*) from ${table} = $1`), 0)
    else
      assert.equal(
        await setup.count(
          `select count(*) from ${table} o where account_id = $1 and o::text like '%simulator%'`,
        ),
        0,
        table,
      )
})

test('a slow one comes at the second try', async () => {
  const { body } = await setup.send({ to: 'slow+2@simulator.test', text: 'Hi' })
  const state = async () => (await standings(body.id)).get('slow')!
  await until(async () => (await state()).state === 'deferred')
  await tryAgain(body.recipients[0].id)
  await until(async () => (await state()).state === 'accepted')
  assert.equal((await state()).tries, 2)
})

test('a key to try with reads, and its emails go nowhere', async () => {
  const given = { name: 'trial', rights: ['read', 'send', 'own', 'people'], test: true }
  const made = await setup.call('POST', '/api-keys', given)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.test, true)
  const trial = apiClient(setup.running.origin, { Authorization: `Bearer ${made.body.token}` })
  const [to, again] = [fresh(), fresh()]
  const email = { from, subject: 'Hi', html: '{{ data.n }}', data: { n: 1 }, identifier: 'trial-1' }
  const sent = await trial('POST', '/emails', { ...email, to: [to, 'hard-bounce@simulator.test'] })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const batch = await trial('POST', '/emails/batch', { emails: [{ ...email, to: again }] })
  assert.equal(batch.body.taken, 1, JSON.stringify(batch.body))
  const shown = async () => (await trial('GET', `/emails/${sent.body.id}`)).body
  await until(async () => {
    const states = (await shown()).recipients.map(({ state }: Standing) => state)
    return states.join(' ') === 'accepted bounced'
  })
  assert.equal((await shown()).test, true)
  assert.match((await shown()).recipients[0].reply, /simulated/)
  const content = await trial('GET', `/transactions/${sent.body.recipients[0].id}/content`)
  assert.equal(content.body.email.html.trim(), '1')

  for (const [method, path, body] of [
    ['POST', '/api-keys', given],
    ['POST', '/lists', { name: 'x' }],
    ['PUT', '/subscribers/by-address', { email: to }],
    ['POST', '/sms', { number: '+46700000000', text: 'x' }],
    ['POST', `/transactions/${sent.body.recipients[0].id}/again`, {}],
    ['DELETE', `/api-keys/${made.body.id}`, undefined],
  ] as const) {
    const refused = await trial(method, path, body)
    if (refused.status === 404 && refused.body.reason === 'no-such-route') assert.fail(path)
    assert.equal(refused.status, 403, `${method} ${path} ${JSON.stringify(refused.body)}`)
  }

  const real = { ...email, to }
  assert.equal((await setup.call('POST', '/emails', real)).body.recipients[0].repeated, false)
  await setup.received(to)
  const before = setup.sink.messages.filter(({ rcpts }) => rcpts.some(one => one.includes(again)))
  assert.equal(before.length, 0)
})

test('a project with a newsletter of its own has the same outcomes, by any key', async () => {
  const project = await newProject('receipts')
  const rights = ['read', 'send']
  for (const given of [
    { rights },
    { rights, test: true },
    { rights, test: true, project: project.guid },
  ]) {
    const program = await keyed(given)
    const sent = await program('POST', '/emails', {
      project: 'receipts',
      to: TO,
      data: { number: 7 },
    })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    assert.equal(sent.body.projectId, project.id)
    await assertOutcomes(sent.body.id)
    const content = await setup.call('GET', `/transactions/${sent.body.recipients[0].id}/content`)
    assert.match(content.body.email.html, /Total of 7/)
  }
})

test('an operation of the web service has the same outcomes', async () => {
  const { guid } = await newProject('orders')
  const ids = new Map<string, string>()
  for (const [i, email] of TO.entries()) {
    const answer = await fetch(
      `${setup.running.origin}/externalapiservice.asmx/InsertTransaction?${new URLSearchParams({
        strUsername: 'shop',
        strPassword: PASSWORD,
        strId: guid,
        strIdentifier: '',
        strEmail: email,
        strName: '',
        strFormat: '',
        strSendTime: '',
        strDataFields: '',
        strDataValues: '',
      })}`,
    )
    const text = await answer.text()
    const [, id] = />(\d+)</.exec(text) ?? []
    assert.ok(id, text)
    ids.set(NAMES[i]!, id)
  }
  for (const [i, state] of OUTCOMES.split(' ').entries())
    await until(async () => {
      const { body } = await setup.call('GET', `/transactions/${ids.get(NAMES[i]!)}`)
      return body.state === state
    })
})

test('a paused project refuses them as all others, and one that waits goes on later', async () => {
  const { id, guid } = await newProject('paused')
  const trial = await keyed({ rights: ['read', 'send'], test: true })
  const given = { project: guid, data: { number: 1 } }
  const clients = [setup.call, trial]
  const waiting: number[] = []
  for (const call of clients) {
    const { body } = await call('POST', '/emails', { ...given, to: 'slow@simulator.test' })
    await until(async () => (await standings(body.id)).get('slow')?.state === 'deferred')
    waiting.push(body.id)
  }
  await setup.call('POST', `/projects/${id}/pause`)
  for (const call of clients)
    for (const to of [...TO, fresh()]) {
      const refused = await call('POST', '/emails', { ...given, to })
      assert.deepEqual([refused.status, refused.body.reason], [404, 'no-such-project'], to)
    }
  for (const emailId of waiting) await tryAgain(emailId)
  // Emails of another project are taken meanwhile, and the waiting ones are not.
  const other = await setup.send({ to: 'delivered@simulator.test', text: 'Hi' })
  await until(async () => (await standings(other.body.id)).get('delivered')?.state === 'accepted')
  for (const emailId of waiting)
    assert.equal((await standings(emailId)).get('slow')?.state, 'deferred')
  await setup.call('POST', `/projects/${id}/resume`)
  for (const emailId of waiting)
    await until(async () => (await standings(emailId)).get('slow')?.state === 'accepted')
})
