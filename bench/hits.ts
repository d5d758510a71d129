/**
 * Tracking pixel and links of emails over 32 connections; each hit is durable when answered and
 * counted a moment later.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../src/db/migrate.ts'
import { findAccount } from '../src/domain/accounts/accounts.sql.ts'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { usernameKey } from '../src/domain/accounts/username.ts'
import { openKeys } from '../src/domain/keys/keys.ts'
import { foldHits } from '../src/domain/tracking/fold-hits.ts'
import { createSealer, secretKeyIn } from '../src/lib/secrets.ts'
import { linkToken, messageTokens } from '../src/mail/links/links.ts'
import { macKey } from '../src/mail/links/signing.ts'
import { type Context, drive, startBare, startService } from './driving.ts'
import { Figures, type Ratio, type Result, ratio } from './figures.ts'
import { commitsOf, execute, type Fixture, PASSWORD } from './fixture.ts'
import { processorOf } from './processors.ts'
import { sized } from './smoke.ts'
import { startBeside, takeTurns } from './turns.ts'

const CONNECTIONS = 32
/**
 * Enough emails that none is opened or clicked repeatedly: that would be classified as a machine,
 * and costs more.
 */
const EMAILS = sized(20_000, 200)
const LINKS = 20
const SENDING = 987_654
const WARM_MILLIS = sized(8000, 20)
const PIXEL = 'GIF89a'.padEnd(42, ' ')
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

export async function hits(given: Context): Promise<Omit<Result, 'loads'>> {
  const context = { ...given, fixture: await withAccount(given.fixture) }
  const { fixture, runs, seconds, quietly, log } = context
  await forgetHits(context)
  const figures = new Figures()
  const service = await startService(context)
  const bare = await startBare(PIXEL)
  const beside = await startBeside(context)
  const turned: Ratio[] = []
  const { pixels, links } = await requests(context)
  const load = { connections: CONNECTIONS, measuredMs: seconds * 1000 }
  /** The body of the pixel begins with GIF8 and a 9; a redirect has none. */
  const positive = 'GIF8'
  let answered = 0
  try {
    // Warm-up: hot code is compiled in the first seconds, on both cores.
    for (const { port } of beside ? [beside, service] : [service])
      for (const requests of [pixels, links]) {
        const warm = { ...load, measuredMs: WARM_MILLIS, port, requests }
        answered += (await drive({ ...warm, positive: requests === pixels ? positive : '' }))
          .allCalls
      }
    await untilCounted(context)
    // Autovacuum would do so within a minute: until then the planner takes the tables for empty.
    await execute(
      fixture.store,
      'analyze hits, hit_arrivals, hit_suspicions, engagements, clicked_links',
    )
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      const base = await quietly(() =>
        drive({ ...load, port: bare.port, requests: pixels, positive }),
      )
      figures.add('bare node:http', 'answers/s', base.perSecond)
      const committed = await commitsOf(fixture)
      const processor = processorOf(service.pid, fixture.dataDir)
      const opened = await quietly(() =>
        drive({ ...load, port: service.port, requests: pixels, positive }),
      )
      const used = processor()
      figures.add('pixel', 'answers/s', opened.perSecond)
      figures.add('pixel, p99', 'ms', opened.p99)
      figures.add('cores used by the service', 'cores', used.service)
      figures.add('cores used by the store', 'cores', used.store)
      figures.add(
        'hits per transaction of the store',
        'hits',
        opened.allCalls / ((await commitsOf(fixture)) - committed),
      )
      const clicked = await quietly(() =>
        drive({ ...load, port: service.port, requests: links, positive: '' }),
      )
      figures.add('redirect', 'answers/s', clicked.perSecond)
      figures.add('redirect, p99', 'ms', clicked.p99)
      const half = { ...load, connections: CONNECTIONS / 2, port: service.port }
      const halved = await quietly(() => drive({ ...half, requests: links, positive: '' }))
      figures.add('redirect, p99 with 16 connections', 'ms', halved.p99)
      log(
        `run ${run + 1}: bare ${Math.round(base.perSecond)}, pixel ` +
          `${Math.round(opened.perSecond)}, redirect ${Math.round(clicked.perSecond)}`,
      )
      await untilCounted(context)
      answered += opened.allCalls + clicked.allCalls + halved.allCalls
      const kept = await countHits(context)
      if (kept < answered) throw new Error(`${answered} hits were answered, and ${kept} are there`)
    }
    for (const [name, requests] of [['pixel', pixels] as const, ['redirect', links] as const]) {
      log(`${name}: taking turns`)
      const own = name === 'pixel' ? positive : ''
      const targets = [
        { name: `bare node:http (${name})`, port: bare.port, requests, positive },
        { name, port: service.port, requests, positive: own },
        ...(beside
          ? [{ name: `${name} of the other checkout`, port: beside.port, requests, positive: own }]
          : []),
      ]
      turned.push(...(await quietly(() => takeTurns(figures, CONNECTIONS, targets, 0.4))))
      await untilCounted(context)
    }
  } finally {
    await bare.stop()
    await service.stop()
    await beside?.stop()
    await forgetHits(context)
  }
  const base = figures.get('bare node:http')
  const ten = { name: '10 ms', unit: 'ms', runs: base.runs.map(() => 10) }
  return {
    name: 'hits',
    about:
      `The pixels of ${EMAILS} emails in turn, and one of ${LINKS} links of each, ` +
      `${CONNECTIONS} connections; durable when answered, and counted meanwhile.`,
    series: figures.series,
    ratios: [
      ratio('pixel / bare node:http', figures.get('pixel'), base, { least: 0.4 }),
      ratio('redirect / bare node:http', figures.get('redirect'), base, { least: 0.4 }),
      ...turned,
      ratio(
        'redirect, p99 with 16 connections / 10 ms',
        figures.get('redirect, p99 with 16 connections'),
        ten,
        { most: 1 },
      ),
    ],
  }
}

