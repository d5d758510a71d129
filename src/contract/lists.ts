/** Mailing list operations: section 4.3 of the specification. */

import { address, idInText, text } from './params.ts'
import { cell, operation, returns } from './types.ts'

export const lists = {
  InsertMailingList: operation({
    summary: 'Makes a mailing list and answers its id.',
    params: {
      name: text('strListName'),
      fromName: text('strFromName'),
      fromEmail: address('strFromEmail'),
      description: text('strDescription', { optional: true }),
      characterSet: text('strCharacterSet', { optional: true, note: 'Empty is iso-8859-1.' }),
    },
    result: returns.int,
  }),

  GetMailingLists: operation({
    summary:
      'The mailing lists of the account. The numbers of subscribers are at most a minute old.',
    params: {},
    reads: true,
    result: returns.dataset('MailingList', {
      id: cell.int('MailingListID'),
      name: cell.text('Name'),
      fromName: cell.text('FromName'),
      fromEmail: cell.text('FromEmail'),
      description: cell.text('Description'),
      characterSet: cell.text('CharacterSet'),
      created: cell.dateTime('Created'),
      subscribers: cell.int('Subscribers'),
    }),
  }),

  DeleteMailingList: operation({
    summary:
      'Deletes a mailing list with its subscriptions. Subscribers, sendings and reports stay.',
    params: { listId: idInText('strMailingListId') },
    result: returns.int,
  }),
}
