/** The strings of these pages, in each language: loaded with the pages, not with the catalogue. */
import { useLanguage } from '../../texts/language.tsx'
import { domains } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof domains> = { en: domains, sv, de }

export const useDomainTexts = (): typeof domains => WORDS[useLanguage().language] ?? domains
