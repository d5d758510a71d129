/** The strings about servers of mail, in each language, loaded with the pages that have them. */
import { useLanguage } from '../../texts/language.tsx'
import { servers } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof servers> = { en: servers, sv, de }

export const useServerTexts = (): typeof servers => WORDS[useLanguage().language] ?? servers
