/** Before a newsletter is sent: its preview for a person, and the findings of its check. */

import { z } from 'zod'
import { violationsOfLines } from '../../domain/newsletters/check-lines.ts'
import { NewsletterContent } from '../../domain/newsletters/content/content.ts'
import { workingCopy } from '../../domain/newsletters/working/working-copy.ts'
import { violationsWithin } from '../../domain/refusal.ts'
import { RIGHT_FORM } from '../../lib/language-words.ts'
import { FINDING_CODES } from '../../mail/message/findings.ts'
import { action } from '../action.ts'
import { asking } from '../mask.ts'
import { withRules } from '../value-problems.ts'
import { bigId, email, id, sentenceCode } from '../values.ts'
import { checkedContent, checkedNewsletter } from './writing/content-check.ts'
import { TriedFeed } from './writing/feed-in-email.ts'
import { CLIPPED_BYTES, previewed } from './writing/preview.ts'

const Preview = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  preheader: z.string(),
  html: z
    .string()
    .nullable()
    .describe(
      'Show it in a frame that runs nothing. Null: it has none, or the subscriber gets text.',
    ),
  text: z.string(),
  bytes: z.int().nullable().describe('Of the HTML as it is sent; null: not `sized`.'),
  mostBytes: z.int().describe('Gmail clips what is longer.'),
  source: z
    .string()
    .nullable()
    .describe('The whole email with headers and signatures, a character for each byte.'),
})

export type PreviewAnswer = z.output<typeof Preview>

const Values = z.record(z.string(), z.union([z.string(), z.number()]))
const ContentFinding = z
  .object({
    what: z.enum([
      ...(['subject', 'size', 'pictures', 'unsubscribe', 'characters', 'links'] as const),
      ...(['sender', 'tags', 'blocks', 'spam', 'access'] as const),
    ]),
    severity: z.enum(['wrong', 'look', 'fine']).describe('wrong: POST /sendings refuses it.'),
    says: z.string().describe('In English.'),
    refusal: z
      .object({ code: sentenceCode, values: Values })
      .optional()
      .describe('The same of content that is refused.'),
    code: z.enum(FINDING_CODES).optional().describe('What it says, for words in other languages.'),
    values: Values.optional(),
    mend: z.string().nullable().describe('How to mend it.'),
    language: z
      .string()
      .optional()
      .describe('The version that has it; by default all, or the base.'),
    at: z
      .object({
        block: z.string().optional(),
        part: z.string().optional(),
        language: z.string().optional(),
        line: z.int().optional(),
        column: z.int().optional(),
      })
      .nullable(),
  })
  .meta({ id: 'ContentFinding' })

export type ContentFindingAnswer = z.output<typeof ContentFinding>

const params = z.strictObject({ newsletterId: id })

const listId = id.optional().describe('By default the list that it is meant for, or the first.')

const reader = asking(
  z.union([z.strictObject({ email }), z.strictObject({ subscriberId: bigId })]).optional(),
).describe('By default somebody fictional, who is shown all blocks.')

const language = z
  .string()
  .regex(RIGHT_FORM)
  .optional()
  .describe('Of a newsletter in several languages; by default that of the subscriber, or its base.')

const sized = 'Its size, too, which takes longer.'

const toCheck = z.strictObject({
  listId,
  links: z.boolean().default(true).describe('Request each link, up to 200.'),
})

const Findings = z.object({ wrong: z.boolean(), findings: z.array(ContentFinding) })

const answered = (findings: ContentFindingAnswer[]) => ({
  wrong: findings.some(({ severity }) => severity === 'wrong'),
  findings,
})

export const newsletterProofs = [
  action({
    route: 'GET /newsletters/:newsletterId/preview',
    right: 'read',
    about: 'A newsletter as a subscriber would get it.',
    command: 'newsletter preview',
    params,
    query: z.strictObject({
      as: asking(email.optional()).describe(
        'The address of the subscriber; by default somebody fictional, who is shown all blocks.',
      ),
      listId,
      language,
      links: z
        .enum(['tracked', 'plain'])
        .default('tracked')
        .describe('Tracked: as they are sent. Plain: as they are written, and no pixel.'),
      sized: z.stringbool().default(true).describe(sized),
      source: z.stringbool().default(false).describe('The whole email, as it is sent.'),
    }),
    out: Preview,
    async run({ db, account, rendering, sealer }, { params: { newsletterId }, query }) {
      const { as, links, source, ...options } = query
      const preview = await previewed(
        db,
        await rendering(),
        account.id,
        { newsletterId },
        {
          ...options,
          reader: as === undefined ? undefined : { email: as },
          tracked: links === 'tracked',
          sealer: source ? await sealer() : undefined,
        },
      )
      return { ...preview, mostBytes: CLIPPED_BYTES }
    },
  }),
  action({
    route: 'POST /newsletters/preview',
    right: 'content',
    about: 'What is being written, as a subscriber would get it: compiled as for sending.',
    body: withRules(
      z.strictObject({
        content: NewsletterContent,
        newsletterId: id.optional().describe('The newsletter whose embedded pictures it may use.'),
        listId,
        reader,
        language,
        feed: TriedFeed.optional().describe(
          'Items that it is shown with; by default those of the feed of its trigger, or examples.',
        ),
        sized: z.boolean().default(true).describe(sized),
      }),
      ({ content }) => (content ? violationsWithin(['content'], violationsOfLines(content)) : []),
    ),
    out: Preview,
    async run({ db, account, rendering }, { body: { content, newsletterId, ...options } }) {
      const means = await rendering()
      const of = { content, newsletterId }
      const preview = await previewed(db, means, account.id, of, options)
      // The console shows pictures under its own address.
      const html = preview.html?.replaceAll(`"${means.publicUrl}/m/`, '"/m/') ?? null
      return { ...preview, html, mostBytes: CLIPPED_BYTES }
    },
  }),
  action({
    route: 'POST /newsletters/:newsletterId/check',
    right: 'content',
    about: 'Check a newsletter: subject, size, pictures, characters, links, sender.',
    command: 'newsletter check',
    params,
    body: toCheck,
    out: Findings,
    async run({ db, account, fetchable, rendering }, { params: { newsletterId }, body }) {
      const means = await rendering()
      const options = { listId: body.listId, links: body.links ? fetchable : undefined }
      return answered(await checkedNewsletter(db, means, account.id, newsletterId, options))
    },
  }),
  action({
    route: 'POST /newsletters/:newsletterId/draft/check',
    right: 'content',
    about: 'Check the working copy: each finding with its severity, its block, and how to mend it.',
    params,
    body: toCheck,
    out: Findings,
    async run({ db, account, fetchable, rendering }, { params: { newsletterId }, body }) {
      const { content } = await workingCopy(db, account.id, newsletterId)
      const links = body.links ? fetchable : undefined
      const options = { newsletterId, listId: body.listId, links }
      return answered(await checkedContent(db, await rendering(), account.id, content, options))
    },
  }),
] as const
