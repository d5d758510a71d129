/**
 * Details in a column of the store: codes and values, put into words when they are read. A sentence
 * of an earlier version is read as it stands.
 */
import { DETAIL_CODES, type Detail, type DetailCode, detailed, readWhy } from './details.ts'

const KNOWN: ReadonlySet<string> = new Set(DETAIL_CODES)

export const recordedDetails = (details: readonly Detail[] | undefined): string | null =>
  details === undefined || details.length === 0
    ? null
    : JSON.stringify(details.map(({ code, values }) => ({ code, values })))

/** One sentence. */
export const recordedDetail = ({ code, values }: Detail): string => JSON.stringify({ code, values })

/** Null: a sentence of an earlier version has no code. */
export function readDetail(kept: string): { reason: string; why: ReturnType<typeof readWhy> } {
  if (!kept.startsWith('{"code":')) return { reason: kept, why: null }
  const why = readWhy(kept)
  if (why === null) return { reason: kept, why }
  const say = detailed as (code: DetailCode, values: unknown) => Detail
  return { reason: say(why.code, why.values).detail, why: { ...why, because: null } }
}

export interface RecordedTrouble {
  /** In English. */
  trouble: string | null
  /** The same as codes, sentence by sentence; empty of an earlier version. */
  causes: Pick<Detail, 'code' | 'values'>[]
}

/** As answers have it. */
export const troubleOf = (details: readonly Detail[]): RecordedTrouble => ({
  trouble: details.length === 0 ? null : details.map(({ detail }) => detail).join(' '),
  causes: details.map(({ code, values }) => ({ code, values })),
})

export function readTrouble(kept: string | null): RecordedTrouble {
  if (!kept?.startsWith('[{')) return { trouble: kept, causes: [] }
  const say = detailed as (code: DetailCode, values: unknown) => Detail
  const causes = (JSON.parse(kept) as RecordedTrouble['causes']).filter(({ code }) =>
    KNOWN.has(code),
  )
  return { trouble: causes.map(({ code, values }) => say(code, values).detail).join(' '), causes }
}
