/** The language of a reader: the one that an address asks for, or the browser's; else English. */
import { FORM_LANGUAGES, type FormLanguage, isFormLanguage } from '../domain/forms/form-words.ts'
import { languageAmong } from '../lib/accept-language.ts'
import { pathOf, queryIn } from './paths.ts'
import { TEXTS, type Texts } from './translations.ts'

export interface Language {
  /** The `lang` attribute. */
  code: FormLanguage
  texts: Texts
}

export function languageOf(acceptLanguage: string | undefined): Language {
  const code = languageAmong(acceptLanguage, FORM_LANGUAGES) ?? 'en'
  return { code, texts: TEXTS[code] }
}

/** By `?lang=sv`; undefined: none of ours. */
export function languageAsked(url = ''): FormLanguage | undefined {
  const wanted = new URLSearchParams(queryIn(pathOf(url))).get('lang') ?? ''
  return isFormLanguage(wanted) ? wanted : undefined
}
