/** The SMS operation: section 4.6 of the specification. */

import { idInText, text } from './params.ts'
import { cell, operation, returns } from './types.ts'

export const smsResult = returns.record('SmsMassMessageResult', {
  creditCost: cell.decimal('CreditCost'),
  totalCredits: cell.decimal('TotalCredits'),
})

export const sms = {
  SendSmsToMailingList: operation({
    summary:
      'Sends a text message to a mailing list; without enough credits it is sent as soon as ' +
      'there are.',
    params: { listId: idInText('strMailingListId'), message: text('strMessage') },
    result: smsResult,
  }),
}
