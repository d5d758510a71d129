/** The strings of the page of one relay, in each language, loaded with the page. */
import { useLanguage } from '../../texts/language.tsx'
import { onePage } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof onePage> = { en: onePage, sv, de }

export const useRelayTexts = (): typeof onePage => WORDS[useLanguage().language] ?? onePage
