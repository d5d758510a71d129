/** An open relay: its state in this process, its usability, and the effects of its replies. */
import type { Db } from '../db/db.ts'
import { replyText, type TryResult } from '../domain/deliveries/outcome.ts'
import { detailed } from '../domain/details/details.ts'
import { DEFAULT_ROUTE, type RouteRow } from '../domain/routes/keep-route.ts'
import {
  endRest,
  keepRouteDay,
  pauseRoute,
  restRoute,
  useQuota,
} from '../domain/routes/routes.sql.ts'
import { interruptiblePause } from '../lib/interruptible-pause.ts'
import { isLoopback } from '../lib/loopback.ts'
import { createRate, type Rate } from '../lib/rate.ts'
import { tagFor } from '../mail/provider-events/mappings.ts'
import type { TimeOuts } from '../mail/smtp/opening.ts'
import { createRelay, type Relay } from '../mail/smtp/relay.ts'
import { greetedBy, readSmtpUrl } from '../mail/smtp/url.ts'
import type { Route } from './context.ts'
import type { ProviderLookup } from './provider-lookup.ts'
import { createRoutePacing, type RoutePacing } from './route-pacing.ts'
import { createShaping, type Shaping, type ShapingTimes } from './shaping.ts'

export interface OpenRoute {
  row: RouteRow
  host: string
  relay: Relay
  rate: Rate
  /** This process's share of the rate that the operator has set. */
  setRate: number | null
  share: number
  quotaLeft: number
  shaping: Shaping
  /** The pace of the relay itself, for all recipients. */
  pacing: RoutePacing
  /** The relay accepted no emails: no attempt before this time. */
  restUntil: number
  restReason: string
  /** It accepted no emails when it was last tried. */
  refusing: boolean
  /** Consecutive refusals about us since the last accepted email. */
  refusals: number
}

/** One line for each change of a route, never one for each email. */
export interface RouteLog {
  info(event: string, facts: Record<string, string>): void
  warn(event: string, facts: Record<string, string>): void
}

const REST_MILLIS = 10_000
/** Emails that wait for the end of a rest, or of a probe, look so often. */
const LOOK_MILLIS = 250
/** Most of its rate that goes at once: relays count by the second. */
const BURST_SECONDS = 1 / 16
const REFUSALS_IN_A_ROW = 5

interface OpenOptions {
  url: string
  publicUrl: string | undefined
  share: number
  timeOuts: Partial<TimeOuts> | undefined
  lookup: ProviderLookup
  times: ShapingTimes
  log: RouteLog
}

export function openRoute(
  db: Db,
  row: RouteRow,
  { url, publicUrl, share, timeOuts, lookup, times, log }: OpenOptions,
): OpenRoute {
  const address = greetedBy(readSmtpUrl(url), publicUrl)
  const relay = createRelay({
    address,
    connections: share,
    messagesPerConnection: emailsPerConnection(row),
    timeOuts,
  })
  return {
    row,
    host: address.host,
    relay,
    share,
    rate: createRate(null, BURST_SECONDS),
    setRate: null,
    quotaLeft: Infinity,
    shaping: createShaping({ db, routeId: row.id, routeName: row.name, lookup, times, log }),
    pacing: createRoutePacing({ db, row, times, log }),
    restUntil: 0,
    restReason: '',
    refusing: row.refusingSince !== null,
    refusals: 0,
  }
}

/** As set, or fewer if a connection takes fewer. */
const emailsPerConnection = ({
  emailsPerConnection: set,
  learnedPerConnection: learned,
}: RouteRow): number => Math.min(set, learned ?? set)

/** Why the route is not usable now, in words. */
export function obstacleOf(route: OpenRoute, publicUrl: string | undefined): string | undefined {
  const { row, host, quotaLeft, restUntil, restReason } = route
  if (publicUrl === undefined && !isLoopback(host))
    return 'PUBLIC_URL is not set for this process, so links in the emails would lead nowhere'
  if (row.pausedAt !== null) return `paused: ${row.pausedReason}`
  if (row.dailyQuota !== null && quotaLeft <= 0)
    return `the quota of ${row.dailyQuota} emails a day is used up`
  if (Date.now() < restUntil) return restReason
  return route.pacing.obstacle()
}

/**
 * The VERP token of the return path is also the envelope id (RFC 3461), which is returned where
 * return paths get lost.
 */
const envelopeIdOf = (envelopeFrom: string) => {
  const [, token] = /^b-([^@]+)@/.exec(envelopeFrom) ?? []
  return token === undefined ? { dsn: undefined } : { dsn: { envelopeId: token } }
}

