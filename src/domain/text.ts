/** Texts that people give, checked: the rules that all nouns share. */
import { isPlainText } from '../lib/plain-text.ts'
import { Refusal } from './refusal.ts'

/** What somebody reads emails as. */
export type EmailFormat = 'html' | 'text'

/** The longest value of a demographic field, in characters. */
export const MAX_FIELD = 500

/**
 * The text without surrounding blanks. Refuses one of more than `most` characters, or with a
 * control character, and so with more than one line.
 */
export function checkText(text: string, what: string, most: number): string {
  const trimmed = text.trim()
  const wrong = wrongText(trimmed, what, most)
  if (wrong !== undefined) throw new Refusal('not-valid', wrong)
  return trimmed
}

/** What is wrong with a text, for people; undefined when nothing is. */
export function wrongText(text: string, what: string, most: number): string | undefined {
  if (text === '') return undefined
  if (text.length > most) return `The ${what} has more than ${most} characters.`
  return isPlainText(text) ? undefined : `The ${what} holds control characters.`
}
