/**
 * A relay that is open: what this process knows of it, whether something can go by it, and what
 * replies teach.
 */
import type { Db } from '../db/db.ts'
import { replyText, type TryResult } from '../domain/deliveries/outcome.ts'
import { domainGroup } from '../domain/routes/domain-group.ts'
import type { RouteRow } from '../domain/routes/keep-route.ts'
import {
  keepRouteDay,
  pauseRoute,
  recover,
  slowDown,
  useQuota,
} from '../domain/routes/routes.sql.ts'
import { isLoopback } from '../lib/loopback.ts'
import { createRate, type Rate } from '../lib/rate.ts'
import type { TimeOuts } from '../mail/smtp/opening.ts'
import { createRelay, type Relay } from '../mail/smtp/relay.ts'
import { readSmtpUrl } from '../mail/smtp/url.ts'
import type { Route } from './context.ts'

export interface OpenRoute {
  row: RouteRow
  host: string
  relay: Relay
  rate: Rate
  share: number
  quotaLeft: number
  slowed: Map<string, Date>
  /** The relay took no letters: it is left alone until then. */
  restUntil: number
  restReason: string
  /** Refusals about us since the last letter that was taken. */
  refusals: number
}

const REST_MILLIS = 10_000
const REFUSALS_IN_A_ROW = 5

interface OpenOptions {
  url: string
  share: number
  timeOuts: Partial<TimeOuts> | undefined
}

export function openRoute(row: RouteRow, { url, share, timeOuts }: OpenOptions): OpenRoute {
  const address = readSmtpUrl(url)
  const relay = createRelay({
    address,
    connections: share,
    messagesPerConnection: row.lettersPerConnection,
    timeOuts,
  })
  return {
    row,
    host: address.host,
    relay,
    share,
    rate: createRate(null),
    quotaLeft: Infinity,
    slowed: new Map(),
    restUntil: 0,
    restReason: '',
    refusals: 0,
  }
}

/** Why nothing can go by it now, in words. */
export function obstacleOf(route: OpenRoute, publicUrl: string | undefined): string | undefined {
  const { row, host, quotaLeft, restUntil, restReason } = route
  if (publicUrl === undefined && !isLoopback(host))
    return 'PUBLIC_URL is not set for this process, so links in the letters would lead nowhere'
  if (row.pausedAt !== null) return `paused: ${row.pausedReason}`
  if (row.dailyQuota !== null && quotaLeft <= 0)
    return `the quota of ${row.dailyQuota} letters a day is used up`
  if (Date.now() < restUntil) return restReason
  return undefined
}

/**
 * What names the letter in its return path names it in the envelope id too (RFC 3461), which comes
 * back where return paths get lost.
 */
const named = (envelopeFrom: string) => {
  const [, token] = /^b-([^@]+)@/.exec(envelopeFrom) ?? []
  return token === undefined ? {} : { dsn: { envelopeId: token } }
}

/** The route as lanes see it. */
export function routeOf(db: Db, route: OpenRoute): Route {
  const { row } = route
  return {
    id: row.id,
    name: row.name,
    send: ({ envelopeFrom, to, pieces, utf8Headers, stillOurs, urgent }) =>
      route.relay.send({ from: envelopeFrom, to, utf8Headers, ...named(envelopeFrom) }, pieces, {
        canonical: true,
        urgent,
        beforeData: async () => stillOurs(),
      }),
    async admit(letters, urgent) {
      const allowed = await route.rate.take(letters, urgent)
      if (row.dailyQuota === null) return allowed
      const used = await useQuota(db, { routeId: row.id, letters: allowed, quota: row.dailyQuota })
      // The day has no row yet: it has one after this, and nothing goes until then.
      if (!used) await keepRouteDay(db, { routeId: row.id })
      else route.quotaLeft = used.left
      return used?.granted ?? 0
    },
    slowedUntil(email) {
      const until = route.slowed.get(domainGroup(email))
      return until && until.getTime() > Date.now() ? until : undefined
    },
    learn: (email, tried) => learn(db, route, email, tried),
  }
}

/**
 * What a reply says of the route itself: it rests, is paused or slowed for a domain, or recovers.
 */
async function learn(db: Db, route: OpenRoute, email: string, tried: TryResult): Promise<void> {
  const routeId = route.row.id
  const domain = domainGroup(email)
  const reply = replyText(tried).slice(0, 500)
  if (tried.outcome === 'unusable') {
    route.restUntil = Date.now() + REST_MILLIS
    route.restReason = `takes no letters: ${tried.text}`
  } else if (tried.outcome === 'refused' && tried.about === 'us') {
    // One receiver's policy is no reason to stop; several refusals in a row, with nothing taken
    // between them, are.
    if (++route.refusals < REFUSALS_IN_A_ROW) return
    await pauseRoute(db, { routeId, reason: reply })
    route.row = { ...route.row, pausedAt: new Date().toISOString(), pausedReason: reply }
  } else if (
    tried.outcome === 'deferred' &&
    (tried.code === 421 || tried.enhanced?.startsWith('4.7.'))
  ) {
    if (route.slowed.has(domain)) return
    route.slowed.set(domain, new Date(Date.now() + 60_000))
    await slowDown(db, { routeId, domainGroup: domain, reply })
  } else if (tried.outcome === 'accepted') {
    route.refusals = 0
    if (!route.slowed.delete(domain)) return
    await recover(db, { routeId, domainGroup: domain })
  }
}
