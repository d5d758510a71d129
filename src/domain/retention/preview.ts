/** Estimates of the rows and bytes that another value of a retention setting would free. */
import type { Store } from '../../db/db.ts'
import { sampledCount } from '../../db/table-sample.ts'
import { type TableSize, tableSizes } from '../../db/table-sizes.ts'
import { refused } from '../refusal.ts'
import { keptData, RETENTION_SETTINGS, type RetentionSetting } from './kept-data.ts'
import { keptSince } from './remove-people.ts'

const DAY = 86_400_000

type Sizes = ReadonlyMap<string, TableSize>

const bytesOf = (sizes: Sizes, setting: RetentionSetting): number =>
  keptData(setting).tables.reduce((sum, table) => sum + (sizes.get(table)?.bytes ?? 0), 0)

/** The bytes of the data of each setting; null: they could not be read in time. */
export async function keptBytes(store: Store): Promise<Map<RetentionSetting, number | null>> {
  const sizes = await store.withClient(client => tableSizes(client))
  return new Map(
    RETENTION_SETTINGS.map(setting => [setting, sizes ? bytesOf(sizes, setting) : null]),
  )
}

export interface FreedEstimate {
  /** Null: this data is not told in rows. */
  rows: number | null
  bytes: number
  /** Of all of its bytes, plus or minus: a share between 0 and 1. 0: each row was read. */
  error: number
}

export interface RetentionPreview {
  unit: 'days' | 'months'
  bytes: number | null
  /** About. Null: they are not counted, or were not in time. */
  rows: number | null
  /** Null: it could not be estimated in time. */
  freed: FreedEstimate | null
}

/** By a sample of a thousand blocks at most. Refuses less than the setting takes. */
export async function previewRetention(
  store: Store,
  setting: RetentionSetting,
  keep: number,
  now = new Date(),
): Promise<RetentionPreview> {
  const {
    unit,
    least,
    forever,
    tables,
    sampled,
    among = 'true',
    counts,
    ...data
  } = keptData(setting)
  if (keep < least) throw refused('not-valid', 'given-low', { least })
  const keepsAll = forever === true && keep === 0
  const before = keepsAll ? '-infinity' : oldestKept(setting, keep, now).toISOString()
  return await store.withClient(async client => {
    const sizes = await tableSizes(client)
    const table = sampled ?? tables[0]!
    const rowBytes = sizes?.get(table)?.rowBytes
    const count =
      rowBytes === undefined
        ? undefined
        : await sampledCount(client, {
            table,
            rowBytes,
            among,
            sought: data.old(`timestamptz '${before}'`),
            ...(data.weight !== undefined && { weight: data.weight }),
          })
    if (!sizes || !count) return { unit, bytes: null, rows: null, freed: null }
    const bytes = bytesOf(sizes, setting)
    const share = count.all === 0 ? 0 : count.sought / count.all
    return {
      unit,
      bytes,
      rows: counts ? Math.round(count.all) : null,
      freed: {
        rows: counts ? Math.round(count.sought) : null,
        bytes: Math.round(bytes * share),
        error: keepsAll ? 0 : count.error,
      },
    }
  })
}

function oldestKept(setting: RetentionSetting, keep: number, now: Date): Date {
  const { unit, wholeMonths } = keptData(setting)
  if (wholeMonths) return keptSince(keep, now)
  if (unit === 'days') return new Date(now.getTime() - keep * DAY)
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - keep)
  return before
}
