/** The content of a newsletter as a person writes it: in its working copy, preview and check. */
import { z } from 'zod'
import { BlockDocument } from '../blocks/document.ts'
import type { Draft, KeptDraft } from '../draft.ts'

const MOST_SOURCE = 900_000
const source = z.string().max(MOST_SOURCE)
const id = z.int().min(1).max(2_147_483_647)

const WrittenSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('blocks'), document: BlockDocument }),
  z.strictObject({ kind: z.literal('html'), html: source }),
  z.strictObject({ kind: z.literal('mjml'), mjml: source }),
  z.strictObject({
    kind: z.literal('template'),
    templateId: id,
    version: id.nullable(),
    slots: z.record(z.string().max(200), source),
  }),
])

export const WrittenContent = z.strictObject({
  name: z.string().max(500),
  subject: z.string().max(500),
  preheader: z.string().max(500),
  fromName: z.string().max(200),
  fromEmail: z.string().max(320),
  replyTo: z.string().max(320),
  listId: id.nullable(),
  inlined: z.boolean().describe('Rules of style sheets are put into the elements.'),
  text: source.describe('Empty: made from the HTML.'),
  source: WrittenSource,
})

type WrittenSource = z.output<typeof WrittenSource>
export type WrittenContent = z.output<typeof WrittenContent>

/** Of a newsletter as it is stored. */
export function contentOf(kept: KeptDraft): WrittenContent {
  const { name, subject, preheader, fromName, fromEmail, replyTo, listId, inlined, text } = kept
  const head = { name, subject, preheader, fromName, fromEmail, replyTo, listId, inlined, text }
  return { ...head, source: sourceOf(kept) }
}

function sourceOf({ kind, source, templateId, templateVersion, slots }: KeptDraft): WrittenSource {
  if (kind === 'blocks') return { kind, document: JSON.parse(source) }
  if (kind === 'mjml') return { kind, mjml: source }
  if (kind === 'html') return { kind, html: source }
  return { kind, templateId: templateId!, version: templateVersion, slots }
}

/** As it is saved. */
export function draftOf({ source, listId, ...head }: WrittenContent): Draft {
  const draft = { ...head, listId: listId ?? undefined, html: '' }
  if (source.kind === 'blocks') return { ...draft, blocks: source.document }
  if (source.kind === 'html') return { ...draft, html: source.html }
  if (source.kind === 'mjml') return { ...draft, mjml: source.mjml }
  const { templateId, version, slots } = source
  return { ...draft, template: { id: templateId, ...(version && { version }) }, slots }
}
