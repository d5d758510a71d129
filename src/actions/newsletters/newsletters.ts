/** Newsletters and their versions. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { namedActors } from '../../domain/members/named-actors.ts'
import { violationsOfLines } from '../../domain/newsletters/check-lines.ts'
import { EMPTY_CONTENT, NewsletterContent } from '../../domain/newsletters/content/content.ts'
import { ChangedSource } from '../../domain/newsletters/content/source.ts'
import { contentOf } from '../../domain/newsletters/content/stored.ts'
import { trackHitsOf, untrackedOf } from '../../domain/newsletters/exemptions.ts'
import {
  findNewsletter,
  newslettersNewestFirst,
  newsletterVersions,
} from '../../domain/newsletters/newsletters.sql.ts'
import { languagesOfNewsletter, orderLanguages } from '../../domain/newsletters/order-languages.ts'
import { removeNewsletter } from '../../domain/newsletters/remove-newsletter.ts'
import {
  addDraft,
  editDraft,
  restoreVersion,
  savedNewsletter,
} from '../../domain/newsletters/save-newsletter.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'
import { actor, chosenId, id, moment, pageOf, paging } from '../values.ts'

const KINDS = ['html', 'mjml', 'template', 'blocks'] as const
const tracking = z.boolean().describe('Opens and clicks are counted, unless its list says no.')

const NewsletterRow = z
  .object({
    id,
    name: z.string(),
    subject: z.string(),
    listId: id.nullable(),
    kind: z.enum(KINDS),
    created: moment,
    modified: moment,
  })
  .meta({ id: 'NewsletterRow' })

const Newsletter = z
  .object({
    id,
    version: id.describe('The newest.'),
    ...NewsletterContent.shape,
    html: z.string().describe('Made of its source: emails are composed of it.'),
    tracking,
  })
  .meta({ id: 'Newsletter' })

export type NewsletterAnswer = z.output<typeof Newsletter>

const Version = z
  .object({
    version: id,
    name: z.string(),
    subject: z.string(),
    kind: z.string(),
    created: moment,
    by: actor.describe('Who saved it.'),
  })
  .meta({ id: 'NewsletterVersion' })

export type NewsletterVersionAnswer = z.output<typeof Version>

const Languages = z.object({
  base: z.string().nullable().describe('Null: it is in one language.'),
  fallback: z.array(z.string()),
  versions: z.array(
    z.object({
      language: z.string(),
      missing: z.int().describe('Texts that are not translated.'),
      old: z.int().describe('Translations whose base has changed since.'),
    }),
  ),
})

const ONE_LANGUAGE = { base: null, fallback: [], versions: [] }

const tag = (newsletter: z.output<typeof Newsletter>) => newsletter

const params = z.strictObject({ newsletterId: id })

async function wholeNewsletter(db: Db, accountId: number, newsletterId: number) {
  const newsletter = await savedNewsletter(db, accountId, newsletterId)
  const { version } = (await findNewsletter(db, { accountId, id: newsletterId }))!
  const untracked = await untrackedOf(db, accountId, 'newsletter')
  const { html } = newsletter
  const tracking = !untracked.has(newsletterId)
  return { id: newsletterId, version, ...contentOf(newsletter), html, tracking }
}

const { shape } = NewsletterContent

const NewNewsletter = NewsletterContent.extend({
  name: shape.name.default(EMPTY_CONTENT.name),
  preheader: shape.preheader.default(EMPTY_CONTENT.preheader),
  fromName: shape.fromName.default(EMPTY_CONTENT.fromName),
  fromEmail: shape.fromEmail.default(EMPTY_CONTENT.fromEmail),
  replyTo: shape.replyTo.default(EMPTY_CONTENT.replyTo),
  listId: shape.listId.default(EMPTY_CONTENT.listId),
  inlined: shape.inlined.default(EMPTY_CONTENT.inlined),
  text: shape.text.default(EMPTY_CONTENT.text),
  source: shape.source.default(EMPTY_CONTENT.source),
  tracking: tracking.default(true),
  id: chosenId,
})

const track = (db: Db, accountId: number, id: number, tracking: boolean) =>
  trackHitsOf(db, accountId, { noun: 'newsletter', id }, tracking)

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
    command: 'newsletter add',
    body: withRules(NewNewsletter, violationsOfLines),
    out: Newsletter,
    creates: true,
    async run({ db, account, readPicture }, { body: { id: chosen, tracking, ...content } }) {
      const made = await addDraft(db, account.id, content, { id: chosen, readPicture })
      if (!tracking) await track(db, account.id, made, tracking)
      return wholeNewsletter(db, account.id, made)
    },
  }),
  action({
    route: 'GET /newsletters/:newsletterId',
    right: 'read',
    about: 'A newsletter as it was written, and as HTML.',
    command: 'newsletter show',
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
    command: 'newsletter edit',
    readsIfMatch: true,
    params,
    body: withRules(
      NewsletterContent.extend({ source: ChangedSource, tracking }).partial(),
      ({ source: _, ...lines }) => violationsOfLines(lines),
    ),
    out: Newsletter,
    tag,
    async run(call, { params: { newsletterId }, body: { tracking, ...changes } }) {
      const accountId = call.account.id
      await ifNewsletterUnchanged(call, newsletterId, async tx => {
        await editDraft(tx, accountId, newsletterId, changes, call)
        if (tracking !== undefined) await track(tx, accountId, newsletterId, tracking)
      })
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
      await savedNewsletter(db, accountId, newsletterId)
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
    route: 'GET /newsletters/:newsletterId/languages',
    right: 'read',
    about: 'Its further languages, and what each lacks; only newsletters of blocks have them.',
    command: 'newsletter languages',
    params,
    out: Languages,
    run: async ({ db, account }, { params: { newsletterId } }) =>
      (await languagesOfNewsletter(db, account.id, newsletterId)) ?? ONE_LANGUAGE,
  }),
  action({
    route: 'PATCH /newsletters/:newsletterId/languages',
    right: 'content',
    about: 'Say which languages stand in for what is not translated, the first one first.',
    command: 'newsletter order-languages',
    params,
    body: z.strictObject({
      fallback: z
        .array(
          z
            .string()
            .max(3)
            .meta({ examples: ['de'] }),
        )
        .max(21)
        .describe('Readers of other languages get the first; after the last comes the base.'),
    }),
    out: Languages,
    async run({ db, account }, { params: { newsletterId }, body: { fallback } }) {
      await orderLanguages(db, account.id, newsletterId, fallback)
      return (await languagesOfNewsletter(db, account.id, newsletterId))!
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
