/**
 * Slots of a template: elements with `data-slot="name"`, in HTML as in MJML. The content of the
 * element is the default; for a picture, its address is.
 */
import { type HtmlAttribute, type HtmlToken, scanHtml } from '../html/scan.ts'
import { escapeValue } from './cleaned.ts'
import { placesOf, TemplateError, type TemplatePart } from './merge.ts'
import { type ProtectedText, protect } from './protect.ts'
import { type TemplateSentence, templateSentence } from './words.ts'

export interface TemplateSlot {
  name: string
  kind: 'content' | 'picture'
  /** The default content. */
  content: string
}

interface Place {
  name: string
  kind: TemplateSlot['kind']
  /** The replaced range, and the attribute to remove. */
  start: number
  end: number
  attribute: { start: number; end: number }
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/i
const PICTURES = new Set(['img', 'mj-image'])
const VOID = /^(?:area|base|br|col|embed|hr|input|link|meta|source|track|wbr|mj-spacer|mj-divider)$/

/** The slots of a template, by unique names. */
export function slotsOf(source: string, part: TemplatePart): TemplateSlot[] {
  const kept = protect(source, part)
  const slots = new Map<string, TemplateSlot>()
  for (const { name, kind, start, end } of placesIn(source, kept, part)) {
    const content = kept.restore(kept.text.slice(start, end))
    if (!slots.has(name))
      slots.set(name, { name, kind, content: kind === 'content' ? content.trim() : content })
  }
  return [...slots.values()]
}

/**
 * Fills the slots of a template; the rest keep their default. The caller must reject unknown names.
 * `kept`: they stay slots, with the contents as their defaults.
 */
export function fillSlots(
  source: string,
  part: TemplatePart,
  contents: ReadonlyMap<string, string>,
  { kept: stay = false }: { kept?: boolean } = {},
): string {
  const kept = protect(source, part)
  let text = ''
  let at = 0
  const upTo = (end: number) => {
    text += kept.restore(kept.text.slice(at, end))
    at = end
  }
  for (const { name, kind, start, end, attribute } of placesIn(source, kept, part)) {
    const content = contents.get(name)
    const edits = stay ? [] : [{ ...attribute, content: '' }]
    if (content !== undefined)
      edits.push({
        start,
        end,
        content: kind === 'picture' ? escapeAddress(content.trim()) : content,
      })
    for (const edit of edits.sort((a, b) => a.start - b.start)) {
      upTo(edit.start)
      text += edit.content
      at = edit.end
    }
  }
  upTo(kept.text.length)
  return text
}

/** Tags in an address are not escaped. */
const escapeAddress = (address: string): string =>
  /\{[{%]/.test(address) ? address : escapeValue(address)

type Open = HtmlToken & { type: 'open' }

function placesIn(source: string, kept: ProtectedText, part: TemplatePart): Place[] {
  const { text } = kept
  const places: Place[] = []
  let open: { place: Place; token: Open; depth: number } | undefined
  const fail = (sentence: TemplateSentence, at: number): never => {
    // Marks differ in length from the text they replace.
    throw new TemplateError(
      sentence,
      ...placesOf(source)(kept.restore(text.slice(0, at)).length),
      part,
    )
  }
  for (const token of scanHtml(text)) {
    if (token.type === 'close' && open && token.name === open.token.name && --open.depth === 0) {
      open.place.end = token.start
      open = undefined
    }
    if (token.type !== 'open') continue
    const slot = token.attributes.find(({ name }) => name === 'data-slot')
    if (!slot) {
      if (open && token.name === open.token.name && !selfClosed(text, token)) open.depth++
      continue
    }
    if (open) fail(templateSentence('slot-nested', { slot: open.place.name }), token.start)
    if (!NAME.test(slot.value)) fail(templateSentence('slot-name'), slot.start)
    if (VOID.test(token.name))
      fail(templateSentence('slot-void', { name: token.name }), token.start)
    const attribute = whole(text, slot)
    if (PICTURES.has(token.name)) {
      const src = token.attributes.find(({ name }) => name === 'src')
      if (!src) return fail(templateSentence('slot-picture'), token.start)
      places.push({ name: slot.value, kind: 'picture', start: src.start, end: src.end, attribute })
      continue
    }
    if (selfClosed(text, token)) fail(templateSentence('slot-end'), token.start)
    const place: Place = {
      name: slot.value,
      kind: 'content',
      start: token.end,
      end: token.end,
      attribute,
    }
    places.push(place)
    if (token.raw) place.end = token.raw.end
    else open = { place, token, depth: 1 }
  }
  if (open) fail(templateSentence('slot-unclosed', { slot: open.place.name }), open.token.start)
  return places
}

const selfClosed = (text: string, token: Open): boolean => text[token.end - 2] === '/'

/** The range of an attribute with its name, its quotes and the blank before it. */
function whole(
  text: string,
  { name, start, end, quote }: HtmlAttribute,
): { start: number; end: number } {
  const from = text.toLowerCase().lastIndexOf(name, start)
  return { start: /\s/.test(text[from - 1] ?? '') ? from - 1 : from, end: end + quote.length }
}
