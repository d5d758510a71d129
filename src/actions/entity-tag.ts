/** Entity tags (RFC 9110, section 8.8.3): whether somebody changed it since it was read. */
import { createHash } from 'node:crypto'
import { isMasked, withoutAddresses } from './mask.ts'
import { ApiProblem } from './problem.ts'

/**
 * A tag of the values; those that change by themselves, such as counts, are left out before. For
 * callers who may see no personal data it is of what they see: else they could guess what is hidden
 * until a guess has the same tag.
 */
export function entityTag(values: unknown): string {
  const shown = JSON.stringify(isMasked() ? withoutAddresses(values) : values)
  return `"${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`
}

/** Refuses a change of what has another tag than the caller read. Without If-Match it may go on. */
export function demandTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const given = ifMatch.split(',').map(one => one.trim())
  if (!given.includes(tag)) throw new ApiProblem('changed-meanwhile')
}
