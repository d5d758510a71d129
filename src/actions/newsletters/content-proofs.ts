/** The preview of a draft, for a person, and the findings of its check. */

import { z } from 'zod'
import { NewsletterContent } from '../../domain/newsletters/content/content.ts'
import { workingCopy } from '../../domain/newsletters/working/working-copy.ts'
import { action } from '../action.ts'
import { asking } from '../mask.ts'
import { bigId, email, id } from '../values.ts'
import { checkedContent } from './writing/content-check.ts'
import { CLIPPED_BYTES, previewedContent } from './writing/content-preview.ts'

const ContentPreview = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  preheader: z.string(),
  html: z
    .string()
    .nullable()
    .describe(
      'As it is sent, without counting of links; elements of blocks have data-block="ID". Show it ' +
        'in a frame that runs nothing. Null: it has none, or the subscriber gets text.',
    ),
  text: z.string(),
  bytes: z.int().nullable().describe('Of the HTML as it is sent; null: not `sized`.'),
  mostBytes: z.int().describe('Gmail clips what is longer.'),
})

export type ContentPreviewAnswer = z.output<typeof ContentPreview>

export const ContentFinding = z.object({
  what: z.enum([
    ...(['subject', 'size', 'pictures', 'unsubscribe', 'characters', 'links'] as const),
    ...(['sender', 'tags', 'blocks', 'spam'] as const),
  ]),
  severity: z.enum(['wrong', 'look', 'fine']).describe('wrong: POST /sendings refuses it.'),
  says: z.string(),
  mend: z.string().nullable().describe('How to mend it.'),
  at: z
    .object({
      block: z.string().optional(),
      part: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
    })
    .nullable(),
})

export type ContentFindingAnswer = z.output<typeof ContentFinding>

const listId = id.optional().describe('By default the list that it is meant for, or the first.')

const reader = asking(
  z.union([z.strictObject({ email }), z.strictObject({ subscriberId: bigId })]).optional(),
).describe('By default somebody fictional, who is shown all blocks.')

export const contentProofs = [
  action({
    route: 'POST /newsletters/preview',
    right: 'content',
    about: 'What is being written, as a subscriber would get it: compiled as for sending.',
    body: z.strictObject({
      content: NewsletterContent,
      newsletterId: id.optional().describe('The newsletter whose embedded pictures it may use.'),
      listId,
      reader,
      sized: z.boolean().default(true).describe('False: without its size, in less time.'),
    }),
    out: ContentPreview,
    async run({ db, account, rendering }, { body: { content, ...options } }) {
      const means = await rendering()
      const preview = await previewedContent(db, means, account.id, content, options)
      return { ...preview, html: preview.html ?? null, mostBytes: CLIPPED_BYTES }
    },
  }),
  action({
    route: 'POST /newsletters/:newsletterId/draft/check',
    right: 'content',
    about: 'Check the working copy: each finding with its severity, its block, and how to mend it.',
    params: z.strictObject({ newsletterId: id }),
    body: z.strictObject({
      listId,
      links: z.boolean().default(false).describe('Request each link, up to 200.'),
    }),
    out: z.object({ wrong: z.boolean(), findings: z.array(ContentFinding) }),
    async run({ db, account, fetchable, rendering }, { params: { newsletterId }, body }) {
      const { content } = await workingCopy(db, account.id, newsletterId)
      const findings = await checkedContent(db, await rendering(), account.id, content, {
        newsletterId,
        listId: body.listId,
        links: body.links ? fetchable : undefined,
      })
      return { wrong: findings.some(({ severity }) => severity === 'wrong'), findings }
    },
  }),
] as const