/** The route as used by lanes. */
export function routeOf(db: Db, route: OpenRoute, log: RouteLog): Route {
  const { row } = route
  return {
    id: row.id,
    name: row.name,
    send({ envelopeFrom, senderDomain, to, pieces, utf8Headers, stillOurs, urgent, provider }) {
      const { shaping, pacing } = route
      const { connections, emailsPerConnection } = shaping.limitsOf(provider)
      const returned = envelopeIdOf(envelopeFrom)
      const ours = senderDomain === undefined ? [] : [senderDomain]
      const envelope = { from: envelopeFrom, to, ours, utf8Headers, ...returned }
      const tag = returned.dsn && tagFor(row.provider, returned.dsn.envelopeId)
      const sent = route.relay.send(envelope, tag ? [tag, ...pieces] : pieces, {
        canonical: true,
        urgent,
        destination:
          connections === null && emailsPerConnection === null
            ? undefined
            : { name: provider, connections, messagesPerConnection: emailsPerConnection },
        // Emails wait in the relay's queue: the provider may have asked for less meanwhile.
        stillOurs: () => stillOurs() && shaping.mayGo(provider) && pacing.mayGo(),
      })
      const judged = sent.then(verdict => {
        const found = pacing.judge(provider, verdict)
        setPace(route)
        // Who waits for the rate looks again at the pace.
        if (found.limit) route.rate.release()
        return found
      })
      return connections === null ? judged : shaping.countInHand(provider, judged)
    },
    async admit(messages, urgent, stopping) {
      const allowed = await admitted(route, messages, urgent, stopping)
      if (allowed === 0) return 0
      if (row.dailyQuota === null) return allowed
      const used = await useQuota(db, { routeId: row.id, messages: allowed, quota: row.dailyQuota })
      // The quota row of the day does not exist yet: it is created here, and nothing is sent until
      // then.
      if (!used) await keepRouteDay(db, { routeId: row.id })
      else route.quotaLeft = used.left
      return used?.granted ?? 0
    },
    shape: (emails, urgent = false) => route.shaping.shape(emails, urgent),
    comesBack: route.shaping.comesBack,
    learn: (provider, tried) => learn(db, route, log, provider, tried),
  }
}

/** The rate is the lower of the operator's and the learned one. */
export function setPace({ rate, setRate, pacing }: OpenRoute): void {
  const found = pacing.rate()
  rate.set(setRate === null || found === null ? (setRate ?? found) : Math.min(setRate, found))
}

/** Waits for the pace and the rate; none if another route is better asked, or the process stops. */
async function admitted(
  { pacing, rate }: OpenRoute,
  messages: number,
  urgent = false,
  stopping?: AbortSignal,
): Promise<number> {
  while (!stopping?.aborted && pacing.obstacle() === undefined) {
    const may = pacing.mayTry()
    if (may === 'probe') return 1
    if (may === 'any') {
      const taken = await rate.take(messages, urgent, stopping)
      if (taken > 0 && pacing.mayGo()) return taken
    } else {
      const millis = Math.min(LOOK_MILLIS, Math.max(10, pacing.waitsFor()))
      await interruptiblePause(millis, stopping)
    }
  }
  return 0
}

/**
 * A refused email, or a refused log-in (RFC 4954 6): providers lock accounts that go on trying a
 * wrong password.
 */
const isAboutSender = ({ outcome, about, code }: TryResult): boolean =>
  (outcome === 'refused' && about === 'us') ||
  (outcome === 'unusable' && (code === 530 || code === 534 || code === 535))

/** The endpoint of access tokens refuses: it will until a person changes something. */
const isTokenRefused = ({ outcome, about, code }: TryResult): boolean =>
  outcome === 'unusable' && about === 'us' && code === 0

/** Applies a reply to the route: it rests, is paused or slows for a provider, or recovers. */
async function learn(
  db: Db,
  route: OpenRoute,
  log: RouteLog,
  provider: string,
  tried: TryResult,
): Promise<void> {
  const { wronged, refusal } = await route.pacing.learn()
  if (wronged.length > 0) await route.shaping.forgive(wronged)
  if (refusal !== undefined) refused(route, log, refusal)
  if (tried.outcome === 'accepted') {
    route.refusals = 0
    if (route.shaping.countAccepted(provider)) await route.shaping.accelerate(provider)
    if (route.refusing && route.pacing.mayGo()) await recovered(db, route, log)
    return
  }
  if (tried.limit) return
  if (tried.outcome === 'unusable') await rest(db, route, log, tried)
  await route.shaping.learn(provider, tried, route.pacing.isRepeated(provider, tried))
  if (isTokenRefused(tried)) return pauseSelf(db, route, log, tried)
  // A single receiver's policy does not stop a route; several consecutive refusals do.
  if (isAboutSender(tried) && ++route.refusals >= REFUSALS_IN_A_ROW)
    await pauseSelf(db, route, log, tried)
}

const changeAddress = (routeId: number): string =>
  detailed(routeId === DEFAULT_ROUTE ? 'relay-change-setting' : 'relay-change-address').detail

async function pauseSelf(db: Db, route: OpenRoute, log: RouteLog, tried: TryResult): Promise<void> {
  const { id: routeId, name } = route.row
  const remedy = isTokenRefused(tried) ? `. ${changeAddress(routeId)}` : ''
  // The remedy is never cut: it is read back as a code.
  const reply = replyText(tried).slice(0, 500 - remedy.length) + remedy
  route.row = { ...route.row, pausedAt: new Date().toISOString(), pausedReason: reply }
  // The first of all workers says so.
  if ((await pauseRoute(db, { routeId, reason: reply })) > 0)
    log.warn('a route is paused', { route: name, reply })
}

/** The emails of a group fail together: the first begins the rest. */
async function rest(db: Db, route: OpenRoute, log: RouteLog, tried: TryResult): Promise<void> {
  if (Date.now() < route.restUntil) return
  const { id: routeId } = route.row
  const reply = replyText(tried).slice(0, 500)
  route.restUntil = Date.now() + REST_MILLIS
  route.restReason = `takes no emails: ${tried.text}`
  refused(route, log, reply)
  await restRoute(db, { routeId, reason: reply, millis: REST_MILLIS })
}

function refused(route: OpenRoute, log: RouteLog, reply: string): void {
  if (!route.refusing) log.warn('a route accepts no emails', { route: route.row.name, reply })
  route.refusing = true
}

async function recovered(db: Db, route: OpenRoute, log: RouteLog): Promise<void> {
  route.refusing = false
  log.info('a route accepts emails again', { route: route.row.name })
  await endRest(db, { routeId: route.row.id })
}
