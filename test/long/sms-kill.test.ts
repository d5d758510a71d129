/**
 * Workers are killed without warning while an SMS goes to two thousand numbers. In the end nobody
 * has it twice, what is said to be accepted is what the gateway took, what is not known is said not
 * to be, and the credits agree with all of it.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { smppServer } from '../sms/server.ts'
import { smsSetup } from '../sms/setup.ts'
import { until } from '../support/until.ts'
import { databaseUrl, startWorker, type WorkerProcess } from '../support/worker-process.ts'

const PEOPLE = 2000
const KILLS = 5
const WINDOW = 40

test('kill -9 during a run of texts', async t => {
  const refused = (number: string): boolean => number.endsWith('7')
  const server = await smppServer({
    answer: (pdu, session, count) => {
      const number = String(pdu.destination_addr)
      // As a gateway some way off: killed workers find segments under way.
      setTimeout(() => {
        session.send(
          pdu.response(refused(number) ? { command_status: 0x0b } : { message_id: `kill${count}` }),
        )
      }, 15)
      return undefined
    },
  })
  const setup = await smsSetup(PEOPLE, String(3 * PEOPLE))
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-sms-'))
  let worker: WorkerProcess | undefined
  t.after(async () => {
    await worker?.kill()
    rmSync(dataDir, { recursive: true, force: true })
    await server.close()
    await setup.drop()
  })
  const env = {
    DATABASE_URL: databaseUrl(setup.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for the tests, long enough',
    SMS_URL: `smpp://user:secret@127.0.0.1:${server.port}?window=${WINDOW / 2}&from=Shop`,
    LEASE_SECONDS: '2',
    LOG_LEVEL: 'silent',
  }
  // Two segments, so that kills find SMS of which a part is with the gateway.
  const { messageId, cost } = await setup.send('An SMS in two segments. '.repeat(8))
  assert.equal(cost, String(2 * PEOPLE))
  for (let kill = 1; kill <= KILLS; kill++) {
    worker = startWorker(env)
    const before = server.submits.length
    await until(async () => server.submits.length > before + 100)
    await pause(Math.random() * 100)
    await worker.kill()
  }
  worker = startWorker(env)
  await until(async () => {
    const [row] = await setup.ask('select state from sms_messages where id = $1', [messageId])
    return row?.[0] === 'finished'
  })
  await worker.stop()

  const parts = new Map<string, number[]>()
  for (const pdu of server.submits) {
    const { udh } = pdu.short_message as { udh: Buffer[] }
    const number = `+${pdu.destination_addr}`
    parts.set(number, [...(parts.get(number) ?? []), udh[0]![4]!])
  }
  for (const [number, numbers] of parts)
    assert.equal(new Set(numbers).size, numbers.length, `${number} got a part twice`)
  const rows = await setup.ask(
    'select number, state, given_back from sms_deliveries order by number',
  )
  assert.equal(rows.length, PEOPLE)
  const counts = new Map<string, number>()
  for (const [number, state, givenBack] of rows as [string, string, string][]) {
    counts.set(state, (counts.get(state) ?? 0) + 1)
    const had = parts.get(number)?.sort().join() ?? ''
    assert.equal(
      givenBack === 't',
      state === 'refused',
      `${number}: ${state}, given back: ${givenBack}`,
    )
    if (state === 'accepted') assert.equal(had, '1,2', number)
    else if (state === 'refused') assert.deepEqual([had, refused(number)], ['1', true], number)
    else assert.equal(state, 'uncertain', number)
  }
  const uncertain = counts.get('uncertain') ?? 0
  t.diagnostic(`${server.submits.length} segments, ${JSON.stringify(Object.fromEntries(counts))}`)
  assert.ok(uncertain > 0 && uncertain <= KILLS * WINDOW, `${uncertain} uncertain`)

  // Two for each SMS, but for those that were refused.
  const expected = PEOPLE * 3 - 2 * (PEOPLE - (counts.get('refused') ?? 0))
  assert.equal(await setup.balance(), String(expected))
  const [[sum]] = (await setup.ask('select trim_scale(sum(amount)) from credit_entries')) as [
    [string],
  ]
  assert.equal(sum, String(expected))
  const [[claims]] = (await setup.ask('select count(*) from sms_claims')) as [[string]]
  assert.equal(Number(claims), 0)
})
