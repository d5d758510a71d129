/**
 * The relays as this process uses them. What they may carry stands in the store and is shared by all workers: rate and connections are
 * divided by how many live, quotas are counted in the store, pauses and slowed domains hold for everybody within two seconds.
 */
import type { Db } from '../db/db.ts'
import { replyText } from '../domain/deliveries/outcome.ts'
import { domainGroup } from '../domain/routes/domain-group.ts'
import { sealedFor } from '../domain/routes/keep-route.ts'
import {
  keepDefaultRoute,
  keepRouteDay,
  pauseRoute,
  quotaUsed,
  recover,
  routes as routesInOrder,
  slowDown,
  slowdowns,
  useQuota,
} from '../domain/routes/routes.sql.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { momentOfStore } from '../lib/instant.ts'
import { isLoopback } from '../lib/loopback.ts'
import { createRate, type Rate } from '../lib/rate.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { TimeOuts } from '../mail/smtp/opening.ts'
import { createRelay, type Relay } from '../mail/smtp/relay.ts'
import type { Envelope } from '../mail/smtp/transaction.ts'
import { readSmtpUrl } from '../mail/smtp/url.ts'
import type { Verdict } from '../mail/smtp/verdict.ts'
import type { Outgoing, Route, Routes } from './context.ts'

export interface RoutesOptions {
  db: Db
  sealer: Sealer
  /** The default relay, if there is one. */
  smtpUrl: string | undefined
  /** Where links in letters lead; a relay on another machine gets nothing without it. */
  publicUrl: string | undefined
  /** Keeps letters while there is no relay at all. */
  sandbox: { send(envelope: Envelope, letter: Buffer, options: { kept: KeptFor }): Promise<Verdict> }
  /** Other time-outs than those of RFC 5321. */
  timeOuts?: Partial<TimeOuts> | undefined
  report(error: unknown, name: string): void
}

/** Whose letter it is that the sandbox keeps. */
type KeptFor = Pick<Outgoing, 'accountId' | 'sourceKind' | 'sourceId' | 'deliveryId' | 'subject'>

type Row = Awaited<ReturnType<typeof routesInOrder>>[number]

