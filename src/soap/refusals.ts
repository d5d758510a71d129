/**
 * Maps a reason to a code: the only table of how a refusal looks on the wire. docs/errors.md
 * documents it.
 */
import { type Reason, reasons } from '../domain/refusal.ts'
import type { Plan } from './plan.ts'

interface Row {
  /** The value of a number-valued operation, and the Code in a fault's detail. */
  code: number
  /**
   * Not found by that id, guid or address: read-only operations respond with an empty result, not a
   * refusal.
   */
  empty?: true
  /** Always a fault, for any result type: a number could be taken for a result. */
  fault?: true
  /**
   * A guid can't hold a code: nil means that the batch was not accepted, not that the credentials
   * were wrong.
   */
  credentials?: true
}

type NotFound = Extract<Reason, `no-such-${string}`>

const NOT_FOUND: Row = { code: -3 }

/** Objects that no operation names may be left out: a number, or else a fault. */
const named: Record<Exclude<Reason, NotFound>, Row> & Partial<Record<NotFound, Row>> = {
  'unknown-credentials': { code: -1000, credentials: true },
  'too-many-failures': { code: -5, credentials: true },
  'out-of-room': { code: -5 },
  'not-valid': { code: -2 },
  'not-an-id': { code: -2, empty: true },
  'not-the-same': { code: -2, empty: true },
  'page-below-one': { code: -2, fault: true },
  'no-such-list': { code: -3, empty: true },
  'no-such-import': { code: -3, empty: true },
  'no-such-subscriber': { code: -3, empty: true },
  'no-such-newsletter': { code: -3, empty: true },
  'no-such-template': { code: -3, empty: true },
  'no-such-sending': { code: -3, empty: true },
  'no-such-project': { code: -3, empty: true },
  'no-such-batch': { code: -3, empty: true },
  'no-such-transaction': { code: -3, empty: true },
  'no-such-trigger': { code: -3, empty: true },
  'no-such-field': { code: -2 },
  'no-such-message': { code: -3, empty: true },
  'not-proven': { code: -9 },
  'not-ours': { code: -9 },
  'wrong-code': { code: -9 },
  'members-only': { code: -9 },
  'not-now': { code: -5 },
  'people-removed': { code: -5 },
  'far-more-people': { code: -5 },
  'opted-out': { code: -8 },
  'not-permitted': { code: -9, credentials: true },
  'not-activated': { code: -9 },
}

export const refusals = Object.fromEntries(
  (Object.keys(reasons) as Reason[]).map(reason => [reason, named[reason] ?? NOT_FOUND]),
) as Record<Reason, Row>

/** How a refusal of this operation is answered: as a number, an empty result, nil, or a fault. */
export function answerTo(
  reason: Reason,
  { entry, result }: Plan,
): 'number' | 'empty' | 'nil' | 'fault' {
  const { fault, empty, credentials } = refusals[reason]
  if (fault) return 'fault'
  if (result.kind === 'value') {
    if (result.xsd === 'int' || result.xsd === 'long') return 'number'
    return result.nullable && !credentials ? 'nil' : 'fault'
  }
  return entry.reads && empty && result.kind !== 'record' ? 'empty' : 'fault'
}
