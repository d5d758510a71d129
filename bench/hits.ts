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
import { type Context, drive, type Running, startBare, startService } from './driving.ts'
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
const PIXEL_BEGINNING = 'GIF8'
/** Of the answers of a bare server. */
const LEAST = 0.4
const HALVED = 'redirect, p99 with 16 connections'
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

interface HitKind {
  name: 'pixel' | 'redirect'
  requests: string[]
  /** What the service's body begins with. */
  positive: string
}

export async function hits(given: Context): Promise<Omit<Result, 'loads'>> {
  const context = { ...given, fixture: await withAccount(given.fixture) }
  const { fixture, runs, quietly, log } = context
  await forgetHits(context)
  const figures = new Figures()
  const service = await startService(context)
  const bare = await startBare(PIXEL)
  const beside = await startBeside(context)
  const turned: Ratio[] = []
  const { pixels, links } = await requests(context)
  const kinds: HitKind[] = [
    { name: 'pixel', requests: pixels, positive: PIXEL_BEGINNING },
    { name: 'redirect', requests: links, positive: '' },
  ]
  let answered = 0
  try {
    // Warm-up: hot code is compiled in the first seconds, on both cores.
    for (const { port } of beside ? [beside, service] : [service])
      for (const { requests, positive } of kinds) {
        const warm = { connections: CONNECTIONS, measuredMs: WARM_MILLIS, port, requests, positive }
        answered += (await drive(warm)).allCalls
      }
    await untilCounted(context)
    // Autovacuum would do so within a minute: until then the planner takes the tables for empty.
    await execute(
      fixture.store,
      'analyze hits, hit_arrivals, hit_suspicions, engagements, clicked_links',
    )
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      const rates: string[] = []
      for (const kind of kinds) {
        const { base, calls, perSecond } = await measure(context, figures, { service, bare }, kind)
        answered += calls
        rates.push(`${kind.name} ${Math.round(perSecond)} (bare ${Math.round(base)})`)
        await untilCounted(context)
      }
      log(`run ${run + 1}: ${rates.join(', ')}`)
      const kept = await countHits(context)
      if (kept < answered) throw new Error(`${answered} hits were answered, and ${kept} are there`)
    }
    for (const { name, requests, positive } of kinds) {
      log(`${name}: taking turns`)
      const targets = [
        { name: `bare node:http (${name})`, port: bare.port, requests, positive: PIXEL_BEGINNING },
        { name, port: service.port, requests, positive },
        ...(beside
          ? [{ name: `${name} of the other checkout`, port: beside.port, requests, positive }]
          : []),
      ]
      turned.push(...(await quietly(() => takeTurns(figures, CONNECTIONS, targets, LEAST))))
      await untilCounted(context)
    }
  } finally {
    await bare.stop()
    await service.stop()
    await beside?.stop()
    await forgetHits(context)
  }
  return {
    name: 'hits',
    about:
      `The pixels of ${EMAILS} emails in turn, and one of ${LINKS} links of each, ` +
      `${CONNECTIONS} connections; durable when answered, and counted meanwhile.`,
    series: figures.series,
    ratios: [...kinds.map(({ name }) => ratioOf(figures, name)), ...turned, latencyOf(figures)],
  }
}

/** One run of a kind: the bare server, then the service, and clicks with half the connections. */
async function measure(
  { fixture, seconds, quietly }: Context,
  figures: Figures,
  { service, bare }: Record<'service' | 'bare', Running>,
  { name, requests, positive }: HitKind,
): Promise<{ base: number; perSecond: number; calls: number }> {
  const load = { connections: CONNECTIONS, measuredMs: seconds * 1000, requests, positive }
  const base = await quietly(() => drive({ ...load, port: bare.port, positive: PIXEL_BEGINNING }))
  figures.add(`bare node:http (${name})`, 'answers/s', base.perSecond)
  const committed = await commitsOf(fixture)
  const processor = processorOf(service.pid, fixture.dataDir)
  const hit = await quietly(() => drive({ ...load, port: service.port }))
  const used = processor()
  figures.add(name, 'answers/s', hit.perSecond)
  figures.add(`${name}, p99`, 'ms', hit.p99)
  figures.add(`${name}, cores used by the service`, 'cores', used.service)
  figures.add(`${name}, cores used by the store`, 'cores', used.store)
  const commits = (await commitsOf(fixture)) - committed
  figures.add(`${name}, hits per transaction of the store`, 'hits', hit.allCalls / commits)
  let calls = hit.allCalls
  if (name === 'redirect') {
    const half = { ...load, connections: CONNECTIONS / 2, port: service.port }
    const halved = await quietly(() => drive(half))
    figures.add(HALVED, 'ms', halved.p99)
    calls += halved.allCalls
  }
  return { base: base.perSecond, perSecond: hit.perSecond, calls }
}

const ratioOf = (figures: Figures, name: HitKind['name']): Ratio => {
  const base = `bare node:http (${name})`
  return ratio(`${name} / ${base}`, figures.get(name), figures.get(base), { least: LEAST })
}

function latencyOf(figures: Figures): Ratio {
  const halved = figures.get(HALVED)
  const ten = { name: '10 ms', unit: 'ms', runs: halved.runs.map(() => 10) }
  return ratio(`${HALVED} / 10 ms`, halved, ten, { most: 1 })
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
