/**
 * The content of a newsletter, as a person writes it: one form for newsletters, working copies,
 * versions, previews and checks.
 */
import { z } from 'zod'
import { contentId, NewsletterSource, sourceText } from './source.ts'

export const NewsletterContent = z.strictObject({
  name: z.string().max(500).describe('What it is called here; by default its subject.'),
  subject: z.string().max(500).describe('Its subject.'),
  preheader: z.string().max(500).describe('What mail programs show beside the subject.'),
  fromName: z.string().max(200).describe('The name of the sender.'),
  fromEmail: z.string().max(320).describe('The address of the sender; empty: that of the list.'),
  replyTo: z.string().max(320).describe('Where answers go; empty: to the sender.'),
  listId: contentId.nullable().describe('The list that it is meant for.'),
  inlined: z.boolean().describe('Rules of style sheets are put into the elements.'),
  text: sourceText.describe('Empty: made from the HTML.'),
  source: NewsletterSource,
})

export type NewsletterContent = z.output<typeof NewsletterContent>

/** The defaults of a new newsletter. One with a text alone has an empty HTML. */
export const EMPTY_CONTENT = {
  name: '',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '',
  source: { kind: 'html', html: '' },
} as const satisfies Omit<NewsletterContent, 'subject'>
