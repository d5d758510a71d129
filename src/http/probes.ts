/** Endpoints for monitoring: /healthz, /readyz, /metrics. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isDiskFull, isReadOnly, StoreReadOnly } from '../db/again.ts'
import { nodesReached } from '../db/cluster/nodes-reached.ts'
import type { Store } from '../db/db.ts'
import { schemaNumber, storeNumber } from '../db/migrate.ts'
import { plainAddress } from '../lib/ip-address.ts'
import type { Metrics } from '../metrics/registry.ts'

/** Why the store is not usable now; undefined if it is. */
export async function troubleOfStore(
  store: Store,
  patienceMillis = 3000,
): Promise<string | undefined> {
  const known = store.trouble()
  if (known !== undefined) return known
  const abort = new AbortController()
  const late = pause(patienceMillis, 'the store does not answer', { signal: abort.signal }).catch(
    () => undefined,
  )
  const asked = store
    .withClient(async client => {
      if (store.wasFull()) {
        await refuseFull(client)
        store.foundRoom()
      }
      return numberOfWritable(client)
    })
    .then(
      number =>
        number === schemaNumber()
          ? undefined
          : `the store has schema ${number}, this version wants ${schemaNumber()}`,
      troubleOf,
    )
  try {
    return await Promise.race([asked, late])
  } finally {
    abort.abort()
  }
}

function troubleOf(error: unknown): string {
  if (isReadOnly(error)) return 'the store takes no writes'
  return isDiskFull(error) ? 'the store has no room left on its disk' : 'the store does not answer'
}

/**
 * Fails if the disk is full still: sorts 2 MB, for which 64 kB of memory are a temporary file, so
 * nothing is left behind. The answer is that of the moment: a disk that was freed is used at once.
 */
async function refuseFull(client: pg.ClientBase): Promise<void> {
  await client.query("begin; set local work_mem = '64kB'")
  try {
    await client.query(
      "select count(*) from (select repeat('x', 1000) || n as x from generate_series(1, 2000) n " +
        'order by x desc offset 0) as sorted',
    )
  } finally {
    await client.query('rollback')
  }
}

/** A connection made to a primary may outlive its demotion to a standby. */
async function numberOfWritable(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(
    "select current_setting('transaction_read_only') as read_only",
  )
  if (rows[0].read_only === 'on') throw new StoreReadOnly()
  return storeNumber(client)
}

/** `up`: it answers the coordinator, and us. Undefined if the store does not answer in time. */
export async function nodesOfStore(
  store: Store,
): Promise<{ name: string; up: boolean }[] | undefined> {
  const abort = new AbortController()
  const late = pause(2000, undefined, { signal: abort.signal }).catch(() => undefined)
  try {
    const silent = store.silentNodes()
    const asked = store.withClient(client => nodesReached(client, silent)).catch(() => undefined)
    return await Promise.race([asked, late])
  } finally {
    abort.abort()
  }
}

export interface Probes {
  /** True if the path is one of them. */
  answer(path: string, req: IncomingMessage, res: ServerResponse): boolean
}

export interface ProbesOptions {
  store: Store
  metrics: Metrics
  metricsToken: string | undefined
  /** The service is shutting down: balancers must send it no more requests. */
  stopping(): boolean
}

export function createProbes({ store, metrics, metricsToken, stopping }: ProbesOptions): Probes {
  const ready = async (res: ServerResponse) => {
    const trouble = stopping() ? 'the service is stopping' : await troubleOfStore(store)
    if (trouble !== undefined) return say(res, 503, trouble)
    // The accounts of the other nodes are served.
    const down = ((await nodesOfStore(store)) ?? []).filter(({ up }) => !up)
    const names = down.map(({ name }) => name).join(', ')
    say(res, 200, down.length === 0 ? 'ready' : `ready, but these nodes are down: ${names}`)
  }

  const measured = async (req: IncomingMessage, res: ServerResponse) => {
    if (metricsToken !== undefined) {
      if (!same(req.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
        res.setHeader('WWW-Authenticate', 'Bearer')
        return say(res, 401, 'The metrics want the token of METRICS_TOKEN.')
      }
    } else if (!fromThisMachine(req)) {
      return say(res, 403, 'The metrics are for this machine only, unless METRICS_TOKEN is set.')
    }
    const [text, type] = await metrics.text()
    res.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
  }

  return {
    answer(path, req, res) {
      if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics') return false
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.setHeader('Allow', 'GET, HEAD')
        say(res, 405, 'This address is only read.')
      } else if (path === '/healthz') say(res, 200, 'ok')
      else (path === '/readyz' ? ready(res) : measured(req, res)).catch(() => res.destroy())
      return true
    },
  }
}

export function say(res: ServerResponse, status: number, text: string): void {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Frame-Options': 'DENY',
  }
  res.writeHead(status, headers).end(`${text}\n`)
}

/** A request forwarded by a proxy on this machine comes from elsewhere. */
function fromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (
    headers['x-forwarded-for'] !== undefined ||
    headers.forwarded !== undefined ||
    headers.via !== undefined
  )
    return false
  const address = plainAddress(socket.remoteAddress ?? '')
  return address === '::1' || address.startsWith('127.')
}

/** Compares hashes, so that timing reveals neither length nor content. */
function same(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
