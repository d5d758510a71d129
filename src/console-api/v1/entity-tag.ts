/** Entity tags (RFC 9110, section 8.8.3): whether somebody changed it since it was read. */
import { createHash } from 'node:crypto'
import { ApiProblem } from './problem.ts'

/** A tag of the values; those that change by themselves, such as counts, are left out before. */
export const entityTag = (values: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)}"`

/** Refuses a change of what has another tag than the caller read. Without If-Match it may go on. */
export function demandTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const given = ifMatch.split(',').map(one => one.trim())
  if (!given.includes(tag)) throw new ApiProblem('changed-meanwhile')
}
