/** The names of values in entries of the audit log, in words. */
import { de } from './field-words-de.ts'
import { en } from './field-words-en.ts'
import { sv } from './field-words-sv.ts'

export const fieldWords = { en, sv, de }

/** A name without words is shown in lower case: `fromEmail` as `from email`. */
export const wordsOfField = (words: Record<string, string>, name: string): string =>
  Object.hasOwn(words, name)
    ? words[name]!
    : name.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
