/**
 * The operator's relays: their addresses are sealed, their limits validated. The relay of SMTP_URL
 * has number 0.
 */

import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import { repeatedAfterOthers } from '../../db/unique-violation.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { INSTALLATION, recordChange } from '../audit/record.ts'
import { refused, type Violation, violationsOfValues } from '../refusal.ts'
import { checkLine, checkText } from '../text.ts'
import {
  addRoute,
  limitRoute,
  moveRoute,
  pauseRoute,
  removeRoute,
  resumeRoute,
  routes,
} from './routes.sql.ts'

/** The purpose that a route's address is sealed for. */
export const sealedFor = 'route'

/** The route of SMTP_URL, whose address is in the settings. */
export const DEFAULT_ROUTE = 0
const DEFAULT_NAME = 'default'

export interface RouteLimits {
  /** Emails per second, over all workers; null for no limit. */
  ratePerSecond: number | null
  connections: number
  emailsPerConnection: number
  /** Emails per day (UTC); null for no limit. */
  dailyQuota: number | null
  /** The lowest is preferred; the next is used while that one is unavailable. */
  priority: number
}

export const USUAL_LIMITS: RouteLimits = {
  ratePerSecond: null,
  connections: 10,
  emailsPerConnection: 1000,
  dailyQuota: null,
  priority: 100,
}

export type RouteRow = Awaited<ReturnType<typeof routes>>[number]

/** Adds a route. The caller has validated the address. */
export async function keepRoute(
  db: Store,
  sealer: Sealer,
  given: string,
  url: string,
  limits: RouteLimits,
): Promise<void> {
  const name = checkName(given)
  checkLimits(limits)
  const sealedUrl = sealer.seal(Buffer.from(url), sealedFor)
  const add = async (tx: Tx) => {
    const twin = (await routes(tx, {})).some(
      route => route.name.toLowerCase() === name.toLowerCase(),
    )
    if (twin) throw refused('not-valid', 'relay-twin', { name })
    await addRoute(tx, { name, sealedUrl, ...limits })
    await recordChange(tx, INSTALLATION, { action: 'route.add', id: name, after: limits })
  }
  // With its snapshot a twin that has come since takes the same number, and refuses this one.
  await repeatedAfterOthers(() => atomically(db, add, { isolation: 'repeatable read' }))
}

function checkName(given: string): string {
  const name = checkLine(given, 'name of the route', 100)
  if (name === '') throw refused('not-valid', 'relay-nameless')
  if (name.toLowerCase() === DEFAULT_NAME) throw refused('not-valid', 'relay-default')
  return name
}

/** Of a new route. Schemas know the limits. */
export const violationsOfRoute = ({ name }: { name?: string | undefined }): Violation[] =>
  violationsOfValues({ name }, { name: checkName })

/** The route of that name; refuses an unknown one. */
export async function routeNamed(db: Db, name: string): Promise<RouteRow> {
  const all = await routes(db, {})
  const found = all.find(route => route.name.toLowerCase() === name.trim().toLowerCase())
  if (found) return found
  const known = all.map(route => route.name).join(', ')
  const missing = refused('not-valid', 'route-unknown', { name: name.trim().slice(0, 60), known })
  throw known === '' ? missing.atShell('make', 'pennypost route add NAME') : missing
}

/**
 * Gives a route another address, or another password. The caller has validated it; `shown` is
 * without the password.
 */
export async function changeAddress(
  db: Db,
  sealer: Sealer,
  given: string,
  { url, shown }: { url: string; shown: string },
): Promise<void> {
  const { id: routeId, name } = await routeNamed(db, given)
  if (routeId === DEFAULT_ROUTE) throw refused('not-valid', 'relay-of-settings')
  const sealedUrl = sealer.seal(Buffer.from(url), sealedFor)
  await atomically(db, async tx => {
    await moveRoute(tx, { routeId, sealedUrl })
    await recordChange(tx, INSTALLATION, {
      action: 'route.edit',
      id: name,
      after: { address: shown },
    })
  })
}

export async function changeLimits(
  db: Db,
  name: string,
  changes: Partial<RouteLimits>,
): Promise<RouteLimits> {
  const { id, ratePerSecond, connections, emailsPerConnection, dailyQuota, priority } =
    await routeNamed(db, name)
  const limits = {
    ratePerSecond,
    connections,
    emailsPerConnection,
    dailyQuota,
    priority,
    ...changes,
  }
  checkLimits(limits)
  const before = { ratePerSecond, connections, emailsPerConnection, dailyQuota, priority }
  await atomically(db, async tx => {
    await limitRoute(tx, { routeId: id, ...limits })
    const change = { id: name.trim(), before, after: limits }
    await recordChange(tx, INSTALLATION, { action: 'route.edit', ...change })
  })
  return limits
}

const checkPauseReason = (reason: string): string => checkText(reason, 'reason', 500)

export const violationsOfPause = ({ reason }: { reason?: string | undefined }): Violation[] =>
  violationsOfValues({ reason }, { reason: checkPauseReason })

export async function pauseRouteNamed(db: Db, given: string, reason: string): Promise<void> {
  const { id: routeId, name } = await routeNamed(db, given)
  const why = checkPauseReason(reason)
  await atomically(db, async tx => {
    await pauseRoute(tx, { routeId, reason: why })
    const after = { reason: why }
    await recordChange(tx, INSTALLATION, { action: 'route.pause', id: name, after })
  })
}

export async function resumeRouteNamed(db: Db, given: string): Promise<void> {
  const { id: routeId, name } = await routeNamed(db, given)
  await atomically(db, async tx => {
    await resumeRoute(tx, { routeId })
    await recordChange(tx, INSTALLATION, { action: 'route.resume', id: name })
  })
}

/** Removes a route. The one of SMTP_URL is added again while that is set. */
export async function dropRoute(db: Db, given: string): Promise<void> {
  const { id: routeId, name } = await routeNamed(db, given)
  await atomically(db, async tx => {
    await removeRoute(tx, { routeId })
    await recordChange(tx, INSTALLATION, { action: 'route.remove', id: name })
  })
}

type WholeLimit = 'connections' | 'emails' | 'quota' | 'priority'

function checkLimits({
  ratePerSecond,
  connections,
  emailsPerConnection,
  dailyQuota,
  priority,
}: RouteLimits): void {
  const whole = (what: WholeLimit, value: number, from: number, to: number) => {
    if (!Number.isInteger(value) || value < from || value > to)
      throw refused('not-valid', `relay-${what}`, { from, to })
  }
  if (ratePerSecond !== null && !(ratePerSecond > 0 && ratePerSecond <= 100_000))
    throw refused('not-valid', 'relay-rate', { most: 100_000 })
  whole('connections', connections, 1, 1000)
  whole('emails', emailsPerConnection, 1, 1_000_000)
  if (dailyQuota !== null) whole('quota', dailyQuota, 1, 10 ** 9)
  whole('priority', priority, 0, 10_000)
}
