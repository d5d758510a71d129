/** The actions of the audit log in words: what was changed, and how. */
import { de } from './words-de.ts'
import { en } from './words-en.ts'
import { sv } from './words-sv.ts'

export const auditWords = { en, sv, de }
