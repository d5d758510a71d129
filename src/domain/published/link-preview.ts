/** What a list of newsletters and a link preview show of an email. */
import type { Db } from '../../db/db.ts'
import { attributeOf, openTags } from '../../mail/html/scan.ts'
import { brandOf } from '../brand/keep-brand.ts'
import type { Message } from '../newsletters/freeze-message.ts'
import { messageIn } from '../newsletters/language-filters.ts'
import { publicVersion } from './public-version.ts'
import { bareTags, type PersonTag, tagsInLanguages } from './tags-of-people.ts'

interface ShownParts {
  title: string
  summary: string
  /** As it is written in the email; empty: none. */
  picture: string
}

/** What is shown of one of its languages. */
export interface LanguagePreview extends ShownParts {
  language: string
}

export interface LinkPreview extends ShownParts {
  /** The base first; empty: it is in one language. */
  languages: LanguagePreview[]
  tags: PersonTag[]
  /** Tags without a fallback. */
  bareTags: string[]
}

/** In place of tags: those of the email can't be filled in. */
export const UNREADABLE = '?'

/** Nothing of it is shown. */
const ANYWHERE = 'https://published.invalid'

/** An old email whose tags do not compile any more has a title, and waits for a decision. */
export async function linkPreview(
  db: Db,
  accountId: number,
  message: Message,
  shownFilters: readonly number[],
): Promise<LinkPreview> {
  const { logo } = await brandOf(db, accountId)
  const { translated } = message
  const view = { origin: ANYWHERE, shownFilters }
  const partsOf = async (of: Message): Promise<ShownParts> => {
    const { title, summary } = await publicVersion(db, accountId, of, view)
    return { title, summary, picture: pictureOf(of.html, logo?.src) }
  }
  try {
    const base = await partsOf(messageIn(message, undefined))
    const languages = translated ? [{ language: translated.base, ...base }] : []
    for (const [i, { language }] of (translated?.versions ?? []).entries())
      languages.push({ language, ...(await partsOf(messageIn(message, i))) })
    const tags = tagsInLanguages(message)
    return { ...base, languages, tags, bareTags: bareTags(tags) }
  } catch {
    // A sending has to finish. After an error of the store its transaction fails anyway.
    const title = message.subject.slice(0, 500)
    const picture = pictureOf(message.html, logo?.src)
    return { title, summary: '', picture, languages: [], tags: [], bareTags: [UNREADABLE] }
  }
}

/** Narrower ones are icons. */
const NARROWEST = 200
const LONGEST_ADDRESS = 1000
const MOST_TRIED = 50

/** The first picture that is neither the logo nor an icon. */
function pictureOf(html: string, logo: string | undefined): string {
  let tried = 0
  for (const tag of openTags(html)) {
    if (tag.name !== 'img' || tried++ > MOST_TRIED) continue
    const src = attributeOf(tag, 'src')?.value.trim() ?? ''
    const width = Number.parseInt(attributeOf(tag, 'width')?.value ?? '', 10)
    const isPublic = /^(?:https:\/\/|\/m\/)[^\s"'<>{}&]+$/i.test(src.slice(0, LONGEST_ADDRESS + 1))
    if (isPublic && src.length <= LONGEST_ADDRESS && src !== logo && !(width < NARROWEST))
      return src
  }
  return ''
}
