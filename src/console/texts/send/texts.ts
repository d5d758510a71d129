/** The strings of the Send page, in every language. */
import type { ConsoleLanguage } from '../language.tsx'
import type { SendTexts } from './send-texts.ts'
import { sendDe } from './texts-de.ts'
import { sendEn } from './texts-en.ts'
import { sendSv } from './texts-sv.ts'

export const sendTexts: Record<ConsoleLanguage, SendTexts> = { en: sendEn, sv: sendSv, de: sendDe }
