/** The data of each retention setting: its tables, and its old rows, as trimming has them. */

interface KeptData {
  unit: 'days' | 'months'
  /** The least of the setting; 0 of `forever` keeps all. */
  least: number
  forever?: true
  /** Months begin on their first day, UTC (keptSince). */
  wholeMonths?: true
  /** Their rows are removed; the sampled one is first. */
  tables: readonly string[]
  /** Of another table than the first: by which age is known. */
  sampled?: string
  among?: string
  weight?: string
  /** A SQL condition of a row that is older than the moment. */
  old(before: string): string
  /** Its rows are counted, too. */
  counts: boolean
}

export const KEPT = {
  LEDGER_KEEP_MONTHS: {
    unit: 'months',
    least: 0,
    forever: true,
    wholeMonths: true,
    tables: ['deliveries', 'engagements', 'clicked_links'],
    // An email that is settled, for the end of its sending, which is at most days later.
    old: before => `source_kind = 1 and changed_at < ${before}`,
    counts: true,
  },
  HIT_KEEP_MONTHS: {
    unit: 'months',
    least: 1,
    wholeMonths: true,
    tables: ['hits'],
    old: before => `at < ${before}`,
    counts: true,
  },
  EVENT_KEEP_DAYS: {
    unit: 'days',
    least: 1,
    tables: ['program_events'],
    old: before => `recorded_at < ${before}`,
    counts: true,
  },
  WEBHOOK_KEEP_DAYS: {
    unit: 'days',
    least: 4,
    tables: ['webhook_events'],
    old: before => `greatest(at, tried_at) < ${before} and state <> 'waiting'`,
    counts: true,
  },
  BOUNCE_KEEP_DAYS: {
    unit: 'days',
    least: 1,
    tables: ['inbound_messages', 'inbound_judgings'],
    old: before => `received_at < ${before} and state <> 'new'`,
    counts: true,
  },
  IMPORT_KEEP_DAYS: {
    unit: 'days',
    least: 1,
    tables: ['import_documents', 'import_rejects', 'import_old_values'],
    sampled: 'imports',
    among: 'trimmed_at is null',
    weight: 'position + 1',
    old: before => `finished_at < ${before}`,
    counts: false,
  },
  PROGRAM_EXCHANGE_DAYS: {
    unit: 'days',
    least: 0,
    tables: ['program_exchanges'],
    old: before => `at < ${before}`,
    counts: true,
  },
  AUDIT_KEEP_MONTHS: {
    unit: 'months',
    least: 1,
    tables: ['audit_entries'],
    old: before => `at < ${before}`,
    counts: true,
  },
} as const satisfies Record<string, KeptData>

export type RetentionSetting = keyof typeof KEPT

export const RETENTION_SETTINGS = Object.keys(KEPT) as [RetentionSetting, ...RetentionSetting[]]

/** With the options that not all have. */
export const keptData = (setting: RetentionSetting): KeptData => KEPT[setting]
