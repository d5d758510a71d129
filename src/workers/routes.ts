/**
 * The relays as used by this process. Their limits are in the store and shared by all workers: rate
 * and connections are divided by the number of live workers, quotas are counted in the store,
 * pauses and slowed domains reach every worker within two seconds.
 */
import type { Db } from '../db/db.ts'
import { DEFAULT_ROUTE, type RouteRow, sealedFor } from '../domain/routes/keep-route.ts'
import { providerLimits } from '../domain/routes/provider-limits.sql.ts'
import { domainGroup } from '../domain/routes/providers.ts'
import { SANDBOX_ROUTE } from '../domain/routes/route-names.ts'
import { routeRules } from '../domain/routes/route-rules.sql.ts'
import { type RouteRule, routeFilter } from '../domain/routes/route-rules.ts'
import {
  keepDefaultRoute,
  quotaUsed,
  routes as routesInOrder,
  slowdowns,
} from '../domain/routes/routes.sql.ts'
import { warmUpOf } from '../domain/routes/warm-up.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { momentOfStore } from '../lib/instant.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { TimeOuts } from '../mail/smtp/opening.ts'
import type { SmtpEnvelope } from '../mail/smtp/transaction.ts'
import type { RelayVerdict } from '../mail/smtp/verdict.ts'
import type { Outgoing, Route, Routes } from './context.ts'
import {
  type OpenRoute,
  obstacleOf,
  openRoute,
  type RouteLog,
  routeOf,
  setPace,
} from './open-route.ts'
import { createProviderLookup } from './provider-lookup.ts'
import type { Slowdown } from './provider-pace.ts'
import { SHAPING_TIMES, type ShapingTimes } from './shaping.ts'

export interface RoutesOptions {
  db: Db
  sealer: Sealer
  /** The default relay, if there is one. */
  smtpUrl: string | undefined
  /** Base URL of links in emails; without it only a relay on this machine is used. */
  publicUrl: string | undefined
  /** Keeps emails while there is no relay. */
  sandbox: {
    send(envelope: SmtpEnvelope, message: Buffer, options: { kept: KeptFor }): Promise<RelayVerdict>
  }
  /** Overrides of the time-outs of RFC 5321. */
  timeOuts?: Partial<TimeOuts> | undefined
  /** DNS resolvers that are asked for MX records; default: those of this machine. */
  resolvers?: string[] | undefined
  /** Overrides of the pauses of shaping. */
  shapingTimes?: Partial<ShapingTimes> | undefined
  /** Says once when a route begins and ceases to refuse, is paused, or slows for a domain. */
  log: RouteLog
  report(error: unknown, name: string): void
}

/** The email that the sandbox keeps. */
type KeptFor = Pick<Outgoing, 'accountId' | 'sourceKind' | 'sourceId' | 'deliveryId' | 'subject'>

const REFRESH_MILLIS = 2_000
/** While no email is being sent. */
const REFRESH_AT_REST_MILLIS = 30_000
const ELSEWHERE =
  'default: SMTP_URL is not set for this process; if it is of no more use: pennypost route ' +
  'remove default'

const NOT_ALLOWED = 'no route takes these emails by its rules: see pennypost route-rule list'

