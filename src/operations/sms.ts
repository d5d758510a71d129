/** The SMS operation: section 4.6 of the specification. */
import { sendSmsToList } from '../domain/sms/send-sms.ts'
import type { Handler } from './handler.ts'

export const SendSmsToMailingList: Handler<'SendSmsToMailingList'> = async (
  { db, account },
  { listId, message },
) => {
  const { cost, balance } = await sendSmsToList(db, account.id, listId, message)
  return { creditCost: cost, totalCredits: balance }
}
