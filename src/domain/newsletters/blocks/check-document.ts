/** Cleans the texts of blocks, and refuses what can't be sent, with the block and the place. */
import { attributeOf, scanHtml } from '../../../mail/html/scan.ts'
import { compileBody } from '../../../mail/template/liquid.ts'
import { type FieldNames, TemplateError } from '../../../mail/template/merge.ts'
import { type Detail, detailed } from '../../details/details.ts'
import { wrongAddress } from '../../html/link-address.ts'
import { cleanRichText } from '../../html/rich-text.ts'
import { type Refusal, refusedAt } from '../../refusal.ts'
import { tidied } from '../../text.ts'
import { textsOf } from './block-texts.ts'
import { type AnyBlock, allBlocks, type BlockDocument } from './document.ts'

/** The document without what mail programs don't show. */
export function cleanDocument(document: BlockDocument): BlockDocument {
  const clean = <Block extends AnyBlock>(block: Block): Block => {
    if (block.type === 'text') return { ...block, html: cleanRichText(block.html) }
    if (block.type === 'heading') return { ...block, html: cleanRichText(block.html, false) }
    if (block.type === 'quote' || block.type === 'product')
      return { ...block, html: cleanRichText(block.html) }
    if (block.type === 'list')
      return { ...block, items: block.items.map(item => cleanRichText(item, false)) }
    if (block.type !== 'columns') return block
    const columns = block.columns.map(one => ({ ...one, blocks: one.blocks.map(clean) }))
    return { ...block, columns }
  }
  const { blocks, ...rest } = tidied(document)
  return { ...rest, blocks: blocks.map(clean) }
}

/**
 * Refuses a link that runs something, a script, or a tag that can't be filled in. `unfinished`: for
 * a preview, in which pictures may be missing yet.
 */
export function checkDocument(
  document: BlockDocument,
  fields: FieldNames,
  saved: ReadonlyMap<number, readonly AnyBlock[]> = new Map(),
  unfinished = false,
): void {
  const within = new Set<AnyBlock>(
    document.blocks.flatMap(block =>
      block.type === 'columns' ? block.columns.flatMap(one => one.blocks) : [],
    ),
  )
  for (const block of allBlocks(document)) {
    for (const [part, text] of textsOf(block)) checkTags(block, part, text, fields)
    for (const [part, address] of addressesOf(block)) {
      const wrong = wrongAddress(address)
      if (wrong !== undefined) throw refusedIn(block, part, wrong)
    }
    if (lacksPicture(block) && !(unfinished && isWithoutPicture(block)))
      throw refusedIn(block, 'src', detailed('block-picture'))
    if (block.type === 'code') checkCode(block)
    if (block.type !== 'saved') continue
    const content = saved.get(block.savedId)
    if (!content)
      throw refusedIn(block, 'savedId', detailed('block-saved-gone', { id: block.savedId }))
    if (within.has(block) && content.some(({ type }) => type === 'columns'))
      throw refusedIn(block, 'savedId', detailed('block-columns'))
    // Fields may have been renamed since it was saved.
    for (const one of allBlocks({ blocks: [...content] }))
      for (const [part, text] of textsOf(one)) checkTags(block, part, text, fields)
  }
}

/** A picture or a video that no picture was chosen for. */
export const isWithoutPicture = (block: AnyBlock): boolean =>
  (block.type === 'picture' || block.type === 'video') && block.src.trim() === ''

/** A product may have none. */
const lacksPicture = (block: AnyBlock): boolean =>
  (block.type === 'picture' ||
    block.type === 'video' ||
    (block.type === 'product' && block.src.trim() !== '')) &&
  !/^(?:https?:\/\/|\/m\/|\{\{)/i.test(block.src.trim())

function checkTags(block: AnyBlock, part: string, text: string, fields: FieldNames): void {
  try {
    compileBody(text, fields, 'html')
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const { line, column, sentence } = error
    throw refusedIn(block, part, sentence, { line, column })
  }
}

const RUNS =
  /^(?:script|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|link|meta|base|svg|math|audio|video|noscript|template)$/

function checkCode(block: AnyBlock & { type: 'code' }): void {
  const { html } = block
  const visit = (from: number, to: number): void => {
    for (const token of scanHtml(html, from, to)) {
      if (token.type === 'comment' && html.startsWith('<!--[if', token.start)) {
        const inside = html.indexOf('>', token.start) + 1
        visit(inside, Math.max(inside, token.end - 3))
      }
      if (token.type !== 'open') continue
      if (RUNS.test(token.name))
        throw refusedIn(block, 'html', detailed('block-element', { name: token.name }))
      for (const { name, value } of token.attributes) {
        if (/^on/.test(name) || name === 'srcdoc')
          throw refusedIn(block, 'html', detailed('block-runs', { name: name.slice(0, 40) }))
        const wrong = /^(?:href|src|action|background)$/.test(name) && wrongAddress(value)
        if (wrong && !/^\s*data:image\/(?:png|jpeg|gif);/i.test(value))
          throw refusedIn(block, 'html', wrong)
      }
      if (attributeOf(token, 'data-block'))
        throw refusedIn(block, 'html', detailed('block-attribute'))
    }
  }
  visit(0, html.length)
}

const refusedIn = (
  { id, type }: AnyBlock,
  part: string,
  detail: Detail,
  place: { line: number; column: number } = { line: 1, column: 1 },
): Refusal => {
  const { line, column } = place
  const where = `Block ${id} (${type}), ${part}, line ${line}, column ${column}`
  // The place is separate from the reason: a reader who sees the block needs no id of it.
  const at = { block: id, part, line, column }
  return refusedAt(detail, at, `${where}: ${detail.detail}`)
}

const addressesOf = (block: AnyBlock): [part: string, address: string][] =>
  textsOf(block).filter(([part]) => part.endsWith('href'))