export async function openRoutes({
  db,
  sealer,
  smtpUrl,
  publicUrl,
  sandbox,
  timeOuts,
  resolvers,
  shapingTimes,
  log,
  report,
}: RoutesOptions): Promise<Routes> {
  // Not written again: routes lie on every node of a cluster, and one may be down.
  if (
    smtpUrl !== undefined &&
    !(await routesInOrder(db, {})).some(({ id }) => id === DEFAULT_ROUTE)
  )
    await keepDefaultRoute(db, {})
  let open: OpenRoute[] = []
  let rules: RouteRule[] = []
  /**
   * Other processes have an SMTP_URL: they send the emails, and the sandbox of this process must
   * not take them.
   */
  let defaultElsewhere = false
  const inSandbox: Route = {
    id: SANDBOX_ROUTE,
    name: 'sandbox',
    send: ({ envelopeFrom, to, pieces, ...kept }) =>
      sandbox.send({ from: envelopeFrom, to }, Buffer.concat(pieces), { kept }),
    admit: async messages => messages,
    shape: async emails => emails.map(email => ({ provider: domainGroup(email) })),
    comesBack: () => undefined,
    learn: async () => {},
  }
  const lookup = createProviderLookup(resolvers)
  const terms = { publicUrl, timeOuts, lookup, times: { ...SHAPING_TIMES, ...shapingTimes }, log }
  let refreshedAt = 0
  /** Whether a route was requested since the last refresh. */
  let used = false
  const obstacle = (route: OpenRoute) => obstacleOf(route, publicUrl)
  const urlOf = (row: RouteRow) =>
    row.id === 0 ? smtpUrl! : sealer.open(row.sealedUrl, sealedFor).toString()
  await refresh()
  const timer = setInterval(() => {
    if (used || Date.now() - refreshedAt >= REFRESH_AT_REST_MILLIS)
      void refresh().catch(error => report(error, 'routes'))
    used = false
  }, REFRESH_MILLIS)
  timer.unref()

  return {
    choose(email, wished) {
      used = true
      if (open.length === 0) return defaultElsewhere ? { none: ELSEWHERE } : inSandbox
      const mayTake = routeFilter(rules, email)
      const allowed = open.filter(({ row: { id } }) => id === wished || mayTake(id))
      if (allowed.length === 0) return { none: NOT_ALLOWED }
      const usable = allowed.filter(route => obstacle(route) === undefined)
      const chosen = usable.find(({ row: { id } }) => id === wished) ?? usable[0]
      return chosen
        ? routeOf(db, chosen, log)
        : { none: allowed.map(route => `${route.row.name}: ${obstacle(route)}`).join('; ') }
    },
    inSandbox: withoutRoute,
    states() {
      if (withoutRoute()) return [{ name: inSandbox.name, up: true, paused: false }]
      return open.map(route => ({
        name: route.row.name,
        up: obstacle(route) === undefined,
        paused: route.row.pausedAt !== null,
      }))
    },
    async fresh() {
      // While idle, the number of workers that share the rate was not refreshed.
      if (!used || Date.now() - refreshedAt > 2 * REFRESH_MILLIS) await refresh()
    },
    async close() {
      clearInterval(timer)
      await Promise.all(open.map(({ relay }) => relay.close(5_000)))
    },
  }

  function withoutRoute(): boolean {
    return open.length === 0 && !defaultElsewhere
  }

  async function refresh(): Promise<void> {
    const [rows, ruleRows, { count }, slow, limits] = await Promise.all([
      routesInOrder(db, {}),
      routeRules(db, {}),
      livingWorkers(db, {}),
      slowdowns(db, {}),
      providerLimits(db, {}),
    ])
    const workers = Math.max(1, count)
    const next: OpenRoute[] = []
    let withOthers = false
    for (const row of rows) {
      if (row.id === 0 && smtpUrl === undefined) {
        withOthers = true
        continue
      }
      const share = Math.max(1, Math.floor(row.connections / workers))
      const route = reuse(row, share) ?? openRoute(db, row, { ...terms, url: urlOf(row), share })
      route.row = row
      route.pacing.share(row, workers)
      route.setRate = row.ratePerSecond === null ? null : row.ratePerSecond / workers
      setPace(route)
      await route.pacing.keepPerConnection(route.relay.state().messagesPerConnection)
      route.shaping.share({
        workers,
        warmUp: warmUpOf(row),
        limits: limits.filter(({ routeId }) => routeId === row.id),
        slowdowns: slowdownsOf(row.id, slow, terms.times),
      })
      if (row.dailyQuota !== null)
        route.quotaLeft =
          row.dailyQuota - ((await quotaUsed(db, { routeId: row.id }))?.messages ?? 0)
      next.push(route)
    }
    for (const old of open) if (!next.includes(old)) void old.relay.close(60_000)
    open = next
    rules = ruleRows
    defaultElsewhere = withOthers
    refreshedAt = Date.now()
  }

  function reuse(row: RouteRow, share: number): OpenRoute | undefined {
    const known = open.find(({ row: { id } }) => id === row.id)
    const same =
      known &&
      known.share === share &&
      known.row.sealedUrl === row.sealedUrl &&
      known.row.emailsPerConnection === row.emailsPerConnection
    return same ? known : undefined
  }
}

const slowdownsOf = (
  id: number,
  rows: Awaited<ReturnType<typeof slowdowns>>,
  { raiseMillis }: ShapingTimes,
): Map<string, Slowdown> =>
  new Map(
    rows
      .filter(({ routeId }) => routeId === id)
      .map(({ domainGroup, until, changedAt, perMinute }) => {
        const begun = [until, changedAt].map(given => momentOfStore(given).getTime())
        const raisesAt = new Date(Math.max(...begun) + raiseMillis)
        return [domainGroup, { until: momentOfStore(until), raisesAt, perMinute }]
      }),
  )
