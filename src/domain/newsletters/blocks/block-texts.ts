/**
 * The texts of blocks, and a document in one of its languages: what is not translated is as in the
 * next language. Pure, and without imports: the console shows and writes versions by it, too.
 */
import type { AnyBlock, BlockDocument } from './document.ts'
import type { DocumentLanguages, LanguageVersion } from './document-languages.ts'

export interface TextPlace {
  block: string
  part: string
}

/** The versions whose texts a reader of this language gets, the best first; then the base. */
function versionsFor(
  { base, fallback, versions }: DocumentLanguages,
  language: string,
): LanguageVersion[] {
  const order = [language, ...fallback.filter(one => one !== language)]
  const end = order.indexOf(base)
  return (end < 0 ? order : order.slice(0, end)).flatMap(
    one => versions.find(version => version.language === one) ?? [],
  )
}

/** The subject or the preheader. */
export function lineIn(
  languages: DocumentLanguages,
  language: string,
  part: 'subject' | 'preheader',
  base: string,
): string {
  const own = versionsFor(languages, language).find(one => one[part].trim() !== '')
  return own?.[part] ?? base
}

export function documentIn(document: BlockDocument, language: string): BlockDocument {
  const { languages, ...rest } = document
  if (!languages) return document
  const versions = versionsFor(languages, language)
  const translated = <Block extends AnyBlock>(block: Block): Block => {
    const texts: Record<string, string> = {}
    for (const [part] of textsOf(block)) {
      const text = versions.map(one => textOf(one, block.id, part)).find(one => one.trim() !== '')
      if (text !== undefined) texts[part] = text
    }
    const made = withTexts(block, texts)
    if (made.type !== 'columns') return made
    const columns = made.columns.map(one => ({ ...one, blocks: one.blocks.map(translated) }))
    return { ...made, columns }
  }
  return { ...rest, blocks: document.blocks.map(translated) }
}

export const textOf = (version: LanguageVersion, id: string, part: string): string => {
  const texts = Object.hasOwn(version.texts, id) ? version.texts[id]! : {}
  return Object.hasOwn(texts, part) ? texts[part]! : ''
}

/** The block with other texts in these parts. */
export function withTexts<Block extends AnyBlock>(
  block: Block,
  texts: Readonly<Record<string, string>>,
): Block {
  const parts = textsOf(block).filter(([part]) => Object.hasOwn(texts, part))
  if (parts.length === 0) return block
  const changed = structuredClone(block)
  for (const [part] of parts) {
    const names = part.split('.')
    let within = changed as unknown as Record<string, unknown>
    for (const name of names.slice(0, -1)) within = within[name] as Record<string, unknown>
    within[names.at(-1)!] = texts[part]!
  }
  return changed
}

/** Addresses, prices and names of networks are often the same in all languages. */
const SAME_EVERYWHERE = /(?:^|\.)(?:href|src|price|before|source|name)$/

/** Words of the blocks that the version has no own text for. */
export function untranslatedIn(document: BlockDocument, language: string): TextPlace[] {
  const version = document.languages?.versions.find(one => one.language === language)
  if (!version) return []
  return everyBlock(document.blocks).flatMap(block =>
    textsOf(block)
      .filter(([part, text]) => !SAME_EVERYWHERE.test(part) && hasWords(text))
      .filter(([part]) => textOf(version, block.id, part).trim() === '')
      .map(([part]) => ({ block: block.id, part })),
  )
}

/** Its texts were translated from the present base: `withOrigins` notes that anew. */
export function withoutOrigins(
  version: LanguageVersion,
  block: string,
  parts: readonly string[],
): LanguageVersion {
  const { madeFrom = {} } = version
  if (!Object.hasOwn(madeFrom, block)) return version
  const left = Object.entries(madeFrom[block]!).filter(([part]) => !parts.includes(part))
  return { ...version, madeFrom: { ...madeFrom, [block]: Object.fromEntries(left) } }
}

/** Tags alone say the same in every language. */
const hasWords = (text: string): boolean =>
  /\p{L}/u.test(text.replace(/<[^<>]*>|\{\{[^{}]*\}\}|\{%[^{}]*%\}|&[#\w]+;/g, ''))

export const everyBlock = (blocks: readonly AnyBlock[]): AnyBlock[] =>
  blocks.flatMap(block =>
    block.type === 'columns' ? [block, ...block.columns.flatMap(one => one.blocks)] : [block],
  )

/**
 * The document after a change that was made while a version was shown: other texts become those of
 * the version, everything else is changed for all languages.
 */
export function withVersionChanged(
  before: BlockDocument,
  language: string,
  changed: BlockDocument,
): BlockDocument {
  const { languages } = before
  if (!languages) return changed
  const bases = new Map(everyBlock(before.blocks).map(block => [block.id, block]))
  const shown = new Map(
    everyBlock(documentIn(before, language).blocks).map(block => [block.id, block]),
  )
  const texts: LanguageVersion['texts'] = {}
  const untranslated = <Block extends AnyBlock>(block: Block): Block => {
    const [base, was] = [bases.get(block.id), shown.get(block.id)]
    const old = Object.fromEntries(was ? textsOf(was) : [])
    const written = textsOf(block).filter(([part, text]) => was && old[part] !== text)
    if (written.length > 0) texts[block.id] = Object.fromEntries(written)
    const kept = base ? withTexts(block, Object.fromEntries(textsOf(base))) : block
    if (kept.type !== 'columns') return kept
    const columns = kept.columns.map(one => ({ ...one, blocks: one.blocks.map(untranslated) }))
    return { ...kept, columns }
  }
  const blocks = changed.blocks.map(untranslated)
  const versions = languages.versions.map(version => {
    if (version.language !== language) return version
    const all = { ...version.texts }
    let made = version
    for (const [id, own] of Object.entries(texts)) {
      all[id] = { ...all[id], ...own }
      made = withoutOrigins(made, id, Object.keys(own))
    }
    return { ...made, texts: all }
  })
  return { ...changed, blocks, languages: { ...languages, versions } }
}

/** The parts of a block that hold tags. A new type does not compile without: links are in them. */
export function textsOf(block: AnyBlock): [part: string, text: string][] {
  switch (block.type) {
    case 'text':
    case 'heading':
    case 'code':
      return [['html', block.html]]
    case 'picture':
      return [
        ['src', block.src],
        ['alt', block.alt],
        ['href', block.href ?? ''],
      ]
    case 'video':
      return [
        ['src', block.src],
        ['alt', block.alt],
        ['href', block.href],
      ]
    case 'quote':
      return [
        ['html', block.html],
        ['source', block.source ?? ''],
      ]
    case 'list':
      return block.items.map((item, i): [string, string] => [`items.${i}`, item])
    case 'product':
      return [
        ['src', block.src],
        ['alt', block.alt],
        ['name', block.name],
        ['html', block.html],
        ['price', block.price],
        ['before', block.before ?? ''],
        ['button', block.button],
        ['href', block.href],
      ]
    case 'button':
      return [
        ['text', block.text],
        ['href', block.href],
      ]
    case 'menu':
      return block.links.flatMap(({ text, href }, i): [string, string][] => [
        [`links.${i}.text`, text],
        [`links.${i}.href`, href],
      ])
    case 'social':
      return block.links.flatMap(({ name, href }, i): [string, string][] => [
        [`links.${i}.name`, name],
        [`links.${i}.href`, href],
      ])
    case 'divider':
    case 'space':
    case 'feed':
    case 'saved':
    case 'columns':
      return []
  }
}
