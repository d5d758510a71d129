/** What ends a lane, and what does not: by SMS to the sandbox's gateway, on a real store. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { cancelMessage } from '../../src/domain/sms/cancel-message.ts'
import { createRate } from '../../src/lib/rate.ts'
import { createSandboxGateway } from '../../src/sandbox/keep-sms.ts'
import type { Gateway } from '../../src/sms/gateway.ts'
import { runLane } from '../../src/workers/engine/lane.ts'
import { createWindow } from '../../src/workers/engine/window.ts'
import { smsQueue } from '../../src/workers/sms-source.ts'
import { smsSetup } from '../sms/setup.ts'

const PEOPLE = 30
/** Groups are half of it. */
const WINDOW = 20

async function laneOf(t: TestContext, gatewayOf: (sandbox: Gateway) => Gateway) {
  const setup = await smsSetup(PEOPLE, String(PEOPLE))
  const sandbox = createSandboxGateway(setup.store)
  t.after(async () => {
    await sandbox.close()
    await setup.drop()
  })
  const { messageId } = await setup.send()
  const failures: unknown[] = []
  const report = (error: unknown) => failures.push(error)
  const gateway = gatewayOf(sandbox)
  const kept = { worker: randomUUID(), leaseMillis: 60_000, report }
  const queue = smsQueue({
    ...kept,
    db: setup.store,
    window: WINDOW,
    fresh: async () => {},
    choose: () => gateway,
    rate: createRate(null),
    log: () => {},
  })
  return {
    setup,
    messageId,
    async run() {
      const source = (await queue.open(setup.accountId, messageId))!
      const settings = { ...kept, window: createWindow(WINDOW).urgent }
      const end = await runLane(source, settings, new AbortController().signal)
      assert.deepEqual(failures, [])
      return end
    },
  }
}

test('a group in which everybody has opted out is withdrawn, and the next one goes', async t => {
  const { setup, messageId, run } = await laneOf(t, sandbox => sandbox)
  await setup.ask('update subscribers set opted_out_at = now() where id <= $1', [WINDOW / 2])
  assert.equal(await run(), 'nothing due')
  assert.deepEqual(await setup.states(messageId), { accepted: 20, withdrawn: 10 })
  assert.equal(await setup.balance(), '10')
})

test('a message that is cancelled meanwhile ends its lane, and claimed SMS are refunded', async t => {
  let sent = 0
  const { setup, messageId, run } = await laneOf(t, sandbox => ({
    ...sandbox,
    async send(text) {
      if (sent++ === 0) await cancelMessage(setup.store, setup.accountId, messageId)
      return sandbox.send(text)
    },
  }))
  assert.equal(await run(), 'held back')
  const states = await setup.states(messageId)
  assert.deepEqual(states, { accepted: sent, withdrawn: PEOPLE - sent })
  assert.ok(sent <= WINDOW, `${sent} were sent`)
  assert.equal(await setup.balance(), String(PEOPLE - sent))
  assert.deepEqual(await setup.ask('select 1 from sms_claims'), [])
})
