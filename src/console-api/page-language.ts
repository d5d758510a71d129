/** The language of a page: the person's, if it is known who they are, else that of the browser. */
import type { IncomingMessage } from 'node:http'
import { recordedReasons } from '../domain/deliveries/recorded-reasons.ts'
import type { Refusal } from '../domain/refusal.ts'
import { languageAmong } from '../lib/accept-language.ts'
import { german } from '../words/de/index.ts'
import { roles } from '../words/roles.ts'
import { reasonsIn, refusedIn } from '../words/say.ts'
import { swedish } from '../words/sv/index.ts'
import { PAGE_LANGUAGES, type PageLanguage } from './texts.ts'

/** `person`: the language of whom the page is for, if it is known. */
export const languageOf = ({ headers }: IncomingMessage, person?: string): PageLanguage =>
  languageAmong(person, PAGE_LANGUAGES) ??
  languageAmong(headers['accept-language'], PAGE_LANGUAGES) ??
  'en'

const ROLES = { en: roles, de: german.roles, sv: swedish.roles }

export const roleIn = (language: PageLanguage, role: string): string =>
  ROLES[language][role] ?? role

/** The service itself says it in English. */
const WORDS = { de: german, sv: swedish }
const AS_GIVEN = { number: String, time: String }

export function refusalIn(language: PageLanguage, refusal: Refusal): string {
  const { reason, subject, message, coded } = refusal
  if (language === 'en') return subject ?? message
  const { details, findings, problems } = WORDS[language]
  return (coded && refusedIn({ details, findings, ...AS_GIVEN }, coded)) ?? problems[reason]
}

/** A function that puts recorded reasons into words. The words of a server or a person stay. */
export const reasonWords =
  (language: PageLanguage) =>
  (reason: string): string =>
    language === 'en'
      ? reason
      : (reasonsIn({ details: WORDS[language].details, ...AS_GIVEN }, recordedReasons(reason)) ??
        reason)
