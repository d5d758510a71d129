/**
 * Entity tags (RFC 9110, section 8.8.3) for optimistic concurrency: a conflict is detected by
 * If-Match.
 */
import { createHash } from 'node:crypto'
import { isMasked, withoutAddresses } from './mask.ts'
import { ApiProblem } from './problem.ts'

/**
 * A tag of the values, without values that change by themselves, such as counts. For callers who
 * may see no personal data it is a tag of the masked values: else they could guess hidden ones
 * until a guess has the same tag.
 */
export function entityTag(values: unknown): string {
  const shown = JSON.stringify(isMasked() ? withoutAddresses(values) : values)
  return `"${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`
}

/**
 * Refuses a conflict: a change of an object with another tag than the caller read. Without If-Match
 * there is no check.
 */
export function demandTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const given = ifMatch.split(',').map(one => one.trim())
  if (!given.includes(tag)) throw new ApiProblem('changed-meanwhile')
}
