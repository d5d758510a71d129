/** Operations beyond the specification, those of objects: contract/additions.ts. */

import { filtersOfAccount } from '../domain/filters/filters.sql.ts'
import { emptyList } from '../domain/lists/empty-list.ts'
import { newslettersBetween } from '../domain/newsletters/details.ts'
import { removeNewsletter } from '../domain/newsletters/remove-newsletter.ts'
import { Refusal } from '../domain/refusal.ts'
import { bouncesOfAccount } from '../domain/reports/bounces-of-account.ts'
import { cancelSending } from '../domain/sendings/steer-sending.ts'
import { sendSmsToNumber } from '../domain/sms/send-sms.ts'
import { boundsOf } from './bounds.ts'
import type { Call, Handler } from './handler.ts'
import { withWebVersions } from './web-versions.ts'

export const SendSmsWithSenderName: Handler<'SendSmsWithSenderName'> = async (
  { db, account },
  { countryCode, phone, senderName: sender, message },
) => {
  const to = { countryCode, phone }
  const { cost, balance } = await sendSmsToNumber(db, account.id, to, { sender, message })
  return { creditCost: cost, totalCredits: balance }
}

export const GetFilters: Handler<'GetFilters'> = ({ db, account }) =>
  filtersOfAccount(db, { accountId: account.id })

export const GetDetailedNewsletters: Handler<'GetDetailedNewsletters'> = async (call, input) =>
  shown(call, boundsOf(input))

async function* shown(call: Call, interval: { from: Date; until: Date }) {
  for await (const part of newslettersBetween(call.db, call.account.id, interval))
    yield await withWebVersions(call, part)
}

export const GetBounces: Handler<'GetBounces'> = async ({ db, account }) =>
  bouncesOfAccount(db, account.id)

export const DeleteNewsletter: Handler<'DeleteNewsletter'> = async (
  { db, account },
  { newsletterId },
) => {
  await removeNewsletter(db, account.id, newsletterId)
  return 1
}

export const DeleteSendqueueItem: Handler<'DeleteSendqueueItem'> = async (
  { db, account },
  { sendingId },
) => {
  try {
    await cancelSending(db, account.id, sendingId)
    return 1
  } catch (error) {
    // It has ended: nothing of it is queued.
    if (error instanceof Refusal && error.reason === 'not-now') return 0
    throw error
  }
}

export const EmptyMailingListById: Handler<'EmptyMailingListById'> = (
  { db, account },
  { listId },
) => emptyList(db, account.id, listId)
