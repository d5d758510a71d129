/** The strings of the page of hosts, in each language, loaded with it. */
import { useLanguage } from '../../texts/language.tsx'
import { hosts } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof hosts> = { en: hosts, sv, de }

export const useHostTexts = (): typeof hosts => WORDS[useLanguage().language] ?? hosts
