/**
 * The texts of the base that translations were made from, and translations that are older than
 * their base. Pure, as block-texts.ts: the console notes and shows them by it, too.
 */
import { everyBlock, type TextPlace, textOf, textsOf } from './block-texts.ts'
import type { BlockDocument } from './document.ts'
import type { LanguageVersion } from './document-languages.ts'

export interface BaseLines {
  subject: string
  preheader: string
}

/** In `madeFrom`: subject and preheader. */
const LINES_ID = ''

/** The texts that a version has of its own, with those of the base. */
const translatedTexts = (document: BlockDocument, lines: BaseLines, version: LanguageVersion) =>
  [
    ...(['subject', 'preheader'] as const).map(part => ({
      block: LINES_ID,
      part: part as string,
      base: lines[part],
      own: version[part],
    })),
    ...everyBlock(document.blocks).flatMap(block =>
      textsOf(block).map(([part, base]) => {
        return { block: block.id, part, base, own: textOf(version, block.id, part) }
      }),
    ),
  ].filter(({ own }) => own.trim() !== '')

function originOf({ madeFrom = {} }: LanguageVersion, block: string, part: string) {
  const origins = Object.hasOwn(madeFrom, block) ? madeFrom[block]! : {}
  return Object.hasOwn(origins, part) ? origins[part] : undefined
}

/** Of the words and the addresses of links: formats and spaces are no change. */
function hashOfWords(text: string): string {
  const words = text
    .replace(/<[^<>]*>/g, tag =>
      /^<a\s/i.test(tag) ? (/\bhref="([^"]*)"/.exec(tag)?.[1] ?? '') : '',
    )
    .replace(/&nbsp;|\s/g, '')
  // FNV-1a, twice.
  let [one, other] = [0x811c9dc5, 0x01234567]
  for (let i = 0; i < words.length; i++) {
    one = Math.imul(one ^ words.charCodeAt(i), 0x01000193)
    other = Math.imul(other ^ words.charCodeAt(i), 0x01000193) + i
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`
}

/**
 * Each version with the texts of the base that its own were made from: the present ones, where it
 * says nothing else. `today`: 2026-11-30. `before`: the same document as it was saved.
 */
export function withOrigins(
  document: BlockDocument,
  lines: BaseLines,
  today: string,
  before?: BlockDocument,
): BlockDocument {
  const { languages } = document
  if (!languages) return document
  const versions = languages.versions.map(({ madeFrom, ...version }) => {
    const earlier = before?.languages?.versions.find(one => one.language === version.language)
    const origins = new Map<string, [string, { hash: string; changed?: string }][]>()
    for (const { block, part, base, own } of translatedTexts(document, lines, version)) {
      const isKept = earlier && ownOf(earlier, block, part) === own
      const known =
        originOf({ ...version, madeFrom }, block, part) ??
        (isKept ? originOf(earlier, block, part) : undefined)
      const hash = hashOfWords(base)
      const isOld = known && known.hash !== hash
      const origin = isOld ? { hash: known.hash, changed: known.changed ?? today } : { hash }
      origins.set(block, [...(origins.get(block) ?? []), [part, origin]])
    }
    const made = Object.fromEntries([...origins].map(([id, of]) => [id, Object.fromEntries(of)]))
    return { ...version, ...(origins.size > 0 && { madeFrom: made }) }
  })
  return { ...document, languages: { ...languages, versions } }
}

const ownOf = (version: LanguageVersion, block: string, part: string): string =>
  block === LINES_ID && (part === 'subject' || part === 'preheader')
    ? version[part]
    : textOf(version, block, part)

interface OldTranslation extends TextPlace {
  /** The day on which the base changed; undefined: it is not known. */
  changed: string | undefined
}

/** The texts of a version whose base has changed since; subject and preheader as block ''. */
export function oldTranslations(
  document: BlockDocument,
  lines: BaseLines,
  language: string,
): OldTranslation[] {
  const version = document.languages?.versions.find(one => one.language === language)
  if (!version) return []
  return translatedTexts(document, lines, version).flatMap(({ block, part, base }) => {
    const origin = originOf(version, block, part)
    if (!origin || origin.hash === hashOfWords(base)) return []
    return [{ block, part, changed: origin.changed }]
  })
}
