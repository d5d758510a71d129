/**
 * The digest of a blog while the service is killed again and again: as it reads the feed, as people
 * enter, as emails are composed, as they go out. The feed repeats, is reordered, loses its ids and
 * changes them. Each person gets each item once.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { temporaryStore } from '../support/database.ts'
import { type GivenItem, posts, rss } from '../support/feeds.ts'
import { type Answer, fileServer, whole } from '../support/file-server.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { databaseUrl } from '../support/worker-process.ts'

const PEOPLE = Math.round(120 * Number(process.env.TEST_SCALE ?? 1))
/** New items of each week, and what has become of the older ones. */
const WEEKS: { fresh: number; changed(items: GivenItem[]): GivenItem[] }[] = [
  { fresh: 3, changed: items => items.toReversed() },
  { fresh: 2, changed: items => items.map(({ id: _, ...rest }) => rest) },
  {
    fresh: 4,
    changed: items => [...items, ...items].map(one => ({ ...one, id: `moved-${one.link}` })),
  },
]
const BEFORE = 5

test('kill -9 while a feed is read, composed and sent: each person gets each item once', async () => {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const number = async (text: string) => Number((await ask(text))[0]![0])
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-feeds-'))
  const sink = await startSink({ keep: 10_000 })
  const site = await fileServer()
  let items = posts(1, BEFORE)
  /** Set while a reader is to wait for its answer. */
  let isHeld = false
  const answer: Answer = (request, response) => {
    if (!isHeld) whole(rss(items))(request, response)
  }
  const feed = site.serve('/feed.xml', answer)
  const port = await freePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: 'https://mail.example.test',
    DATABASE_URL: databaseUrl(connection),
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    FETCH_ALLOW: '127.0.0.1',
    LEASE_SECONDS: '3',
    UNCERTAIN_MAX: '20',
  }
  let service = await startService(dataDir, env)
  const kill = async () => {
    await service.kill()
    service = await startService(dataDir, env)
  }
  /** A week goes by: the feed is due, and nobody who was killed still reads it. */
  const comes = () =>
    ask('update trigger_feeds set due_at = now(), claimed_until = null where begun returning 1')
  try {
    const accountId = await number('select min(id) from accounts')
    const rights = ['read', 'people', 'content', 'send'] as const
    const maker = { kind: 'command' } as const
    const given = { name: 'blog', rights: [...rights], maker, callsPerMinute: 100_000 }
    const { token } = await makeApiKey(store, accountId, given)
    const post = async (path: string, body: object): Promise<{ id: number }> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
      return (await answer.json()) as { id: number }
    }
    const { id: listId } = await post('/lists', { name: 'Readers', fromEmail: 'b@example.test' })
    const addresses = Array.from({ length: PEOPLE }, (_, i) => `r${i + 1}@example.test`)
    for (const email of addresses) await post('/subscribers', { listId, email })
    const { id } = await post('/recipes/blog-digest', { listId, feed })
    await post(`/triggers/${id}/resume`, {})
    await until(async () => (await number('select count(*) from trigger_feeds where begun')) === 1)

    const issues = 'select count(*) from trigger_feed_issues'
    const entered = 'select count(*) from trigger_entries'
    const written = 'select count(*) from deliveries'
    let last = BEFORE
    for (const [week, { fresh, changed }] of WEEKS.entries()) {
      const all = (week + 1) * PEOPLE
      items = [...posts(last + 1, last + fresh), ...changed(items)]
      last += fresh
      isHeld = true
      const reads = site.count('/feed.xml')
      await comes()
      await until(() => site.count('/feed.xml') > reads)
      await service.kill()
      assert.equal(await number(issues), week)
      isHeld = false
      service = await startService(dataDir, env)
      await comes()
      // As the issue is written, as people enter, and as their emails are made.
      const moment = [issues, entered, written][week % 3]!
      const before = [week, week * PEOPLE, week * PEOPLE][week % 3]!
      await until(async () => (await number(moment)) > before)
      await kill()
      await until(() => sink.seen.messages > week * PEOPLE)
      await kill()
      await until(async () => (await number(written)) === all)
      const unsent = `select count(*) from deliveries where next_try_at is not null
        or state in ('claimed', 'handed over')`
      await until(async () => (await number(unsent)) === 0)
      // The same feed is read once more, and another process has been killed meanwhile.
      const looked = `select count(*) from trigger_feeds where fresh = 0`
      await comes()
      await until(async () => (await number(looked)) === 1)
    }
    assert.equal(await number(issues), WEEKS.length)
    assert.equal(await number(entered), WEEKS.length * PEOPLE)
    assert.equal(await number(written), WEEKS.length * PEOPLE)
    const uncertain = new Set(
      (await ask('select email from deliveries where was_uncertain')).map(([email]) => email),
    )
    const numbers = Array.from({ length: last - BEFORE }, (_, i) => String(BEFORE + 1 + i))
    for (const address of addresses) {
      const mine = sink.messages.filter(({ rcpts }) => rcpts[0]!.includes(`<${address}>`))
      const shown = mine.flatMap(({ bytes }) => {
        const text = bytes.toString('latin1').replaceAll('=\r\n', '')
        return [...text.matchAll(/<h2[^>]*><a [^>]*>Post (\d+)<\/a>/g)].map(([, one]) => one!)
      })
      // An email whose relay was not heard to take it goes out again.
      const titles = uncertain.has(address) ? [...new Set(shown)] : shown
      const sorted = titles.sort((a, b) => Number(a) - Number(b))
      assert.deepEqual(sorted, numbers, address)
      assert.ok(mine.length <= WEEKS.length + (uncertain.has(address) ? WEEKS.length : 0))
    }
  } finally {
    await service.kill()
    await site.close()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
