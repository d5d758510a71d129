/**
 * The language of a person: a data field that the account names for it, as most bring one along.
 * Pages and emails of ours follow it; imports, forms and the API write it as any other field.
 */
import type { Db } from '../../db/db.ts'
import { type FormLanguage, isFormLanguage } from './form-words.ts'
import { languageOfAddress, languageOfPerson } from './forms.sql.ts'

/** Names in English, and in the language itself. */
const NAMES: Record<string, FormLanguage> = {
  english: 'en',
  swedish: 'sv',
  svenska: 'sv',
  german: 'de',
  deutsch: 'de',
  french: 'fr',
  français: 'fr',
  norwegian: 'nb',
  norsk: 'nb',
  no: 'nb',
  nn: 'nb',
  danish: 'da',
  dansk: 'da',
  finnish: 'fi',
  suomi: 'fi',
}

const LONGEST = 40

/** `sv`, `sv-SE`, `Swedish`, `Svenska`; undefined: none of ours. */
export function languageIn(text: string): FormLanguage | undefined {
  if (text.length > LONGEST) return undefined
  const word = text.trim().toLowerCase()
  const code = word.split(/[-_]/, 1)[0]!
  return isFormLanguage(code) ? code : Object.hasOwn(NAMES, code) ? NAMES[code] : undefined
}

/** Undefined: not known. */
export async function languageOfReader(
  db: Db,
  accountId: number,
  subscriberId: number,
): Promise<FormLanguage | undefined> {
  const found = await languageOfPerson(db, { accountId, subscriberId })
  return languageIn(found?.language ?? '')
}

/** The values of a sign-up, with its language where nothing says another: DD1 first. */
export async function withLanguage(
  db: Db,
  accountId: number,
  emailKey: string,
  fields: readonly (string | null)[],
  language: string,
): Promise<(string | null)[]> {
  const kept = await languageOfAddress(db, { accountId, emailKey })
  const at = (kept?.number ?? 0) - 1
  const known = fields[at] ?? kept?.language ?? ''
  if (at < 0 || known !== '') return [...fields]
  const length = Math.max(fields.length, at + 1)
  return Array.from({ length }, (_, i) => (i === at ? language : (fields[i] ?? null)))
}
