/**
 * Who gets which version of an email in several languages: filters by the data field that holds
 * the language of a person, frozen with those of its blocks. Their ids are below zero.
 */
import type { Db } from '../../db/db.ts'
import { wordsOfLanguage } from '../../lib/language-words.ts'
import { languageFieldOfAccount } from '../demographics/demographics.sql.ts'
import type { Condition, FrozenFilter } from '../filters/condition.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { filterIdsOf } from './content/filter-ids.ts'
import type { TranslatedMail } from './content/translated.ts'
import type { Message } from './freeze-message.ts'

/** The filters of its blocks and of its languages, to be frozen with it. */
export async function filtersOfMessage(
  db: Db,
  accountId: number,
  message: Message,
): Promise<FrozenFilter[]> {
  const ofBlocks = await filtersForSending(db, accountId, [message.listId], filterIdsOf(message))
  return [...ofBlocks, ...(await languageFilters(db, accountId, message.translated))]
}

/** Without a field for the language there is none: everybody gets the base. */
async function languageFilters(
  db: Db,
  accountId: number,
  translated: TranslatedMail | undefined,
): Promise<FrozenFilter[]> {
  if (!translated) return []
  const field = (await languageFieldOfAccount(db, { accountId }))?.languageField
  if (field === null || field === undefined) return []
  const {
    base,
    versions,
    fallback: [first = base],
  } = translated
  const others = [base, ...versions.map(one => one.language)].filter(one => one !== first)
  return versions.map(({ language }, i) => ({
    id: -1 - i,
    name: language,
    condition:
      language === first
        ? { not: { any: others.map(one => speaks(field, one)) } }
        : speaks(field, language),
  }))
}

/** `sv`, `sv-SE`, `sv_SE`, `Swedish`, `Svenska`. */
function speaks(column: number, language: string): Condition {
  const words = wordsOfLanguage(language)
  const codes = words.filter(word => /^[a-z]{2,3}$/.test(word))
  const regions = codes.flatMap(code => [`${code}-`, `${code}_`])
  return {
    any: [
      { column, text: '=', values: words },
      ...regions.map(region => ({ column, text: 'begins' as const, values: [region] })),
    ],
  }
}

/** The place of the version among those of the message, from the ids of matching filters. */
export function versionAmong(blocks: readonly number[]): number | undefined {
  const id = blocks.find(one => one < 0)
  return id === undefined ? undefined : -1 - id
}

/** The place of the version that a person of this language gets; undefined: the base. */
export function versionFor(
  translated: TranslatedMail | undefined,
  language: string,
): number | undefined {
  if (!translated || language === translated.base) return undefined
  const { versions, fallback } = translated
  const places = [language, fallback[0]].map(one =>
    versions.findIndex(version => version.language === one),
  )
  return places.find(place => place >= 0)
}

/** The message as a reader of this version gets it; undefined: the base. */
export function messageIn(message: Message, version: number | undefined): Message {
  const { translated, ...base } = message
  const found = version === undefined ? undefined : translated?.versions[version]
  if (!found) return { ...base, ...(translated && { language: translated.base }) }
  // Its text part is made from its HTML.
  return { ...base, ...found, text: '' }
}
