/** Addresses of the simulator: what becomes of emails to them, without a relay or a network. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type BounceWorkers, startBounceWorkers } from '../../src/start/bounce-workers.ts'
import { until } from '../support/until.ts'
import { listen, publishedEvents } from '../webhooks/published-events.ts'
import { type EmailSetup, emailSetup, fresh } from './email-setup.ts'

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

test('each address has its outcome, as often as it is tried, and none is suppressed', async () => {
  const { store } = setup.running
  const hook = await listen(store, setup.accountId)
  const kinds = async () =>
    (await publishedEvents(store, setup.accountId, hook)).map(({ event }) => event)
  const names = ['delivered', 'hard-bounce', 'soft-bounce', 'complaint', 'slow', 'nobody']
  for (const round of [1, 2]) {
    const real = fresh()
    const { status, body } = await setup.send({
      to: [real, ...names.map(name => `${name}@simulator.test`)],
      cc: `Delivered+${round}@Simulator.TEST`,
      text: 'Hi',
      trackOpens: true,
    })
    assert.equal(status, 201, JSON.stringify(body))
    await setup.received(real)
    const settled = async () => {
      const found = await standings(body.id)
      const states = names.map(name => found.get(name)!.state)
      return states.join(' ') === 'accepted bounced bounced accepted deferred bounced'
    }
    await until(settled)
    const found = await standings(body.id)
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
  await setup.running.store.run(
    {
      name: '',
      text: `with due as (update projects set due = now() where account_id = $1)
        update deliveries set next_try_at = now() where account_id = $1 and id = $2`,
      again: false,
    },
    [setup.accountId, body.recipients[0].id],
  )
  await until(async () => (await state()).state === 'accepted')
  assert.equal((await state()).tries, 2)
})