interface Open {
  row: Row
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

/** What names the letter in its return path names it in the envelope id too (RFC 3461), which comes back where return paths get lost. */
const named = (envelopeFrom: string) => {
  const [, token] = /^b-([^@]+)@/.exec(envelopeFrom) ?? []
  return token === undefined ? {} : { dsn: { envelopeId: token } }
}

const REFRESH_MILLIS = 2_000
/** While nobody sends. */
const REFRESH_AT_REST_MILLIS = 30_000
const REST_MILLIS = 10_000
const REFUSALS_IN_A_ROW = 5
const ELSEWHERE = 'default: SMTP_URL is not set for this process; if it is of no more use: pennypost route remove default'

export async function openRoutes({ db, sealer, smtpUrl, publicUrl, sandbox, timeOuts, report }: RoutesOptions): Promise<Routes> {
  if (smtpUrl !== undefined) await keepDefaultRoute(db, {})
  let open: Open[] = []
  /** Other processes have an SMTP_URL: letters are theirs to send, and not for the sandbox of this one. */
  let defaultElsewhere = false
  const inSandbox: Route = {
    id: -1,
    name: 'sandbox',
    send: ({ envelopeFrom, to, pieces, ...kept }) => sandbox.send({ from: envelopeFrom, to }, Buffer.concat(pieces), { kept }),
    admit: async letters => letters,
    slowedUntil: () => undefined,
    learn: async () => {},
  }
  let refreshedAt = 0
  /** Since then somebody has asked for a route. */
  let used = false
  await refresh()
  const timer = setInterval(() => {
    if (used || Date.now() - refreshedAt >= REFRESH_AT_REST_MILLIS) void refresh().catch(error => report(error, 'routes'))
    used = false
  }, REFRESH_MILLIS)
  timer.unref()

  return {
    choose(wished) {
      used = true
      if (open.length === 0) return defaultElsewhere ? { none: ELSEWHERE } : inSandbox
      const wishedFor = open.find(route => route.row.id === wished && obstacle(route) === undefined)
      const usable = wishedFor ?? open.find(route => obstacle(route) === undefined)
      return usable ? routeOf(usable) : { none: open.map(route => `${route.row.name}: ${obstacle(route)}`).join('; ') }
    },
    states() {
      if (open.length === 0 && !defaultElsewhere) return [{ name: inSandbox.name, up: true }]
      return open.map(route => ({ name: route.row.name, up: obstacle(route) === undefined }))
    },
    async fresh() {
      // At rest nobody looked whether other workers have come, with which the rate is shared.
      if (!used || Date.now() - refreshedAt > 2 * REFRESH_MILLIS) await refresh()
    },
    async close() {
      clearInterval(timer)
      await Promise.all(open.map(({ relay }) => relay.close(5_000)))
    },
  }

  async function refresh(): Promise<void> {
    const [rows, { count }, slow] = await Promise.all([routesInOrder(db, {}), livingWorkers(db, {}), slowdowns(db, {})])
    const workers = Math.max(1, count)
    const next: Open[] = []
    let withOthers = false
    for (const row of rows) {
      if (row.id === 0 && smtpUrl === undefined) {
        withOthers = true
        continue
      }
      const share = Math.max(1, Math.floor(row.connections / workers))
      const route = reuse(row, share) ?? opened(row, share)
      route.row = row
      route.rate.set(row.ratePerSecond === null ? null : row.ratePerSecond / workers)
      route.slowed = new Map(
        slow.filter(({ routeId }) => routeId === row.id).map(one => [one.domainGroup, momentOfStore(one.until)]),
      )
      if (row.dailyQuota !== null) route.quotaLeft = row.dailyQuota - ((await quotaUsed(db, { routeId: row.id }))?.letters ?? 0)
      next.push(route)
    }
    for (const old of open) if (!next.includes(old)) void old.relay.close(60_000)
    open = next
    defaultElsewhere = withOthers
    refreshedAt = Date.now()
  }

  function reuse(row: Row, share: number): Open | undefined {
    const known = open.find(({ row: { id } }) => id === row.id)
    const same =
      known &&
      known.share === share &&
      known.row.sealedUrl === row.sealedUrl &&
      known.row.lettersPerConnection === row.lettersPerConnection
    return same ? known : undefined
  }

  function opened(row: Row, share: number): Open {
    const url = row.id === 0 ? smtpUrl! : sealer.open(row.sealedUrl, sealedFor).toString()
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

  function obstacle({ row, host, quotaLeft, restUntil, restReason }: Open): string | undefined {
    if (publicUrl === undefined && !isLoopback(host))
      return 'PUBLIC_URL is not set for this process, so links in the letters would lead nowhere'
    if (row.pausedAt !== null) return `paused: ${row.pausedReason}`
    if (row.dailyQuota !== null && quotaLeft <= 0) return `the quota of ${row.dailyQuota} letters a day is used up`
    if (Date.now() < restUntil) return restReason
    return undefined
  }

  function routeOf(route: Open): Route {
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
      async learn(email, tried) {
        const routeId = row.id
        const domain = domainGroup(email)
        const reply = replyText(tried).slice(0, 500)
        if (tried.outcome === 'unusable') {
          route.restUntil = Date.now() + REST_MILLIS
          route.restReason = `takes no letters: ${tried.text}`
        } else if (tried.outcome === 'refused' && tried.about === 'us') {
          // One receiver's policy is no reason to stop; several refusals in a row, with nothing taken between them, are.
          if (++route.refusals < REFUSALS_IN_A_ROW) return
          await pauseRoute(db, { routeId, reason: reply })
          route.row = { ...route.row, pausedAt: new Date().toISOString(), pausedReason: reply }
        } else if (tried.outcome === 'deferred' && (tried.code === 421 || tried.enhanced?.startsWith('4.7.'))) {
          if (route.slowed.has(domain)) return
          route.slowed.set(domain, new Date(Date.now() + 60_000))
          await slowDown(db, { routeId, domainGroup: domain, reply })
        } else if (tried.outcome === 'accepted') {
          route.refusals = 0
          if (!route.slowed.delete(domain)) return
          await recover(db, { routeId, domainGroup: domain })
        }
      },
    }
  }
}
