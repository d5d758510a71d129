/** The strings of this page, in each language, loaded with the page. */
import { useLanguage } from '../../texts/language.tsx'
import { seedTests } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof seedTests> = { en: seedTests, sv, de }

export const useSeedTexts = (): typeof seedTests => WORDS[useLanguage().language] ?? seedTests
