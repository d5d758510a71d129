/**
 * The process that takes mail in is killed without warning, again and again: acknowledged mail is
 * there, and is acted on once.
 */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newFolder } from '../cli/setup.ts'
import { DOMAIN, deliver, inboundSetup, report } from '../support/inbound.ts'
import { SECRET } from '../support/sending.ts'
import { until } from '../support/until.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const PEOPLE = 600

test('kill -9 between acknowledgement and judgement', async () => {
  const inbound = await inboundSetup({ people: PEOPLE })
  const sendingId = await inbound.accepted()
  // From here on the process alone takes mail in and judges.
  const port = inbound.port()
  await inbound.stopWorkers()
  const env = {
    DATABASE_URL: databaseUrl(inbound.connection),
    DATA_DIR: newFolder(),
    SECRET_KEY: SECRET,
    BOUNCE_PORT: String(port),
    BOUNCE_HOST: '127.0.0.1',
    BOUNCE_DOMAIN: DOMAIN,
  }
  const reminders = async () =>
    Number((await inbound.ask("select count(*) from work where kind = 'judge'"))[0]![0])
  const acknowledged = new Set<number>()
  let next = 1
  let over = false
  try {
    const senders = Array.from({ length: 6 }, async () => {
      while (!over && next <= PEOPLE) {
        const id = next++
        const message = report('5.1.1', '550 5.1.1 unknown', `p${id}@example.test`)
        // As mail servers do: until it is taken.
        while (!over) {
          const reply = await deliver(port, {
            to: [inbound.returnPath(sendingId, id)],
            message,
          }).catch(() => '')
          if (reply?.startsWith('250 2.0.0 Stored')) {
            acknowledged.add(id)
            break
          }
          await pause(50)
        }
      }
    })
    for (let kill = 0; kill < 4; kill++) {
      const worker = startWorker(env)
      await up(port)
      await pause(700)
      await worker.kill()
      const rows = await inbound.ask('select delivery_id from inbound_messages')
      const kept = new Set(rows.map(([id]) => Number(id)))
      for (const id of acknowledged)
        assert.ok(kept.has(id), `the message about ${id} was acknowledged, and is gone`)
    }
    const last = startWorker(env)
    await Promise.all(senders)
    await inbound.judged()
    // A reminder of what is judged already may be left by the killed; whoever finds nothing to do
    // for it takes it away.
    await until(async () => (await reminders()) === 0)
    await last.stop()
    assert.equal(acknowledged.size, PEOPLE)
    const rows = await inbound.ask('select count(*), count(distinct subscriber_id) from bounces')
    assert.deepEqual(rows, [[String(PEOPLE), String(PEOPLE)]])
    assert.deepEqual(await inbound.ask("select count(*) from deliveries where state = 'bounced'"), [
      [String(PEOPLE)],
    ])
    assert.deepEqual(
      await inbound.ask('select count(*) from subscribers where undeliverable_since is null'),
      [['0']],
    )
  } finally {
    over = true
    await inbound.close()
  }
})

const up = (port: number) =>
  until(
    () =>
      new Promise<boolean>(resolve => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
          resolve(false),
        )
        socket.once('connect', () => socket.destroy())
      }),
  )