/** A separate account; the others are not needed. */
async function withAccount(fixture: Fixture): Promise<Fixture> {
  const { store } = fixture
  await migrate(store)
  const username = 'hits'
  const account =
    (await findAccount(store, { usernameKey: usernameKey(username) })) ??
    (await addAccount(store, { username, password: PASSWORD }))!
  const own = { ...fixture.people, username, accountId: account.id }
  return { ...fixture, people: own, lists: own }
}

async function requests({ fixture }: Context): Promise<{ pixels: string[]; links: string[] }> {
  const keys = await openKeys(fixture.store, createSealer(secretKeyIn(fixture.dataDir)))
  const { id, secret } = keys.newest()
  keys.close()
  const key = macKey(id, secret)
  const ref = { accountId: fixture.people.accountId, of: 'sending' as const, ofId: SENDING }
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${AGENT}\r\nAccept: */*\r\n\r\n`
  const links = Array.from({ length: LINKS }, (_, n) =>
    linkToken(
      key,
      ref,
      n + 1,
      `https://shop.example.com/products/bicycle-${n}?campaign=autumn#top`,
    ),
  )
  const messages = Array.from(
    { length: EMAILS },
    (_, n) => messageTokens({ ...ref, id: n + 1 }, key).hit,
  )
  return {
    pixels: messages.map(hit => get(`/t/${hit}.gif`)),
    links: messages.map((hit, n) => get(`/t/${links[n % LINKS]}/${hit}`)),
  }
}

/**
 * Waits until all hits are counted and judged again, so that background work does not slow down the
 * next measurement.
 */
async function untilCounted({ fixture: { store, people } }: Context): Promise<void> {
  await foldHits(store, people.accountId)
  const suspicions = () =>
    store.withClient(
      async client => (await client.query('select from hit_suspicions limit 1')).rows.length,
    )
  while ((await suspicions()) > 0) await pause(200)
}

/** Without opens implied by clicks. */
async function countHits({ fixture: { store, people } }: Context): Promise<number> {
  const { rows } = await store.withClient(client =>
    client.query<{ count: string }>(
      `select count(*) from hits where account_id = ${people.accountId} and reason <> 'click'`,
    ),
  )
  return Number(rows[0]!.count)
}

const forgetHits = ({ fixture: { store } }: Context): Promise<void> =>
  execute(
    store,
    'truncate hits, hit_arrivals, engagements, clicked_links, hit_totals, hit_hours, ' +
      'hit_suspicions',
  )
