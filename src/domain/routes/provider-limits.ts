/** Limits of a route for one mailbox provider: those of providers.txt, or set by hand. */
import { atomically, type Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { INSTALLATION, recordChange } from '../audit/record.ts'
import { refused } from '../refusal.ts'
import { routeNamed } from './keep-route.ts'
import {
  keepProviderLimits,
  providerLimits,
  removeProviderLimits,
  setProviderQuota,
} from './provider-limits.sql.ts'
import { knownProvider, type ProviderLimits, providerNames, usualLimits } from './providers.ts'

export type ProviderLimitsRow = Awaited<ReturnType<typeof providerLimits>>[number]

/** A limit that was set: 0 lifts it, null leaves it as usual. */
const either = (set: number | null, usual: number | null): number | null =>
  set === null ? usual : set === 0 ? null : set

/** The limits that hold for a provider, over all workers. */
export function limitsFor(provider: string, set: ProviderLimitsRow | undefined): ProviderLimits {
  const usual = usualLimits(provider)
  if (!set) return usual
  return {
    connections: either(set.connections, usual.connections),
    emailsPerConnection: either(set.emailsPerConnection, usual.emailsPerConnection),
    ratePerSecond: either(set.ratePerSecond, usual.ratePerSecond),
    dailyQuota: either(set.dailyQuota, usual.dailyQuota),
  }
}

/** A known provider by its name; otherwise a recipient domain, or the name of a mail server. */
function providerNamed(given: string): string {
  const provider = knownProvider(given.trim())
  if (provider !== undefined) return provider
  const domain = given.trim().toLowerCase()
  if (isEmailAddress(`a@${domain}`)) return domain
  const known = providerNames().join(', ')
  throw refused('not-valid', 'provider-unknown', { name: given.trim().slice(0, 60), known })
}

/** Changes some limits of a provider, and returns those that hold now. 0 lifts a limit. */
export async function changeProviderLimits(
  db: Db,
  routeName: string,
  given: string,
  changes: Partial<ProviderLimits>,
): Promise<ProviderLimits> {
  const provider = providerNamed(given)
  const { id: routeId, name } = await routeNamed(db, routeName)
  const set = (await providerLimits(db, {})).find(
    row => row.routeId === routeId && row.provider === provider,
  )
  const { connections = null, emailsPerConnection = null } = { ...set, ...changes }
  const { ratePerSecond = null, dailyQuota = null } = { ...set, ...changes }
  const limits = { connections, emailsPerConnection, ratePerSecond, dailyQuota }
  checkLimits(limits)
  await atomically(db, async tx => {
    await keepProviderLimits(tx, { routeId, provider, ...limits })
    if (dailyQuota !== null && dailyQuota > 0)
      await setProviderQuota(tx, { routeId, provider, quota: dailyQuota })
    const after = { provider, ...limits }
    await recordChange(tx, INSTALLATION, { action: 'route.shape', id: name, after })
  })
  return limitsFor(provider, { routeId, provider, ...limits })
}

/** The usual limits hold again. False: there were no others. */
export async function dropProviderLimits(
  db: Db,
  routeName: string,
  given: string,
): Promise<boolean> {
  const { id: routeId, name } = await routeNamed(db, routeName)
  const provider = providerNamed(given)
  return atomically(db, async tx => {
    const dropped = (await removeProviderLimits(tx, { routeId, provider })) > 0
    const change = { id: name, before: { provider } }
    if (dropped) await recordChange(tx, INSTALLATION, { action: 'route.shape', ...change })
    return dropped
  })
}

function checkLimits(limits: ProviderLimits): void {
  const { ratePerSecond, ...whole } = limits
  const wrong = Object.values(whole).some(
    value => value !== null && !(Number.isInteger(value) && value >= 0 && value <= 10 ** 9),
  )
  if (wrong) throw refused('not-valid', 'provider-limits')
  if (ratePerSecond !== null && !(ratePerSecond >= 0 && ratePerSecond <= 100_000))
    throw refused('not-valid', 'provider-rate', { most: 100_000 })
}
