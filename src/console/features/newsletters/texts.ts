/** The strings of the pages of newsletters, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'
import type { NewslettersTexts } from './newsletters-texts.ts'
import { newslettersDe } from './texts-de.ts'
import { newslettersEn } from './texts-en.ts'
import { newslettersSv } from './texts-sv.ts'

export const newslettersTexts: Record<ConsoleLanguage, NewslettersTexts> = {
  en: newslettersEn,
  sv: newslettersSv,
  de: newslettersDe,
}
