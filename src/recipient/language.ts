/** The language of a reader, by their browser; default: English. */
import { FORM_LANGUAGES, type FormLanguage } from '../domain/forms/form-words.ts'
import { languageAmong } from '../lib/accept-language.ts'
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
