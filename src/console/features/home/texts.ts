/** The strings of the first page, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'
import type { HomePageTexts } from './home-page-texts.ts'
import { homePageDe } from './texts-de.ts'
import { homePageEn } from './texts-en.ts'
import { homePageSv } from './texts-sv.ts'

export const homePageTexts: Record<ConsoleLanguage, HomePageTexts> = {
  en: homePageEn,
  sv: homePageSv,
  de: homePageDe,
}
