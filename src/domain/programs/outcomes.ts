/** How a call of a program can end: a closed list. */
import { type Reason, reasons } from '../refusal.ts'

/** Faults that are no refusals of the domain. */
const FAULTS = [
  // The caller went away before the answer.
  'gone',
  'server-fault',
  // No operation of that name.
  'not-offered',
  // A value, or the request as a whole, can't be read.
  'unreadable',
  'version-mismatch',
  'must-understand',
] as const

export type CallEnd = '' | Reason | (typeof FAULTS)[number]

export const CALL_ENDS = ['', ...(Object.keys(reasons) as Reason[]), ...FAULTS] as const

/** Answers that a program may count on: who has opted out, whom it looks for in vain. */
const USUAL: ReadonlySet<string> = new Set([
  'changed-meanwhile',
  'in-progress',
  'opted-out',
  'no-such-subscriber',
  'not-the-same',
])

export const isUsual = (outcome: string): boolean => USUAL.has(outcome)
