/** Newsletters and their versions. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { namedActors } from '../../domain/members/named-actors.ts'
import { BlockDocument } from '../../domain/newsletters/blocks/document.ts'
import {
  newslettersNewestFirst,
  newsletterVersions,
} from '../../domain/newsletters/newsletters.sql.ts'
import { removeNewsletter } from '../../domain/newsletters/remove-newsletter.ts'
import {
  addDraft,
  editDraft,
  keptDraft,
  restoreVersion,
} from '../../domain/newsletters/save-newsletter.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { actor, chosenId, email, id, moment, pageOf, paging } from '../values.ts'

const KINDS = ['html', 'mjml', 'template', 'blocks'] as const
const MOST_SOURCE = 900_000

const head = {
  name: z.string().max(500).describe('What it is called here; by default its subject.'),
  subject: z.string().max(500),
  preheader: z.string().max(500).describe('What mail programs show beside the subject.'),
  fromName: z.string().max(200),
  fromEmail: email.describe('Empty: the sender of the list.'),
  replyTo: email,
  text: z.string().max(MOST_SOURCE).describe('Empty: made from the HTML.'),
  inlined: z.boolean().describe('Rules of style sheets are put into the elements.'),
  listId: id.nullable().describe('The list that it is meant for.'),
}

/** One of HTML, MJML, a template and blocks; or only a text. */
const content = {
  html: z.string().max(MOST_SOURCE).optional(),
  mjml: z.string().max(MOST_SOURCE).optional(),
  blocks: BlockDocument.optional(),
  template: z.strictObject({ id, version: id.optional() }).optional(),
  slots: z.record(z.string().max(200), z.string().max(MOST_SOURCE)).optional(),
}

const NewsletterRow = z.object({
  id,
  name: z.string(),
  subject: z.string(),
  listId: id.nullable(),
  kind: z.enum(KINDS),
  created: moment,
  modified: moment,
})

const Newsletter = z.object({
  id,
  ...head,
  kind: z.enum(KINDS),
  source: z.string(),
  html: z.string(),
  templateId: id.nullable(),
  templateVersion: id.nullable(),
  slots: z.record(z.string(), z.string()),
  blocks: BlockDocument.nullable().describe('Of kind blocks; `source` is the same as JSON.'),
})

export type NewsletterAnswer = z.output<typeof Newsletter>

const Version = z.object({
  version: id,
  name: z.string(),
  subject: z.string(),
  kind: z.string(),
  created: moment,
  by: actor.describe('Who saved it.'),
})

export type NewsletterVersionAnswer = z.output<typeof Version>

const tag = (newsletter: z.output<typeof Newsletter>) => newsletter

const params = z.strictObject({ newsletterId: id })

async function wholeNewsletter(db: Db, accountId: number, newsletterId: number) {
  const draft = await keptDraft(db, accountId, newsletterId)
  const blocks = draft.kind === 'blocks' ? JSON.parse(draft.source) : null
  return { id: newsletterId, ...draft, blocks }
}

/** Null is no list; an absent value is unchanged. */
function given<Body extends { listId?: number | null }>({ listId, ...body }: Body) {
  return { ...body, ...(listId !== undefined && { listId: listId ?? undefined }) }
}

const { name, ...others } = head
const defaults = {
  name: name.default(''),
  preheader: others.preheader.default(''),
  fromName: others.fromName.default(''),
  fromEmail: others.fromEmail.default(''),
  replyTo: others.replyTo.default(''),
  text: others.text.default(''),
  inlined: others.inlined.default(true),
  listId: others.listId.default(null),
}

const ifNewsletterUnchanged = <T>(call: ActionCall, id: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'newsletter', id },
    async tx => entityTag(tag(Newsletter.parse(await wholeNewsletter(tx, call.account.id, id)))),
    change,
  )

export const newsletters = [
  action({
    route: 'GET /newsletters',
    right: 'read',
    about: 'The newsletters, the newest first.',
    command: 'newsletter list',
    query: z.strictObject(paging),
    out: pageOf(NewsletterRow),
    async run({ db, account }, { query: { after, limit } }) {
      const [before] = placeOf(after, z.tuple([z.int()])) ?? [null]
      const page = { accountId: account.id, before, most: limit + 1 }
      const { items, next } = cut(await newslettersNewestFirst(db, page), limit, row => [row.id])
      return {
        items: items.map(row => ({ ...row, kind: row.kind as (typeof KINDS)[number] })),
        next,
      }
    },
  }),
  action({
    route: 'POST /newsletters',
    right: 'content',
    about: 'Save a newsletter. An unknown tag in it is refused, with its line and column.',
    commands: ['newsletter add'],
    body: z.strictObject({ ...head, ...defaults, ...content, id: chosenId }),
    out: Newsletter,
    creates: true,
    async run({ db, account }, { body: { listId, id: chosen, html = '', ...body } }) {
      const draft = { ...body, html, listId: listId ?? undefined }
      return wholeNewsletter(db, account.id, await addDraft(db, account.id, draft, { id: chosen }))
    },
  }),
  action({
    route: 'GET /newsletters/:newsletterId',
    right: 'read',
    about: 'One newsletter, as it was written and as HTML.',
    commands: ['newsletter show'],
    params,
    out: Newsletter,
    tag,
    run: ({ db, account }, { params: { newsletterId } }) =>
      wholeNewsletter(db, account.id, newsletterId),
  }),
  action({
    route: 'PATCH /newsletters/:newsletterId',
    right: 'content',
    about: 'Change the given parts: a new version. Existing sendings are not changed.',
    commands: ['newsletter edit'],
    readsIfMatch: true,
    params,
    body: z.strictObject({ ...head, ...content }).partial(),
    out: Newsletter,
    tag,
    async run(call, { params: { newsletterId }, body }) {
      const accountId = call.account.id
      await ifNewsletterUnchanged(call, newsletterId, tx =>
        editDraft(tx, accountId, newsletterId, given(body)),
      )
      return wholeNewsletter(call.db, accountId, newsletterId)
    },
  }),
  action({
    route: 'DELETE /newsletters/:newsletterId',
    right: 'content',
    about: 'Remove a newsletter with its versions. Its sendings and their reports are kept.',
    command: 'newsletter remove',
    readsIfMatch: true,
    params,
    run: (call, { params: { newsletterId } }) =>
      ifNewsletterUnchanged(call, newsletterId, tx =>
        removeNewsletter(tx, call.account.id, newsletterId),
      ),
  }),
  action({
    route: 'GET /newsletters/:newsletterId/versions',
    right: 'read',
    about: 'Its versions, the newest first.',
    command: 'newsletter versions',
    params,
    out: z.object({ items: z.array(Version) }),
    async run({ db, account: { id: accountId } }, { params: { newsletterId } }) {
      await keptDraft(db, accountId, newsletterId)
      const rows = await newsletterVersions(db, { accountId, newsletterId })
      const actors = rows.map(row => ({
        kind: row.actorKind,
        id: row.actorId,
        name: row.actorName,
      }))
      const by = await namedActors(db, accountId, actors)
      return { items: rows.map((row, i) => ({ ...row, by: by[i]! })) }
    },
  }),
  action({
    route: 'POST /newsletters/:newsletterId/versions/:version/restore',
    right: 'content',
    about: 'Make an earlier version the newest. Nothing is lost: it becomes a version of its own.',
    command: 'newsletter restore',
    params: z.strictObject({ newsletterId: id, version: id }),
    out: z.object({ version: id }),
    run: async ({ db, account }, { params: { newsletterId, version } }) => ({
      version: await restoreVersion(db, account.id, newsletterId, version),
    }),
  }),
] as const
