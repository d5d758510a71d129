/** Subscribers: pages and search, one by one, and their consents. */

import { z } from 'zod'
import { editSubscriber } from '../../domain/directory/edit-subscriber.ts'
import { subscriberDetail, subscriberDetailIn } from '../../domain/directory/one-subscriber.ts'
import { PERSON_ORDERS } from '../../domain/directory/order/sorted-page.ts'
import { countSubscribers, subscriberPage } from '../../domain/directory/page.ts'
import { erase } from '../../domain/privacy/erase.ts'
import { exportPerson } from '../../domain/privacy/export-person.ts'
import { noSuch } from '../../domain/refusal.ts'
import { violationsOfPerson } from '../../domain/subscribers/person.ts'
import { STANDINGS } from '../../domain/subscribers/standing.ts'
import { action } from '../action.ts'
import { refuseMasked } from '../demands.ts'
import { entityTag } from '../entity-tag.ts'
import { answeredWord } from '../http/api-words.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { asking, personalText, replyText } from '../mask.ts'
import { withRules } from '../value-problems.ts'
import { bigId, id, moment, pageOf, paging } from '../values.ts'
import { namedFields, numberedFields } from './named-fields.ts'
import { chosenBy, cursorOfPlace, placeOfCursor, selection } from './subscriber-selection.ts'

const DD = /^DD(?:[1-9]\d?|100)$/

export const fieldValues = z
  .record(z.string().regex(DD), z.string().max(500))
  .describe('Data fields by number: DD1.')

/** The values of a person, as they are given. */
export const givenPerson = {
  email: z.string().max(320),
  name: z.string().max(500).describe('The whole name; by default its parts.'),
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  format: z.enum(['html', 'text']),
  countryCode: z.string().max(20),
  phone: z.string().max(50),
  fields: namedFields,
}

export const Subscriber = z
  .object({
    id: bigId,
    email: z.string(),
    name: personalText.describe('The whole name.'),
    firstName: personalText.describe('Empty: not known.'),
    lastName: personalText.describe('Empty: not known.'),
    phone: personalText,
    format: z.string(),
    countryCode: z.string(),
    fields: z.record(z.string(), personalText).describe('Only those with a value.'),
    created: moment,
    updated: moment,
    listIds: z.array(id).describe('The lists that the subscriber is on.'),
    optedOut: moment.nullable().describe('Since when the person gets no email at all.'),
    complained: moment.nullable(),
    left: moment.nullable().describe('When the person left a list last.'),
    paused: moment.nullable().describe('No email to a list before then, by the person’s wish.'),
    standing: answeredWord(STANDINGS).describe(
      'In one word, of several the one that explains why nothing is sent.',
    ),
    undeliverable: z
      .object({ since: moment, until: moment.nullable(), reason: replyText })
      .nullable()
      .describe('Since when emails do not arrive; tried again from `until` on.'),
  })
  .meta({ id: 'Subscriber' })

export const SubscriberDetail = Subscriber.extend({
  subscriptions: z
    .array(
      z.object({
        listId: id,
        name: z.string(),
        subscribed: moment,
        unsubscribed: moment.nullable(),
        unsubscribeSource: z.string().nullable(),
        unsubscribeReason: personalText.nullable(),
        consentSource: personalText.nullable().describe('Where the consent was given.'),
        consentGiven: moment.nullable(),
      }),
    )
    .describe('Also of lists that the person has left.'),
  optOut: z
    .object({
      created: moment,
      reason: personalText,
      listId: id.nullable(),
      sendingId: bigId.nullable(),
      listText: z.string().nullable(),
      sendingText: z.string().nullable(),
    })
    .nullable()
    .describe('The entry of GET /opt-outs behind `optedOut`: its reason and origin.'),
}).meta({ id: 'SubscriberDetail' })

export type SubscriberAnswer = z.output<typeof Subscriber>
export type SubscriberDetailAnswer = z.output<typeof SubscriberDetail>

const Search = z.strictObject({
  q: asking(z.string().max(200).optional()).describe('Beginnings of words, one of three letters.'),
  email: asking(z.string().max(320).trim().optional()).describe(
    'Only who has this address, in upper or lower case: one, or nobody.',
  ),
  ...selection,
  ...paging,
  before: paging.after.describe('The `previous` of the page below.'),
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe('Rows to pass over; not of a search or a filter, nor with a cursor.'),
  sort: z
    .enum(PERSON_ORDERS)
    .optional()
    .describe('By default the newest first, and a search in the order of its words.'),
})

const params = z.strictObject({ subscriberId: bigId })

const tag = ({ updated: _, ...rest }: z.output<typeof SubscriberDetail>) => rest

