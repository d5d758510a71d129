/** The strings of the pages of subscribers, in every language. */
import type { ConsoleLanguage } from '../language.tsx'
import type { PeopleTexts } from './people-texts.ts'
import { peopleDe } from './texts-de.ts'
import { peopleEn } from './texts-en.ts'
import { peopleSv } from './texts-sv.ts'

export const peopleTexts: Record<ConsoleLanguage, PeopleTexts> = {
  en: peopleEn,
  sv: peopleSv,
  de: peopleDe,
}
