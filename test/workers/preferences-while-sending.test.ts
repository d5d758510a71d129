/**
 * Preferences that readers change while a sending runs hold for whatever was not handed over.
 * TEST_SCALE=10: a sending to 20,000.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import {
  type PreferenceChoice,
  savePreferences,
} from '../../src/domain/preferences/reader-preferences.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const SCALE = Number(process.env.TEST_SCALE ?? 1)
const PEOPLE = Math.round(2000 * SCALE)
/** The most that are handed over at a time. */
const WINDOW = 20
const EACH = Math.round(80 * SCALE)

test('pauses, leaving and the kind of email, chosen while a sending runs', async () => {
  const setup = await sendingSetup(PEOPLE)
  const { store, accountId, listId, ask, send, startWorkers, drop } = setup
  const sink = await startSink({ keep: PEOPLE, tricks: [{ at: 'rcpt', do: 'hold' }] })
  const workers = await startWorkers(sink.port, { UNCERTAIN_MAX: String(WINDOW) })
  const idsIn = async (states: string[]) =>
    (await ask('select id from deliveries where state = any ($1) order by id desc', [states])).map(
      ([id]) => Number(id),
    )
  try {
    const sendingId = await send()
    // The relay has some in hand, and answers no more.
    await until(async () => (await idsIn(['handed over'])).length > 0)
    const waiting = await until(async () => {
      const [planned, all] = [await idsIn(['planned']), await ask('select 1 from deliveries')]
      return all.length === PEOPLE && planned
    })
    const claimed = await idsIn(['claimed'])
    const choice = (of: Partial<PreferenceChoice>): PreferenceChoice => ({
      lists: { shown: [], wanted: [] },
      values: new Map(),
      ...of,
    })
    const changed: Record<string, number[]> = {}
    async function change(name: string, ids: number[], act: (id: number) => Promise<unknown>) {
      for (const id of ids) await act(id)
      changed[name] = ids
    }
    const save = (id: number, of: Partial<PreferenceChoice>) =>
      savePreferences(store, accountId, id, choice(of))
    const group = (n: number) => [
      ...waiting.slice(n * EACH, (n + 1) * EACH),
      ...claimed.slice(n * 20, (n + 1) * 20),
    ]
    const pausedUntil = new Date(Date.now() + 30 * 86_400_000)
    await change('paused', group(0), id => save(id, { pausedUntil }))
    await change('unsubscribed', group(1), id =>
      save(id, { lists: { shown: [listId], wanted: [] } }),
    )
    await change('opted out', group(2), id =>
      optOut(store, accountId, {
        email: `p${id}@example.test`,
        reason: '',
        listText: '',
        sendingText: '',
      }),
    )
    // The kind is read when a process takes emails into hand, some hundred at a time.
    await change('text', waiting.slice(3 * EACH, 4 * EACH), id => save(id, { format: 'text' }))
    const gone = new Set(await idsIn(['handed over', 'accepted']))
    assert.ok(gone.size <= WINDOW, `${gone.size} handed over`)
    const planned = new Set(await idsIn(['planned']))
    sink.release()
    await until(
      async () => (await findSending(store, { accountId, sendingId }))?.state === 'finished',
    )
    const got = new Map(
      sink.messages.map(({ rcpts, bytes }) => [/p\d+@/.exec(rcpts[0]!)![0], bytes]),
    )
    for (const reason of ['paused', 'unsubscribed', 'opted out']) {
      const held = changed[reason]!.filter(id => !gone.has(id))
      assert.ok(held.length >= EACH, reason)
      for (const id of held) assert.equal(got.has(`p${id}@`), false, `${reason}: ${id}`)
      const rows = await ask(
        `select distinct state from deliveries where id = any ($1::bigint[])`,
        [held],
      )
      assert.deepEqual(rows, [['withdrawn']], reason)
    }
    const text = changed.text!.filter(id => planned.has(id))
    assert.ok(text.length > 0)
    for (const id of text)
      assert.match(got.get(`p${id}@`)!.toString(), /^Content-Type: text\/plain/im, String(id))
    for (const id of text)
      assert.doesNotMatch(got.get(`p${id}@`)!.toString(), /text\/html/i, String(id))
    const withdrawn = ['paused', 'unsubscribed', 'opted out'].flatMap(one => changed[one]!)
    const left = withdrawn.filter(id => !gone.has(id)).length
    assert.equal(got.size, PEOPLE - left, 'everybody else got it, once')
    assert.equal(sink.seen.messages, PEOPLE - left)
  } finally {
    await workers.stop()
    await sink.stop()
    await drop()
  }
})