export const subscribers = [
  action({
    route: 'GET /subscribers',
    right: 'read',
    boundBy: { list: ['query.listId'] },
    about:
      'Subscribers, the newest first; with `q` those whose words begin so. A page may hold fewer ' +
      'than `limit` where `next` is given.',
    commands: ['subscriber search'],
    query: Search,
    out: pageOf(Subscriber).extend({
      previous: z
        .string()
        .nullable()
        .describe('The cursor of the page above, as `before`; null at the top, and of a search.'),
      behind: z.boolean().describe('The latest changes are searched by address only, for now.'),
      tooShort: z.boolean().describe('`q` has no word of three letters.'),
      unsorted: z.boolean().describe('`q` finds too many people to be sorted.'),
    }),
    async run({ db, account }, { query }) {
      const { q, after, before, skip, sort, limit, ...chosen } = query
      const which = { query: q, ...(await chosenBy(db, account.id, chosen)) }
      const places = {
        after: placeOfCursor(after),
        before: placeOfCursor(before, 'query.before'),
      }
      const page = await subscriberPage(db, account.id, which, { ...places, skip, sort, limit })
      const { next, previous } = page
      return { ...page, next: cursorOfPlace(next), previous: cursorOfPlace(previous) }
    },
  }),
  action({
    route: 'GET /subscribers/count',
    right: 'read',
    boundBy: { list: ['query.listId'] },
    about: 'How many subscribers there are, on a list, or of a filter.',
    query: z.strictObject({
      ...selection,
      exact: z.stringbool().default(false).describe('Count beyond 10,000, which takes longer.'),
    }),
    out: z.object({
      count: z.int(),
      exact: z.boolean().describe('False: there are at least so many.'),
    }),
    async run({ db, account }, { query: { exact, ...chosen } }) {
      return countSubscribers(db, account.id, await chosenBy(db, account.id, chosen), exact)
    },
  }),
  action({
    route: 'GET /subscribers/:subscriberId',
    right: 'read',
    boundBy: { list: ['params.subscriberId'] },
    about: 'One subscriber: values, lists, opt-out and deliverability with their reasons.',
    commands: ['subscriber show'],
    params,
    out: SubscriberDetail,
    tag,
    run: ({ db, account }, { params: { subscriberId } }) =>
      subscriberDetail(db, account.id, subscriberId),
  }),
  action({
    route: 'PATCH /subscribers/:subscriberId',
    readsIfMatch: true,
    right: 'people',
    boundBy: { list: ['params.subscriberId'] },
    about:
      'Change the given values, also the address, unless the person or the new address has ' +
      'opted out. Address and number only by callers who see them.',
    params,
    body: withRules(z.strictObject(givenPerson).partial(), violationsOfPerson),
    out: SubscriberDetail,
    tag,
    async run(call, { params: { subscriberId }, body: { fields, ...rest } }) {
      const { db, account } = call
      // Later emails to the person would go to the caller.
      if (rest.email !== undefined || rest.phone !== undefined) refuseMasked(call.caller)
      const { id } = await subscriberDetail(db, account.id, subscriberId)
      const numbered = fields && (await numberedFields(db, account.id, fields))
      const changes = { ...rest, fields: numbered }
      await ifUnchanged(
        call,
        { kind: 'subscriber', id },
        async tx =>
          entityTag(tag(SubscriberDetail.parse(await subscriberDetailIn(tx, account.id, id)))),
        tx => editSubscriber(db, account.id, id, changes, tx),
      )
      return subscriberDetail(db, account.id, id)
    },
  }),
  action({
    route: 'GET /subscribers/:subscriberId/export',
    right: 'people',
    personal: true,
    about: 'All data of a person, for a request of access.',
    commands: ['subscriber export'],
    params,
    out: z.looseObject({ email: z.string() }),
    async run({ db, account }, { params: { subscriberId } }) {
      const { email } = await subscriberDetail(db, account.id, subscriberId)
      return (await exportPerson(db, account, email))!
    },
  }),
  action({
    route: 'DELETE /subscribers/:subscriberId',
    right: 'people',
    confirmed: true,
    about:
      'Erase a person for ever. Totals of sendings are kept, and of an opted-out address a hash ' +
      'that keeps it out.',
    commands: ['subscriber erase'],
    params,
    out: z.object({
      keptOut: z.boolean(),
      deliveries: z.int(),
      sandboxMessages: z.int(),
      testGroups: z.int(),
      openImports: z.int().describe('Files of imports that wait may hold the address.'),
    }),
    async run({ db, account }, { params: { subscriberId } }) {
      const { email } = await subscriberDetail(db, account.id, subscriberId)
      const erased = await erase(db, account.id, email)
      if (!erased) throw noSuch('no-such-subscriber', subscriberId)
      return erased
    },
  }),
] as const
