/** The meaning of a reply to an SMS. */

export interface Keywords {
  /** In capitals. */
  stop: readonly string[]
  start: readonly string[]
}

/**
 * stop: a keyword alone, or as the first of at most three words ("Stop it please", but not "End of
 * July suits me"): a person opted out by mistake can reply START, but one whose opt-out is missed
 * complains. start: a keyword alone.
 */
export function meaningOf(text: string, { stop, start }: Keywords): 'stop' | 'start' | 'other' {
  const words = text.toLocaleUpperCase('en').match(/[\p{L}\p{N}]+/gu) ?? []
  const [first] = words
  if (first === undefined || words.length > 3) return 'other'
  if (stop.includes(first)) return 'stop'
  return start.includes(first) && words.length === 1 ? 'start' : 'other'
}
