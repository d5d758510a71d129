/** The language of a reader, by their browser; default: English. */
import { type FormLanguage, isFormLanguage } from '../domain/forms/form-words.ts'
import { TEXTS, type Texts } from './translations.ts'

export interface Language {
  /** The `lang` attribute. */
  code: FormLanguage
  texts: Texts
}

/** The best match of Accept-Language (RFC 9110 12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { code: FormLanguage; weight: number } | undefined
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...params] = range
      .toLowerCase()
      .split(';')
      .map(part => part.trim())
    const code = codeOf(tag)
    const q = params.find(param => param.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2)) || 0
    if (isFormLanguage(code) && weight > (best?.weight ?? 0)) best = { code, weight }
  }
  const code = best?.code ?? 'en'
  return { code, texts: TEXTS[code] }
}

/** The language of a range. Norwegian has several codes. */
function codeOf(range: string): string {
  const code = range === '*' ? 'en' : range.split('-')[0]!
  return code === 'no' || code === 'nn' ? 'nb' : code
}
