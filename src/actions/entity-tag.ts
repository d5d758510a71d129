/**
 * Entity tags (RFC 9110, section 8.8.3), for optimistic concurrency and for caches. An answer about
 * one object has one of two parts, joined by a dot: a tag of its values for If-Match, which leaves
 * out what changes by itself, and a hash of the whole text for If-None-Match.
 */
import { hash } from 'node:crypto'
import { isMasked, withoutAddresses } from './mask.ts'
import { ApiProblem } from './problem.ts'

/**
 * A tag of the values, without values that change by themselves, such as counts. For callers who
 * may see no personal data it is a tag of the masked values: else they could guess hidden ones
 * until a guess has the same tag.
 */
export function entityTag(values: unknown): string {
  const shown = JSON.stringify(isMasked() ? withoutAddresses(values) : values)
  return `"${textHash(shown)}"`
}

/** 132 bits, in characters that a tag may have, without a dot. */
export const textHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** The tag of an answer: that of its values, with the hash of its text. */
export const answerTag = (tag: string, text: string): string =>
  `${tag.slice(0, -1)}.${textHash(text)}"`

/** The part of an answer's tag that changes compare; one without a second part is it. */
function valuesTag(tag: string): string {
  const dot = tag.indexOf('.')
  return dot === -1 ? tag : `${tag.slice(0, dot)}"`
}

/**
 * Refuses a conflict: a change of an object with another tag than the caller read. Without If-Match
 * there is no check.
 */
export function demandTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const given = ifMatch.split(',').map(one => valuesTag(one.trim()))
  if (!given.includes(tag)) throw new ApiProblem('changed-meanwhile')
}
