/** Putting people on lists, and taking them off. */
import { z } from 'zod'
import type { Store } from '../../db/db.ts'
import {
  type SubscriberDetail as Detail,
  detailOfNew,
  subscriberDetail,
} from '../../domain/directory/one-subscriber.ts'
import { Refusal, refused, type Violation, violationsOf } from '../../domain/refusal.ts'
import { violationsOfPerson } from '../../domain/subscribers/person.ts'
import { type Consent, joinKnown, subscribe } from '../../domain/subscribers/subscribe.ts'
import { removeSubscriptions } from '../../domain/subscribers/unsubscribe.ts'
import { wholeName, withNameParts } from '../../lib/name-parts.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { bigId, id, moment, pastMoment } from '../values.ts'
import { fieldArray, numberedFields } from './named-fields.ts'
import { givenPerson, SubscriberDetail } from './subscribers.ts'

export const agreement = {
  resubscribe: z
    .boolean()
    .optional()
    .describe('Put them back although they have unsubscribed from the list: needs `consent`.'),
  consent: z
    .strictObject({ source: z.string().trim().min(1).max(500), given: pastMoment })
    .optional()
    .describe('Where and when they agreed: after they unsubscribed.'),
}

export const notSubscribed = z
  .object({ reason: z.literal('unsubscribed'), since: moment, source: z.string() })
  .nullable()
  .describe('Why they are not on the list: nobody is put back without a newer consent.')

const Joined = SubscriberDetail.extend({
  subscribed: z.boolean().describe('Whether they are on the list now.'),
  why: notSubscribed,
})

export type JoinedAnswer = z.output<typeof Joined>

const params = z.strictObject({ subscriberId: bigId, listId: id })

/** The consent that lifts an unsubscription; undefined if nothing is to be lifted. */
export function consentIn(body: {
  resubscribe?: boolean | undefined
  consent?: Consent | undefined
}) {
  if (!body.resubscribe) return undefined
  if (body.consent) return body.consent
  throw refused('not-valid', 'consent-unproven').ofValue('consent')
}

/** Validates a person, and the consent that puts them back on a list. */
export const violationsOfJoining = (
  given: Partial<Parameters<typeof violationsOfPerson>[0]> & Parameters<typeof consentIn>[0],
): Violation[] => [
  ...violationsOfPerson(given),
  ...violationsOf([[['consent'], () => consentIn(given)]]),
]

async function joinedDetail(db: Store, accountId: number, subscriberId: number, listId: number) {
  return withOutcome(await subscriberDetail(db, accountId, subscriberId), listId)
}

function withOutcome(detail: Detail, listId: number) {
  const there = detail.subscriptions.find(one => one.listId === listId)
  const { unsubscribed: since, unsubscribeSource: source } = there ?? { unsubscribed: null }
  const why =
    since === null ? null : { reason: 'unsubscribed' as const, since, source: source ?? '' }
  return { ...detail, subscribed: there !== undefined && why === null, why }
}

export const subscriptions = [
  action({
    route: 'POST /subscribers',
    right: 'people',
    boundBy: { list: ['body.listId'] },
    about:
      'Put a person on a list: a new subscriber, or a known one, whose given values change. Who ' +
      'has unsubscribed from the list is not put back (`subscribed: false`), unless ' +
      '`resubscribe` says so with a newer `consent`.',
    body: withRules(
      z
        .strictObject({ listId: id, ...givenPerson, ...agreement })
        .partial()
        .required({ listId: true, email: true }),
      violationsOfJoining,
    ),
    out: Joined,
    creates: true,
    async run({ db, account }, { body }) {
      const { listId, fields = {}, resubscribe: _, consent: __, ...given } = body
      const { firstName, lastName, ...person } = given
      const agreed = consentIn(body)
      const values = withNameParts(await numberedFields(db, account.id, fields), given)
      const whole = wholeName(firstName ?? '', lastName ?? '')
      const saved = await subscribe(
        db,
        account.id,
        listId,
        { countryCode: '', phone: '', format: undefined, ...person, name: person.name || whole },
        fieldArray(values),
        'keep',
      )
      if (saved.optedOut) throw new Refusal('opted-out')
      if (saved.made && !agreed) return withOutcome(detailOfNew(saved.made), listId)
      const subscriberId = saved.id
      if (agreed) await joinKnown(db, account.id, listId, { subscriberId, email: '' }, agreed)
      return joinedDetail(db, account.id, subscriberId, listId)
    },
  }),
  action({
    route: 'PUT /subscribers/:subscriberId/lists/:listId',
    right: 'people',
    boundBy: { list: ['params.listId', 'params.subscriberId'] },
    about:
      'Put a subscriber on a list. Who has unsubscribed from it is not put back, unless ' +
      '`resubscribe` says so with a newer `consent`.',
    params,
    body: z.strictObject(agreement),
    out: Joined,
    async run({ db, account }, { params: { subscriberId, listId }, body }) {
      const named = { subscriberId, email: '' }
      await joinKnown(db, account.id, listId, named, consentIn(body) ?? 'keep')
      return joinedDetail(db, account.id, subscriberId, listId)
    },
  }),
  action({
    route: 'DELETE /subscribers/:subscriberId/lists/:listId',
    right: 'people',
    boundBy: { list: ['params.listId'] },
    about: 'Take a subscriber off a list, without a mark of an unsubscription.',
    params,
    async run({ db, account }, { params: { subscriberId, listId } }) {
      await subscriberDetail(db, account.id, subscriberId)
      await removeSubscriptions(db, account.id, { subscriberId, email: '' }, listId)
    },
  }),
] as const
