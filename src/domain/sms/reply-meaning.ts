/** What somebody means who answers an SMS. */

export interface Keywords {
  /** In capitals. */
  stop: readonly string[]
  start: readonly string[]
}

/**
 * stop: a keyword alone, or at the beginning of three words at most ("Stop it please", and not "End
 * of July suits me"): whoever is opted out by mistake answers START, whoever is not although they
 * asked complains. start: a keyword alone.
 */
export function meaningOf(text: string, { stop, start }: Keywords): 'stop' | 'start' | 'other' {
  const words = text.toLocaleUpperCase('en').match(/[\p{L}\p{N}]+/gu) ?? []
  const [first] = words
  if (first === undefined || words.length > 3) return 'other'
  if (stop.includes(first)) return 'stop'
  return start.includes(first) && words.length === 1 ? 'start' : 'other'
}
