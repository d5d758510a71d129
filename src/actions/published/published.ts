/** Published lists: what anybody may read of their newsletters. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../../domain/demographics/demographics.sql.ts'
import { savedNewsletter } from '../../domain/newsletters/save-newsletter.ts'
import {
  Publication,
  publicationOf,
  savePublication,
  violationsOfPublication,
} from '../../domain/published/publication.ts'
import { publishList } from '../../domain/published/publish-sendings.ts'
import {
  countUnder,
  newslettersUnder,
  placesOfNewsletter,
} from '../../domain/published/published.sql.ts'
import { pathOfPublished } from '../../domain/published/published-address.ts'
import {
  correctNewsletter,
  newsletterOfList,
  publishedIn,
  publishNewsletter,
  showNewsletter,
} from '../../domain/published/published-newsletters.ts'
import { tagsInLanguages } from '../../domain/published/tags-of-people.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'
import { id, moment, pageOf, paging } from '../values.ts'

const STATES = ['published', 'waiting', 'out'] as const

const PublishedList = Publication.extend({
  address: z.string().describe('Of its page. Below it: latest, feed.xml, feed.json, sitemap.xml.'),
  published: z.int().describe('How many newsletters anybody can read there.'),
  waiting: z.int().describe('How many wait for a decision: a tag has no fallback.'),
}).meta({ id: 'PublishedList' })

export type PublishedListAnswer = z.output<typeof PublishedList>

const Newsletter = z
  .object({
    number: z.int().describe('Its number under the list, and the end of its address.'),
    newsletterId: id,
    sendingId: z.int().nullable().describe('Null: it was never sent to this list.'),
    state: z.enum(STATES).describe('waiting: a tag that names a person has no fallback.'),
    title: z.string(),
    summary: z.string(),
    picture: z.string().describe('As it is written in the email; empty: none.'),
    bareTags: z.array(z.string()).describe('Tags that name a person and have no fallback.'),
    published: moment,
    corrected: moment.nullable(),
    languages: z.array(z.string()).describe('The base first; empty: it is in one language.'),
    address: z.string(),
  })
  .meta({ id: 'PublishedNewsletter' })

export type PublishedNewsletterAnswer = z.output<typeof Newsletter>

const Check = z.object({
  tags: z.array(
    z.object({
      tag: z.string(),
      part: z.enum(['subject', 'preheader', 'html', 'text']),
      hasFallback: z.boolean().describe('Without one nothing is shown in its place.'),
      language: z.string().optional().describe('A further language, if the base differs.'),
    }),
  ),
  places: z
    .array(
      Newsletter.pick({
        number: true,
        state: true,
        sendingId: true,
        title: true,
        published: true,
        corrected: true,
        address: true,
      }).extend({ listId: id, listName: z.string(), active: z.boolean() }),
    )
    .describe('The published lists that it stands under.'),
})

const params = z.strictObject({ listId: id })
const below = params.extend({ number: id })
const evenBare = z
  .boolean()
  .default(false)
  .describe('Even if tags that name a person have no fallback: nothing stands in their place.')

/** Counts change by themselves. */
const tag = ({ published, waiting, ...list }: PublishedListAnswer) => list

async function shownList({ db, account, rendering }: ActionCall, listId: number, on: Db = db) {
  const { publicUrl } = await rendering()
  const publication = await publicationOf(on, account.id, listId)
  return {
    ...publication,
    address: publicUrl + pathOfPublished(account.id, publication.slug),
    ...(await countUnder(on, { accountId: account.id, listId })),
  }
}

async function shownNewsletter(call: ActionCall, listId: number, number: number) {
  const { address } = await shownList(call, listId)
  const found = await newsletterOfList(call.db, call.account.id, listId, number)
  return { ...found, address: `${address}/${number}` }
}

