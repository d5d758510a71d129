/** Operations beyond the specification, those of subscribers: contract/additions.ts. */
import { NotValid, readId } from '../contract/kinds.ts'
import { mayLift } from '../domain/accounts/accounts.sql.ts'
import { demographicFields, fieldNumber } from '../domain/demographics/fields.ts'
import { editSubscriber } from '../domain/directory/edit-subscriber.ts'
import { importText } from '../domain/imports/call/import-text.ts'
import { liftOptOut } from '../domain/opt-outs/opt-out.ts'
import { removeSubscriber } from '../domain/privacy/remove-subscriber.ts'
import { Refusal } from '../domain/refusal.ts'
import {
  type SubscriberReference,
  subscriberNamed,
} from '../domain/subscribers/named-subscriber.ts'
import { subscribersOfList } from '../domain/subscribers/page.ts'
import { liftUnsubscribe } from '../domain/subscribers/person-consent.ts'
import { findSubscriber, shownSubscriber } from '../domain/subscribers/subscribers.sql.ts'
import { removeSubscriptions } from '../domain/subscribers/unsubscribe.ts'
import type { Call, Handler } from './handler.ts'
import { unlessAmbiguous } from './unless-ambiguous.ts'

export const GetSubscriberDetails: Handler<'GetSubscriberDetails'> = async (
  { db, account },
  { subscriberId: idText, email },
) => {
  const fields = await demographicFields(db, account.id, account.fieldCount)
  const shown = fields.filter(({ activated }) => activated)
  // A field without a name of its own has its number as one: DD5.
  const captions = shown.map(({ name, field }) => (name === field ? field.toLowerCase() : name))
  const named = namedBy(idText, email)
  const subscriberId = named && (await unlessAmbiguous(subscriberNamed(db, account.id, named)))
  const row =
    subscriberId === undefined
      ? undefined
      : await shownSubscriber(db, { accountId: account.id, subscriberId })
  return { captions, rows: row ? [{ ...row, format: row.format as 'html' | 'text' }] : [] }
}

/** Undefined: neither is given, or the id is none, so no subscriber is named. */
function namedBy(idText: string, email: string): SubscriberReference | undefined {
  const given = idText.trim() !== ''
  if (!given && email.trim() === '') return undefined
  try {
    return { subscriberId: given ? readId(idText, 'long') : undefined, email }
  } catch (error) {
    if (error instanceof NotValid) return undefined
    throw error
  }
}

export const GetSubscribers: Handler<'GetSubscribers'> = async ({ db, account }, { listId }) => ({
  width: account.fieldCount,
  rows: subscribersOfList(db, account.id, listId),
})

export const UpdateSubscriber: Handler<'UpdateSubscriber'> = async (
  { db, account },
  { subscriberId, email, format, ...texts },
) => {
  // Beside an id, an address is a value like the others.
  const named = subscriberId === undefined ? { subscriberId, email } : { subscriberId, email: '' }
  const id = await knownSubscriber({ db, account }, named)
  const given = Object.entries({ ...texts, email: subscriberId === undefined ? '' : email })
  const changes = Object.fromEntries(given.filter(([, text]) => text.trim() !== ''))
  await editSubscriber(db, account.id, id, { ...changes, format })
  return 1
}

export const UpdateSubscriberData: Handler<'UpdateSubscriberData'> = async (
  { db, account },
  { field, value, ...named },
) => {
  const number = fieldNumber(field)
  if (number === undefined) throw new Refusal('no-such-field')
  const id = await knownSubscriber({ db, account }, named)
  await editSubscriber(db, account.id, id, { fields: new Map([[number, value]]) })
  return 1
}

async function knownSubscriber(
  { db, account }: Pick<Call, 'db' | 'account'>,
  named: SubscriberReference,
): Promise<number> {
  const id = await subscriberNamed(db, account.id, named)
  if (id === undefined) throw new Refusal('no-such-subscriber')
  return id
}

export const DeleteSubscriber: Handler<'DeleteSubscriber'> = async (
  { db, account },
  { listId, ...named },
) => {
  const removed = await removeSubscriptions(db, account.id, named, listId)
  if (listId !== undefined) return removed
  const id = await subscriberNamed(db, account.id, named)
  return id !== undefined && (await removeSubscriber(db, account.id, id)) ? 1 : 0
}

export const DeleteOptOutAll: Handler<'DeleteOptOutAll'> = async (
  { db, account },
  { subscriberId, email },
) => {
  const accountId = account.id
  const address = await addressNamed({ db, account }, { subscriberId, email })
  if (address === undefined) return 0
  const { allowed } = await mayLift(db, { accountId })
  return (await liftOptOut(db, accountId, address, { onlyOfPrograms: !allowed })) ? 1 : 0
}

/** Of an address alone itself: that of an erased person is on the list, and nowhere else. */
async function addressNamed(
  { db, account }: Pick<Call, 'db' | 'account'>,
  named: SubscriberReference,
): Promise<string | undefined> {
  if (named.subscriberId === undefined && named.email.trim() !== '') return named.email
  const subscriberId = await subscriberNamed(db, account.id, named)
  if (subscriberId === undefined) return undefined
  const found = await findSubscriber(db, { accountId: account.id, subscriberId, emailKey: null })
  return found?.email
}

export const DeleteOptOutList: Handler<'DeleteOptOutList'> = async (
  { db, account },
  { listId, ...named },
) => {
  const subscriberId = await subscriberNamed(db, account.id, named)
  const { allowed } = await mayLift(db, { accountId: account.id })
  return liftUnsubscribe(db, account.id, { subscriberId, listId, allowed })
}

export const InsertCsvSubscribersWithDemData: Handler<'InsertCsvSubscribersWithDemData'> = (
  { db, account },
  { listId, csv },
) => importText(db, account.id, { listId, text: csv })
