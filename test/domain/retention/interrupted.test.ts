/**
 * A process that removes people is killed: the next one continues, and reports stay as they are.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { keptSince, removeOld } from '../../../src/domain/retention/remove-people.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { endedSending } from '../../support/ended-sending.ts'
import { moved } from '../../support/moved.ts'
import { until } from '../../support/until.ts'

const PEOPLE = 12
const MANY = 30_000
const BEFORE = keptSince(2)
const KILLED = 'killed remover'

test('a process that removes people is killed in the middle, and the next one continues', async () => {
  const setup = await endedSending(PEOPLE)
  const { store, accountId, sendingId, ask, connection } = setup
  try {
    await ask(
      `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts)
       select $1, 1, $2, i, 'p' || i::text || '@example.test', 'accepted', 1
       from generate_series($4::int, $3::int) i`,
      [accountId, sendingId, MANY, PEOPLE + 1],
    )
    await ask(
      `insert into engagements (account_id, source_kind, source_id, delivery_id, views)
       select account_id, 1, source_id, id, 1 from deliveries where account_id = $1`,
      [accountId],
    )
    await ask(`update sendings set finished_at = ${moved('finished_at', '-31536000')}`)
    const { counts } = await sendingProgress(store, accountId, sendingId)
    assert.deepEqual(counts, { accepted: MANY - 2, bounced: 2 })
    const left = async () =>
      (
        await ask('select (select count(*) from deliveries), (select count(*) from engagements)')
      )[0]!.map(Number)

    const script = new URL('../../support/forgetting-process.ts', import.meta.url).pathname
    const given = JSON.stringify({
      connection: { ...connection, application_name: KILLED },
      before: BEFORE,
    })
    const child = spawn(process.execPath, [script, given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    const ended = gone.then(() => Promise.reject(new Error('it ended by itself')))
    await Promise.race([once(child.stdout!, 'data'), ended])
    ended.catch(() => {})
    child.kill('SIGKILL')
    await gone
    // The server finishes what it was sent before it sees that its client is gone.
    await until(async () => {
      const [sessions] = await ask(
        'select count(*) from pg_stat_activity where application_name = $1',
        [KILLED],
      )
      return Number(sessions![0]) === 0
    })

    const [emails, opens] = await left()
    assert.ok(emails! > 0 && emails! < MANY, `${emails} emails are left`)
    assert.equal(opens, MANY)
    const between = await sendingProgress(store, accountId, sendingId)
    assert.deepEqual([between.counts, between.peopleRemoved !== null], [counts, true])

    // Two at once: neither waits for ever, and each row goes once.
    const removed = async () => {
      let sum = 0
      for await (const { rows } of removeOld(store, BEFORE)) sum += rows
      return sum
    }
    const sums = await Promise.all([removed(), removed()])
    assert.equal(sums[0]! + sums[1]!, emails! + MANY)
    assert.deepEqual(await left(), [0, 0])
    assert.deepEqual((await sendingProgress(store, accountId, sendingId)).counts, counts)
    assert.deepEqual(await ask('select people_left from sending_counts'), [['f']])
  } finally {
    await setup.drop()
  }
})
