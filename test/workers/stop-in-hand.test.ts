/**
 * A sending is paused, and cancelled, while a slow relay has an email on each of its connections:
 * no other email is sent, and the command's report agrees with the arrived emails.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../src/db/db.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { cancelSending, pauseSending } from '../../src/domain/sendings/steer-sending.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'

const PEOPLE = 300
const CONNECTIONS = 10

/** A relay that replies to the end of an email only when it is told to. */
async function withSlowRelay(t: TestContext) {
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  const sink = await startSink({ tricks: [{ at: 'dot', do: 'hold' }] })
  /** A worker has read that the sending was stopped. */
  let noticed = false
  const watched: Store = {
    ...store,
    run: (statement, ...rest) => {
      const ran = store.run(statement, ...rest)
      if (statement.name === 'sendings.sendingState')
        void ran.then(({ rows }) => {
          noticed ||= rows[0]?.[0] !== 'sending'
        })
      return ran
    },
  }
  const workers = await startWorkers(sink.port, {}, watched)
  t.after(async () => {
    sink.release()
    await workers.stop()
    await sink.stop()
    await drop()
  })
  const sendingId = await send()
  while (sink.seen.messages < CONNECTIONS) await pause(10)
  return {
    store,
    accountId,
    sendingId,
    /** Lets the relay go on once the workers have noticed the stop. */
    async goOn() {
      while (!noticed) await pause(10)
      sink.release()
      while ((await ask('select 1 from claims')).length > 0) await pause(10)
      return sink.seen.messages
    },
    countsNow: async () => (await sendingProgress(store, accountId, sendingId)).counts,
  }
}

test('a pause holds for emails that are marked and wait for a slow relay', async t => {
  const { store, accountId, sendingId, goOn, countsNow } = await withSlowRelay(t)
  const { onTheirWay } = await pauseSending(store, accountId, sendingId)
  assert.deepEqual(await countsNow(), {
    planned: PEOPLE - onTheirWay,
    'handed over': onTheirWay,
  })
  assert.ok(onTheirWay >= CONNECTIONS && onTheirWay < PEOPLE, `${onTheirWay} on their way`)
  assert.equal(await goOn(), CONNECTIONS)
  assert.deepEqual(await countsNow(), { accepted: CONNECTIONS, planned: PEOPLE - CONNECTIONS })
})

test('a cancellation withdraws emails that are marked and wait for a slow relay', async t => {
  const { store, accountId, sendingId, goOn, countsNow } = await withSlowRelay(t)
  const { withdrawn, onTheirWay } = await cancelSending(store, accountId, sendingId)
  assert.deepEqual(await countsNow(), { withdrawn, 'handed over': onTheirWay })
  assert.equal(withdrawn + onTheirWay, PEOPLE)
  assert.ok(onTheirWay >= CONNECTIONS && withdrawn > 0, `${onTheirWay} on their way`)
  assert.equal(await goOn(), CONNECTIONS)
  while ((await countsNow()).planned) await pause(10)
  assert.deepEqual(await countsNow(), { accepted: CONNECTIONS, withdrawn: PEOPLE - CONNECTIONS })
})
