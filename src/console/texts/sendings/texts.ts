/** The strings of the pages of sendings, in every language. */
import type { ConsoleLanguage } from '../language.tsx'
import type { SendingsTexts } from './sendings-texts.ts'
import { sendingsDe } from './texts-de.ts'
import { sendingsEn } from './texts-en.ts'
import { sendingsSv } from './texts-sv.ts'

export const sendingsTexts: Record<ConsoleLanguage, SendingsTexts> = {
  en: sendingsEn,
  sv: sendingsSv,
  de: sendingsDe,
}
