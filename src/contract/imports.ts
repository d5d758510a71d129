/** Import operations: section 4.4 of the specification. */

import { boolean, char, idInText, int, text } from './params.ts'
import { operation, returns } from './types.ts'

export const imports = {
  InsertCsvSubscribersFromFileCustom: operation({
    summary:
      'Imports subscribers from a delimited text file at a URL and answers how many were ' +
      'inserted or updated.',
    params: {
      listId: idInText('strMailingListID'),
      url: text('strCSVUrl'),
      delimiter: char('chrDelimiter', ';'),
      quote: char('chrQuote', '"'),
      escape: char('chrEscape', '', { note: 'Without one it is the quote itself.' }),
      comment: char('chrComment', '', { note: 'Without one there are no comments.' }),
      hasHeaders: boolean('blnHasHeaders'),
    },
    result: returns.int,
  }),

  InsertCSVSubscribersWithDemDataFromFileToQueue: operation({
    summary:
      'Queues the import of a semicolon-delimited file at a URL and answers the id of the import.',
    params: { listId: idInText('strMailingListID'), url: text('strCSVUrl') },
    result: returns.int,
  }),

  AddSubscribersFromXmlToQueue: operation({
    summary: 'Queues the import of subscribers given as XML and answers the id of the import.',
    params: {
      listId: int('intMailingListId'),
      // The limit is that of the whole request: MAX_BODY.
      xml: text('strXmlData', {
        most: Number.POSITIVE_INFINITY,
        note: 'The document, HTML encoded.',
      }),
      mapNames: boolean('boolDemographicNameMapping'),
    },
    result: returns.int,
  }),

  GetImporterQueueImportState: operation({
    summary: 'The state of a queued import: 0 waiting, 1 working, 2 completed, 3 failed.',
    params: { importId: int('intImportId') },
    result: returns.int,
  }),
}
