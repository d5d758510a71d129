/** The source of newsletters and templates, as JSON: its kind says which. */
import { z } from 'zod'
import { BlockDocument } from '../blocks/document.ts'

/** Longer ones no provider accepts. */
const MOST_SOURCE = 10 * 1024 * 1024

export const sourceText = z.string().max(MOST_SOURCE)
export const contentId = z.int().min(1).max(2_147_483_647)

/** Of a template: what newsletters begin with. */
export const TemplateContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('blocks'), document: BlockDocument }),
  z.strictObject({ kind: z.literal('html'), html: sourceText }),
  z.strictObject({ kind: z.literal('mjml'), mjml: sourceText }),
])

const slots = z.record(z.string().max(200), sourceText)

const ofTemplate = z.strictObject({
  kind: z.literal('template'),
  templateId: contentId,
  version: contentId.nullable().default(null).describe('Of the template. Null: the newest.'),
  slots: slots.default({}).describe('By name; other slots have the content of the template.'),
})

export const NewsletterSource = z.discriminatedUnion('kind', [
  ...TemplateContent.options,
  ofTemplate,
])

const ofSlots = z.strictObject({
  kind: z.literal('slots'),
  slots: slots.describe('By name; the other slots, and the version of the template, stay.'),
})

/** In a change: another source, or other contents of some slots. */
export const ChangedSource = z.discriminatedUnion('kind', [...NewsletterSource.options, ofSlots])

export type TemplateContent = z.output<typeof TemplateContent>
export type NewsletterSource = z.output<typeof NewsletterSource>
export type ChangedSource = z.output<typeof ChangedSource>

/** HTML or MJML. */
type Markup = Exclude<TemplateContent, { kind: 'blocks' }>

export const markupOf = (source: Markup): string =>
  source.kind === 'html' ? source.html : source.mjml

/** The source of this kind. */
export const ofMarkup = (kind: Markup['kind'], source: string): Markup =>
  kind === 'html' ? { kind, html: source } : { kind, mjml: source }
