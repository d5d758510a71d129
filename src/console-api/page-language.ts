/** The language of a page: the person's, if it is known who they are, else that of the browser. */
import type { IncomingMessage } from 'node:http'
import { common as german } from '../console/languages/de/common.ts'
import { everyDetail as germanDetails } from '../console/languages/de/every-detail.ts'
import { problems as germanReasons } from '../console/languages/de/problems.ts'
import { common as swedish } from '../console/languages/sv/common.ts'
import { everyDetail as swedishDetails } from '../console/languages/sv/every-detail.ts'
import { problems as swedishReasons } from '../console/languages/sv/problems.ts'
import { common as english } from '../console/parts/texts.ts'
import type { Refusal } from '../domain/refusal.ts'
import { languageAmong } from '../lib/accept-language.ts'
import { PAGE_LANGUAGES, type PageLanguage } from './texts.ts'

/** `person`: the language of whom the page is for, if it is known. */
export const languageOf = ({ headers }: IncomingMessage, person?: string): PageLanguage =>
  languageAmong(person, PAGE_LANGUAGES) ??
  languageAmong(headers['accept-language'], PAGE_LANGUAGES) ??
  'en'

const ROLES = { en: english.roles, de: german.roles, sv: swedish.roles }

export const roleIn = (language: PageLanguage, role: string): string =>
  (ROLES[language] as Record<string, string>)[role] ?? role

/** The words of the console: the service itself says it in English. */
const WORDS = {
  de: { details: germanDetails, reasons: germanReasons },
  sv: { details: swedishDetails, reasons: swedishReasons },
}

export function refusalIn(language: PageLanguage, refusal: Refusal): string {
  const { reason, subject, message, told } = refusal
  if (language === 'en') return subject ?? message
  const { details, reasons } = WORDS[language]
  if (!told) return reasons[reason]
  const value = (name: string) => String(told.values[name] ?? '')
  return details[told.code](value, value, value)
}
