/**
 * Quotas of one route per mailbox provider and day (UTC): a limit, or the step of a warm-up. The
 * store counts them for all workers.
 */
import type { Db } from '../db/db.ts'
import { recordedDetail } from '../domain/details/recorded.ts'
import {
  complainersSince,
  countObjection,
  lastProviderDay,
  openProviderDay,
  useProviderQuota,
} from '../domain/routes/provider-limits.sql.ts'
import { providerLabel } from '../domain/routes/providers.ts'
import { NO_QUOTA, quotaAfter, type WarmUp } from '../domain/routes/warm-up.ts'
import type { ProviderLookup } from './provider-lookup.ts'

export interface QuotaTerms {
  warmUp: WarmUp | null
  /** The limit of a provider per day. */
  dailyQuotaOf(provider: string): number | null
}

export interface ProviderQuotas {
  /**
   * Counts emails against the quota of the day, given as their providers; returns for each the time
   * of the next day if it has to wait.
   */
  take(providers: string[], terms: QuotaTerms): Promise<(Date | undefined)[]>
  /** Notes a reply about us, which holds back a warm-up. */
  object(provider: string, terms: QuotaTerms): Promise<void>
}

export function createProviderQuotas(
  db: Db,
  routeId: number,
  lookup: ProviderLookup,
): ProviderQuotas {
  async function grantedOf(name: string, messages: number, terms: QuotaTerms): Promise<number> {
    const place = { routeId, provider: name }
    const used = await useProviderQuota(db, { ...place, messages })
    if (used) return used.granted
    await openProviderDay(db, { ...place, ...(await quotaToday(name, terms)) })
    return (await useProviderQuota(db, { ...place, messages }))?.granted ?? 0
  }

  async function quotaToday(name: string, terms: QuotaTerms) {
    const most = terms.dailyQuotaOf(name) ?? NO_QUOTA
    if (!terms.warmUp) return { quota: most, held: null }
    const last = await lastProviderDay(db, { routeId, provider: name })
    const complaints = last ? await complaintsSince(name, last.day, terms) : 0
    const { quota, held } = quotaAfter(terms.warmUp, last, complaints)
    return { quota: Math.min(quota, most), held: held && recordedDetail(held) }
  }

  async function complaintsSince(name: string, day: string, terms: QuotaTerms): Promise<number> {
    const rows = await complainersSince(db, { routeId, since: new Date(`${day}T00:00:00Z`) })
    const providers = await lookup.providersOf(rows.map(({ email }) => email))
    return providers.filter(provider => quotaName(provider, terms) === name).length
  }

  return {
    async take(providers, terms) {
      const names = providers.map(provider => quotaName(provider, terms))
      const granted = new Map<string, number>()
      for (const name of new Set(names)) {
        if (name === undefined) continue
        const wanted = names.filter(one => one === name).length
        granted.set(name, await grantedOf(name, wanted, terms))
      }
      return names.map(name => {
        if (name === undefined) return undefined
        const left = granted.get(name)!
        granted.set(name, left - 1)
        return left > 0 ? undefined : tomorrow()
      })
    },
    async object(provider, terms) {
      const name = quotaName(provider, terms)
      if (name !== undefined) await countObjection(db, { routeId, provider: name })
    },
  }
}

/**
 * Under which name a provider's emails are counted; undefined: they have no quota. All domains
 * without a known provider warm up as one.
 */
function quotaName(provider: string, { warmUp, dailyQuotaOf }: QuotaTerms): string | undefined {
  if (dailyQuotaOf(provider) !== null) return provider
  if (!warmUp) return undefined
  return providerLabel(provider)
}

/** After midnight UTC, spread over some minutes. */
function tomorrow(): Date {
  const day = 86_400_000
  return new Date((Math.floor(Date.now() / day) + 1) * day + Math.random() * 300_000)
}
