/**
 * Reason to code: the one table that says what a refusal looks like on the wire. docs/errors.md
 * tells it to people.
 */
import type { Reason } from '../domain/refusal.ts'
import type { Plan } from './plan.ts'

interface Row {
  /** The value of a number-valued operation, and the Code in a fault's detail. */
  code: number
  /**
   * Nothing is there by that id, guid or address: operations that only read answer nothing, not a
   * refusal.
   */
  empty?: true
  /** Always a fault, whatever the result: a number could pass as an answer. */
  fault?: true
  /**
   * A guid has no room for it: nil means that the batch was not taken, not that nobody was asked.
   */
  credentials?: true
}

export const refusals: Record<Reason, Row> = {
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
  'no-such-filter': { code: -3 },
  'no-such-field': { code: -2 },
  'no-such-message': { code: -3, empty: true },
  'not-now': { code: -5 },
  'opted-out': { code: -8 },
  'not-activated': { code: -9 },
}

/**
 * How a refusal of this operation is answered: as its number, as nothing found, as nil, or as a
 * fault.
 */
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
