/** Transactional e-mail operations: section 4.5 of the specification. */

import { address, cutText, format, guidInText, momentInText, text } from './params.ts'
import { cell, operation, returns } from './types.ts'

const optional = { optional: true }

const message = {
  projectGuid: guidInText('strId', { note: 'The guid of the transaction project.' }),
  identifier: text('strIdentifier', {
    ...optional,
    note: "The caller's own key, up to 100 characters.",
  }),
  email: address('strEmail', optional),
  name: text('strName', optional),
  format: format('strFormat', { ...optional, note: 'Empty is HTML.' }),
  sendTime: momentInText('strSendTime', 'from', { ...optional, note: 'Empty, or past: now.' }),
  fieldNames: text('strDataFields', { ...optional, most: 100_000 }),
  fieldValues: text('strDataValues', { ...optional, most: 1_000_000 }),
}

export const transactions = {
  InsertTransaction: operation({
    summary: 'Sends one transactional email and answers the id of the transaction.',
    params: message,
    result: returns.int,
  }),

  InsertTransactionWithSplit: operation({
    summary:
      "Sends one transactional email in one of the project's versions, the same for the " +
      'same address every time.',
    params: message,
    result: returns.int,
  }),

  InsertTransactionFromFile: operation({
    summary:
      'Sends a batch of transactional emails from an XML file at a URL and answers the guid ' +
      'of the batch.',
    params: {
      projectGuid: guidInText('strProjectGuid', optional),
      url: text('strFileUrl', optional),
      format: format('strFormat', {
        ...optional,
        note: 'The format of receivers without one of their own.',
      }),
    },
    result: returns.guid,
  }),

  GetTransactionProjects: operation({
    summary: 'The transaction projects of the account.',
    params: {},
    reads: true,
    result: returns.dataset('TransactionProject', {
      projectGuid: cell.guid('ProjectGuid'),
      name: cell.text('Name'),
      newsletterId: cell.maybeInt('NewsletterId'),
      subject: cell.text('Subject'),
      active: cell.boolean('Active'),
      created: cell.dateTime('Created'),
    }),
  }),

  GetTransactionDetails: operation({
    summary: 'Transactions found by project or id, by identifier, by address.',
    params: {
      id: cutText('strId', {
        ...optional,
        note: 'A guid is the project, digits are the transaction.',
      }),
      identifier: cutText('strIdentifier', optional),
      email: address('strEmail', optional),
    },
    reads: true,
    result: returns.dataset('Transaction', {
      id: cell.int('TransactionId'),
      identifier: cell.text('Identifier'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      format: cell.format('Format'),
      projectGuid: cell.guid('ProjectGuid'),
      version: cell.text('Version'),
      status: cell.text('Status'),
      sendTime: cell.dateTime('SendTime'),
      sent: cell.maybeDateTime('Sent'),
      views: cell.int('Views'),
      clicks: cell.int('Clicks'),
      bounceTime: cell.maybeDateTime('BounceTime'),
      bounceCategory: cell.text('BounceCategory'),
      bounceReason: cell.text('BounceReason'),
    }),
  }),

  GetTransactionBouncesByDateInterval: operation({
    summary: 'The bounces of a transaction project in an interval.',
    params: {
      projectGuid: guidInText('strProjectGuid', optional),
      from: momentInText('datIntervalFrom', 'from', optional),
      until: momentInText('datIntervalTo', 'until', optional),
    },
    reads: true,
    result: returns.dataset('TransactionBounce', {
      transactionId: cell.int('TransactionId'),
      email: cell.text('Email'),
      bounced: cell.dateTime('BounceDate'),
      category: cell.text('BounceCategory'),
      reason: cell.text('BounceReason'),
      identifier: cell.text('Identifier'),
    }),
  }),
}
