/** The strings of the page of mailboxes, in each language, loaded with the page. */
import { useLanguage } from '../../texts/language.tsx'
import { mailboxes } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof mailboxes> = { en: mailboxes, sv, de }

export const useMailboxTexts = (): typeof mailboxes => WORDS[useLanguage().language] ?? mailboxes
