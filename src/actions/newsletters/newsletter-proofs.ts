/** A newsletter before it is sent: its preview for a person, and the findings of the check. */

import { z } from 'zod'
import { action } from '../action.ts'
import { asking } from '../mask.ts'
import { email, id } from '../values.ts'
import { ContentFinding } from './content-proofs.ts'
import { previewed } from './newsletter-preview.ts'
import { checkedNewsletter } from './writing/content-check.ts'

const Preview = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  preheader: z.string(),
  html: z.string().nullable().describe('Null: it has none, or the subscriber gets text.'),
})

const params = z.strictObject({ newsletterId: id })

const listId = id.optional().describe('By default the list that it is meant for.')

const links = z
  .enum(['tracked', 'plain'])
  .optional()
  .describe('plain: as written, and no pixel. By default as sent.')

export const newsletterProofs = [
  action({
    route: 'GET /newsletters/:newsletterId/preview',
    right: 'read',
    about: 'A newsletter as a subscriber would get it; by default as somebody fictional.',
    commands: ['newsletter preview'],
    params,
    query: z.strictObject({ as: asking(email.optional()), listId, links }),
    out: Preview,
    async run({ db, account, rendering }, { params: { newsletterId }, query }) {
      const tracked = query.links !== 'plain'
      const chosen = { as: query.as, list: query.listId, tracked }
      const means = await rendering()
      const { preview } = await previewed(db, means, account.id, newsletterId, chosen)
      return { ...preview, html: preview.html ?? null }
    },
  }),
  action({
    route: 'POST /newsletters/:newsletterId/check',
    right: 'content',
    about: 'Check a newsletter: subject, size, pictures, characters, sender, and links if asked.',
    commands: ['newsletter check'],
    params,
    body: z.strictObject({
      listId,
      links: z.boolean().default(false).describe('Request each link, up to 200.'),
    }),
    out: z.object({ wrong: z.boolean(), findings: z.array(ContentFinding) }),
    async run({ db, account, fetchable, rendering }, { params: { newsletterId }, body }) {
      const findings = await checkedNewsletter(db, await rendering(), account.id, newsletterId, {
        listId: body.listId,
        links: body.links ? fetchable : undefined,
      })
      return { wrong: findings.some(({ severity }) => severity === 'wrong'), findings }
    },
  }),
] as const