export const published = [
  action({
    route: 'GET /lists/:listId/published',
    right: 'read',
    about: 'Whether anybody may read the newsletters of a list, and where.',
    command: 'published show',
    params,
    out: PublishedList,
    tag,
    run: (call, { params: { listId } }) => shownList(call, listId),
  }),
  action({
    route: 'PATCH /lists/:listId/published',
    right: 'people',
    about: 'Publish a list, with its latest 1,000 sendings, or say how it is shown.',
    command: 'published edit',
    readsIfMatch: true,
    params,
    body: withRules(z.strictObject(Publication.shape).partial(), violationsOfPublication),
    out: PublishedList,
    tag,
    async run(call, { params: { listId }, body }) {
      const { db, account } = call
      const { active, ...rest } = body
      await ifUnchanged(
        call,
        { kind: 'published', id: listId },
        async tx => entityTag(tag(PublishedList.parse(await shownList(call, listId, tx)))),
        tx => savePublication(tx, account.id, listId, active ? rest : body),
      )
      if (active) await publishList(db, account.id, listId)
      return shownList(call, listId)
    },
  }),
  action({
    route: 'GET /lists/:listId/published/newsletters',
    right: 'read',
    about: 'The newsletters under a published list, the newest first, with those taken out.',
    command: 'published list',
    params,
    query: z.strictObject(paging),
    out: pageOf(Newsletter),
    async run(call, { params: { listId }, query: { after, limit } }) {
      const { db, account } = call
      const [before] = placeOf(after, z.tuple([z.int()])) ?? [null]
      const { address } = await shownList(call, listId)
      const page = { accountId: account.id, listId, before, most: limit + 1 }
      const rows = (await newslettersUnder(db, page)).map(publishedIn)
      const { items, next } = cut(rows, limit, ({ number }) => [number])
      return { items: items.map(one => ({ ...one, address: `${address}/${one.number}` })), next }
    },
  }),
  action({
    route: 'POST /lists/:listId/published/newsletters',
    right: 'send',
    about: 'Publish a newsletter under a published list without sending it.',
    command: 'published add <newsletterId>',
    params,
    body: z.strictObject({ newsletterId: id, evenBare }),
    out: Newsletter,
    creates: true,
    async run(call, { params: { listId }, body: { newsletterId, evenBare } }) {
      const { db, account } = call
      const given = { evenBare }
      const number = await publishNewsletter(db, account.id, listId, newsletterId, given)
      return shownNewsletter(call, listId, number)
    },
  }),
  action({
    route: 'POST /lists/:listId/published/newsletters/:number/take-out',
    right: 'send',
    about: 'Take a newsletter out of a published list. Emails that were sent stay.',
    command: 'published take-out',
    params: below,
    out: Newsletter,
    async run(call, { params: { listId, number } }) {
      await showNewsletter(call.db, call.account.id, listId, number, 'out')
      return shownNewsletter(call, listId, number)
    },
  }),
  action({
    route: 'POST /lists/:listId/published/newsletters/:number/show',
    right: 'send',
    about: 'Publish a newsletter that waits for a decision or was taken out.',
    command: 'published put-back',
    params: below,
    out: Newsletter,
    async run(call, { params: { listId, number } }) {
      await showNewsletter(call.db, call.account.id, listId, number, 'published')
      return shownNewsletter(call, listId, number)
    },
  }),
  action({
    route: 'POST /lists/:listId/published/newsletters/:number/correct',
    right: 'send',
    about: 'Show the newsletter as it was last saved, with the day of the correction.',
    command: 'published correct',
    params: below,
    body: z.strictObject({ evenBare }),
    out: Newsletter,
    async run(call, { params: { listId, number }, body }) {
      await correctNewsletter(call.db, call.account.id, listId, number, body)
      return shownNewsletter(call, listId, number)
    },
  }),
  action({
    route: 'GET /newsletters/:newsletterId/published',
    right: 'read',
    about: 'Where a newsletter is published, and which of its tags name a person.',
    command: 'published check',
    params: z.strictObject({ newsletterId: id }),
    out: Check,
    async run({ db, account, rendering }, { params: { newsletterId } }) {
      const accountId = account.id
      const { publicUrl } = await rendering()
      const saved = await savedNewsletter(db, accountId, newsletterId)
      const fields = (await fieldsOfAccount(db, { accountId })).map(
        ({ name, number }): [string, number] => [name, number],
      )
      const places = await placesOfNewsletter(db, { accountId, newsletterId })
      return {
        tags: tagsInLanguages({ ...saved, fields }),
        places: places.map(({ slug, state, ...place }) => ({
          ...place,
          state: state as (typeof STATES)[number],
          address: `${publicUrl}${pathOfPublished(accountId, slug)}/${place.number}`,
        })),
      }
    },
  }),
] as const
