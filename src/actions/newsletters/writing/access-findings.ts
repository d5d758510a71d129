/**
 * What keeps people who listen, or see little, from reading an email: its language and title, the
 * order of headings, the words of links, tables for layout, contrast (WCAG 2.2: 3.1.1, 2.4.2,
 * 1.3.1, 2.4.4, 1.4.3).
 */
import { decodeHTML } from 'entities'
import type { Brand } from '../../../domain/brand/brand.ts'
import { READABLE } from '../../../domain/brand/colours.ts'
import { contrastOf } from '../../../domain/brand/contrast.ts'
import {
  type AnyBlock,
  allBlocks,
  type BlockDocument,
} from '../../../domain/newsletters/blocks/document.ts'
import { attributeOf, scanHtml } from '../../../mail/html/scan.ts'
import { findingOf, type SaidFinding } from '../../../mail/message/findings.ts'
import { blockAt } from './block-names.ts'
import type { ContentFinding } from './content-finding.ts'

/** Words that say nothing by themselves, in the languages of newsletters. */
const EMPTY_WORDS = /^(?:here|click here|link|this|här|klicka här|länk|hier|hier klicken|klick)$/i
const MOST_TOLD = 10

interface AccessFinding extends SaidFinding {
  mend: string
  start?: number
}

/** Of the compiled email, whose blocks are named. `titled`: by its subject, as one of blocks is. */
export function accessFindings(html: string, { titled = false } = {}): ContentFinding[] {
  const { headings, links, tables, language, title } = partsOf(html)
  const found = [
    ...(language === '' ? [NO_LANGUAGE] : []),
    ...(titled || title.trim() !== '' ? [] : [NO_TITLE]),
    ...headingFindings(headings),
    ...links.flatMap(linkFinding),
    ...tables.map(start => ({ ...LAYOUT_TABLE, start })),
  ]
  const of = blockAt(html)
  const shown = found.slice(0, MOST_TOLD).map(({ start, ...said }): ContentFinding => {
    const block = start === undefined ? null : of(start)
    return { what: 'access', severity: 'look', ...said, at: block === null ? null : { block } }
  })
  if (shown.length > 0) return shown
  return [{ what: 'access', severity: 'fine', ...findingOf('access-fine'), mend: null, at: null }]
}

const NO_LANGUAGE: AccessFinding = {
  ...findingOf('access-language'),
  mend: 'Write <html lang="en">, with the language that it is in.',
}

const NO_TITLE: AccessFinding = {
  ...findingOf('access-title'),
  mend: 'Write <title> in the head, or <mj-title> in MJML, with what the email is about.',
}

const LAYOUT_TABLE: AccessFinding = {
  ...findingOf('access-table'),
  mend: 'Write role="presentation" for a table that only arranges, <th> for one with data.',
}

interface Parts {
  headings: { level: number; start: number }[]
  links: { words: string; start: number }[]
  /** Where tables begin that neither arrange nor have headings. */
  tables: number[]
  language: string
  title: string
}

function partsOf(html: string): Parts {
  const parts: Parts = { headings: [], links: [], tables: [], language: '', title: '' }
  let link: Parts['links'][number] | undefined
  const tables: { start: number; plain: boolean }[] = []
  for (const token of scanHtml(html)) {
    if (token.type === 'text' && link) link.words += html.slice(token.start, token.end)
    if (token.type === 'close' && token.name === 'a' && link) {
      parts.links.push(link)
      link = undefined
    }
    if (token.type === 'close' && token.name === 'table') {
      const closed = tables.pop()
      if (closed?.plain) parts.tables.push(closed.start)
    }
    if (token.type !== 'open') continue
    const { name, start } = token
    const value = (of: string) => attributeOf(token, of)?.value.trim() ?? ''
    if (name === 'html' && value('lang') !== 'und') parts.language = value('lang')
    // A drawing may have a title of its own.
    if (name === 'title' && token.raw) parts.title ||= html.slice(token.raw.start, token.raw.end)
    if (/^h[1-6]$/.test(name)) parts.headings.push({ level: Number(name[1]), start })
    if (name === 'img' && link) link.words += value('alt')
    const isSeen = value('aria-hidden') !== 'true'
    if (name === 'a' && isSeen && attributeOf(token, 'href')) link = { words: '', start }
    const around = tables.at(-1)
    if (name === 'th' && around) around.plain = false
    if (name === 'table')
      tables.push({ start, plain: !/^(?:presentation|none)$/i.test(value('role')) })
  }
  return parts
}

function headingFindings(headings: Parts['headings']): AccessFinding[] {
  const [first, second] = headings.filter(({ level }) => level === 1)
  const found: AccessFinding[] = []
  if (!first)
    found.push({
      ...findingOf('heading-none'),
      mend: 'Make the first heading one of level 1.',
    })
  if (second)
    found.push({
      ...findingOf('heading-several'),
      mend: 'Keep one; the others are of level 2.',
      start: second.start,
    })
  for (const [i, { level, start }] of headings.entries()) {
    const above = headings[i - 1]?.level ?? 1
    if (level <= above + 1) continue
    const said = findingOf('heading-skipped', { level, above })
    found.push({ ...said, mend: `Make it one of level ${above + 1}.`, start })
  }
  return found
}

function linkFinding({ words, start }: Parts['links'][number]): AccessFinding[] {
  const said = decodeHTML(words).replace(/\s+/g, ' ').trim()
  if (said === '')
    return [
      {
        ...findingOf('link-wordless'),
        mend: 'Write what it leads to, or describe its picture.',
        start,
      },
    ]
  if (!EMPTY_WORDS.test(said.replace(/(?<![.!»>→])[.!»>→]+$/, '').trim())) return []
  const vague = findingOf('link-vague', { text: said.slice(0, 60) })
  return [{ ...vague, mend: 'Write what it leads to: many read the links alone.', start }]
}

/** Colours that a block has of its own, on its ground. */
export function contrastFindings(document: BlockDocument, brand: Brand): ContentFinding[] {
  const grounds = new Map<AnyBlock, string>()
  for (const block of document.blocks)
    if (block.type === 'columns')
      for (const { blocks, background } of block.columns)
        for (const inside of blocks)
          grounds.set(inside, background ?? block.background ?? brand.colours.paper)
  return allBlocks(document).flatMap(block => {
    const ground = block.background ?? grounds.get(block) ?? brand.colours.paper
    const pair = inkOf(block, ground, brand)
    if (!pair) return []
    const ratio = Math.floor(contrastOf(...pair) * 10) / 10
    if (ratio >= READABLE) return []
    return {
      what: 'access' as const,
      severity: 'look' as const,
      ...findingOf('contrast', { ink: pair[0], ground: pair[1], ratio, least: READABLE }),
      mend: 'Choose a darker or a lighter colour, or that of the brand.',
      at: { block: block.id },
    }
  })
}

/** The colour of the text of a block, and what is behind it; undefined: it has none. */
function inkOf(block: AnyBlock, ground: string, { colours }: Brand): [string, string] | undefined {
  switch (block.type) {
    case 'text':
    case 'heading':
    case 'list':
      return [block.colour ?? colours.text, ground]
    case 'quote':
    case 'product':
    case 'feed':
      return [colours.text, ground]
    case 'button':
      return [block.colour ?? colours.onAccent, block.fill ?? colours.accent]
    default:
      return undefined
  }
}
