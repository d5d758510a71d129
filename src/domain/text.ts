/** Validates texts that users give: the rules shared by all nouns. */
import { isOneLine, isPlainText } from '../lib/plain-text.ts'
import { type Detail, detailed } from './details/details.ts'
import { refused, refusedFor } from './refusal.ts'

/** The format in which a subscriber gets emails. */
export type EmailFormat = 'html' | 'text'

/** The longest value of a demographic field, in characters. */
export const MAX_FIELD = 500

/**
 * The trimmed text. Refuses one of more than `most` characters, or with a control character that is
 * neither a tab nor a line end.
 */
export function checkText(text: string, what: string, most: number): string {
  const trimmed = text.trim()
  const wrong = wrongText(trimmed, what, most)
  if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  return trimmed
}

/**
 * The same of a text on one line: a name, a subject. They are shown in lists, and stand in headers
 * of emails and in the logs of programs that are told of them.
 */
export function checkLine(text: string, what: string, most: number): string {
  const trimmed = checkText(text, what, most)
  if (!isOneLine(trimmed)) throw refused('not-valid', 'text-lines', { what })
  return trimmed
}

/** Why a text is refused; undefined if it is valid. */
export function wrongText(text: string, what: string, most: number): Detail | undefined {
  if (text === '') return undefined
  if (text.length > most) return detailed('text-long', { what, most })
  return isPlainText(text) ? undefined : detailed('text-controls', { what })
}

/** The same value; its texts without characters that no store and no email can hold. */
export const tidied = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    typeof member === 'string' ? member.replaceAll('\0', '').toWellFormed() : member,
  )
