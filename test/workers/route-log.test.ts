/**
 * The log of a route for its operator: one line for each change and none for single emails, and the
 * words of the relay in `route list` and `status`.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { createLog } from '../../src/lib/log.ts'
import { pennypost, urlOf } from '../cli/setup.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import type { Trick } from '../support/smtp-tricks.ts'

const PEOPLE = 40

interface Line {
  level: string
  msg: string
  route?: string
  reply?: string
}

async function routeWith(t: TestContext, tricks: Trick[]) {
  const setup = await sendingSetup(PEOPLE)
  const sink = await startSink({ tricks })
  const lines: Line[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'info', format: 'json', to })
  const workers = await setup.startWorkers(sink.port, {}, setup.store, { log })
  t.after(async () => {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  })
  const sendingId = await setup.send()
  const SMTP_URL = `smtp://127.0.0.1:${sink.port}`
  const env = { DATABASE_URL: urlOf(setup.connection), SECRET_KEY: SECRET, SMTP_URL }
  return {
    ...setup,
    sink,
    sendingId,
    ofRoutes: () => lines.filter(({ msg }) => msg.startsWith('a route')),
    async shown(...command: string[]) {
      const { code, out, err } = await pennypost(command, { env })
      assert.equal(code, 0, err)
      return out
    },
    async until(condition: () => boolean | Promise<boolean>) {
      while (!(await condition())) await pause(20)
    },
  }
}

test('a route that refuses and recovers says each once', async t => {
  const refusing: Trick[] = [{ at: 'greeting', do: 'bye', reply: '554 5.7.1 no service for you' }]
  const route = await routeWith(t, refusing)
  const { ask, until, shown, sink, ofRoutes, store, accountId, sendingId } = route
  await until(
    async () => (await ask('select 1 from routes where rest_until is not null')).length > 0,
  )
  await until(async () => (await ask("select 1 from deliveries where reply <> ''")).length > 0)
  const [listed] = JSON.parse(await shown('route', 'list', '--json'))
  assert.equal(listed.state, 'in-use')
  assert.match(listed.refusing.reply, /554 5\.7\.1 no service for you/)
  assert.match(await shown('route', 'list'), /accepts no emails since .*no service for you/)
  assert.match(
    await shown('status'),
    /The route default accepts no emails: 554 .*\n.*pennypost route test default/,
  )
  sink.tell([])
  await ask('update deliveries set next_try_at = now() where next_try_at is not null')
  await ask('update work set due = now()')
  await until(
    async () => (await sendingProgress(store, accountId, sendingId)).counts.accepted === PEOPLE,
  )
  await until(() => ofRoutes().length > 1)
  assert.deepEqual(
    ofRoutes().map(({ level, msg, route }) => [level, msg, route]),
    [
      ['warn', 'a route accepts no emails', 'default'],
      ['info', 'a route accepts emails again', 'default'],
    ],
  )
  await until(
    async () => (await ask('select 1 from routes where refusing_since is not null')).length === 0,
  )
  assert.equal(JSON.parse(await shown('route', 'list', '--json'))[0].refusing, null)
})

test('a pause after refusals of the sender is one line', async t => {
  const reply = '554 5.7.1 your address is on a block list'
  const { ask, until, ofRoutes } = await routeWith(t, [{ at: 'mail', do: 'reply', reply }])
  await until(
    async () => (await ask('select 1 from routes where paused_at is not null')).length > 0,
  )
  await until(
    async () => (await ask("select 1 from deliveries where state = 'handed over'")).length === 0,
  )
  await until(() => ofRoutes().length > 0)
  assert.deepEqual(
    ofRoutes().map(({ level, msg, reply: said }) => [level, msg, said]),
    [['warn', 'a route is paused', reply]],
  )
})

test('a domain that asks for less is one line', async t => {
  const reply = '421 4.7.28 too many from you'
  const { ask, until, ofRoutes } = await routeWith(t, [{ at: 'rcpt', do: 'reply', reply }])
  const waiting = "select 1 from deliveries where state in ('planned', 'claimed', 'handed over')"
  await until(async () => (await ask("select 1 from deliveries where reply <> ''")).length > 0)
  await until(async () => (await ask(waiting)).length === 0)
  assert.deepEqual(
    ofRoutes().map(({ level, msg, reply: said }) => [level, msg, said]),
    [['warn', 'a route sends more slowly', reply]],
  )
})
