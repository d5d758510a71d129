/** Subscriber operations: section 4.2 of the specification. */
import { readFields } from '../domain/demographics/fields.ts'
import { optOut, optOutsBetween } from '../domain/opt-outs/opt-out.ts'
import { Refusal } from '../domain/refusal.ts'
import { subscriberNamed } from '../domain/subscribers/named-subscriber.ts'
import { pageOfSubscribers } from '../domain/subscribers/page.ts'
import { joinKnown, type SubscribeResult, subscribe } from '../domain/subscribers/subscribe.ts'
import { listsOfSubscriber } from '../domain/subscribers/subscribers.sql.ts'
import { removeSubscriptions } from '../domain/subscribers/unsubscribe.ts'
import { boundsOf } from './bounds.ts'
import type { Call, Handler } from './handler.ts'
import { unlessAmbiguous } from './unless-ambiguous.ts'

export const InsertSubscriber: Handler<'InsertSubscriber'> = async (
  { db, account },
  { listId, ...person },
) => idUnlessOptedOut(await subscribe(db, account.id, listId, person))

export const InsertSubscriberSid: Handler<'InsertSubscriberSid'> = async (
  { db, account },
  { listId, ...person },
) => (await subscribe(db, account.id, listId, person)).id

export const InsertSubscriberWithDemData: Handler<'InsertSubscriberWithDemData'> = async (
  call,
  input,
) => {
  const { listId, fieldNames, fieldValues, ...person } = input
  const fields = givenFields(call, fieldNames, fieldValues)
  return idUnlessOptedOut(await subscribe(call.db, call.account.id, listId, person, fields))
}

function idUnlessOptedOut({ id, optedOut }: SubscribeResult): number {
  if (optedOut) throw new Refusal('opted-out')
  return id
}

function givenFields(call: Call, names: string, values: string): (string | null)[] {
  const fields = readFields(names, values)
  if (fields.surplus > 0) call.log('surplus data values ignored', { count: fields.surplus })
  return fields.values
}

export const InsertSubscription: Handler<'InsertSubscription'> = (
  { db, account },
  { listId, ...named },
) => joinKnown(db, account.id, listId, named)

export const DeleteSubscription: Handler<'DeleteSubscription'> = (
  { db, account },
  { listId, ...named },
) => removeSubscriptions(db, account.id, named, listId)

export const GetSubscriberMailingLists: Handler<'GetSubscriberMailingLists'> = async (
  { db, account },
  named,
) => {
  // Elsewhere an empty filter means all; for a single subscriber it means none.
  if (named.subscriberId === undefined && named.email.trim() === '') return []
  const subscriberId = await unlessAmbiguous(subscriberNamed(db, account.id, named))
  return subscriberId === undefined
    ? []
    : listsOfSubscriber(db, { accountId: account.id, subscriberId })
}

export const GetPagedSubscribers: Handler<'GetPagedSubscribers'> = async (
  { db, account },
  { listId, page, size },
) => ({
  width: account.fieldCount,
  rows: pageOfSubscribers(db, account.id, listId, page, size),
})

export const MoveSubscriberToOptOutAll: Handler<'MoveSubscriberToOptOutAll'> = async (
  { db, account },
  input,
) => {
  await optOut(db, account.id, { ...input, byProgram: true })
  return 1
}

export const GetOptOutAll: Handler<'GetOptOutAll'> = async ({ db, account }) =>
  optOutsBetween(db, account.id, BEGINNING, 'infinity')

export const GetOptOutAllInPeriod: Handler<'GetOptOutAllInPeriod'> = async (
  { db, account },
  input,
) => {
  const { from, until } = boundsOf(input)
  return optOutsBetween(db, account.id, from, until)
}

const BEGINNING = new Date(0)
