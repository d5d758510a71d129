/**
 * Operations beyond the 38 of the specification, which programs made for services of this kind
 * call. Not served where API_OPERATIONS is 38. Order and letters of the parameters are those of
 * these programs, which call by position.
 */

import { newsletterResult } from './newsletters.ts'
import {
  address,
  cutText,
  format,
  idInText,
  momentInText,
  optionalIdInText,
  text,
} from './params.ts'
import { smsResult } from './sms.ts'
import { addition, cell, returns } from './types.ts'

const either = { optional: true, note: 'The id, the address, or both of the same subscriber.' }

const named = {
  subscriberId: optionalIdInText('strSubscriberId', { xsd: 'long', ...either }),
  email: address('strEmail', either),
}

export const additions = {
  GetSubscriberDetails: addition({
    summary: 'One subscriber, given by id or address, with a column for each demographic field.',
    params: {
      // A text that is no id is for the operation to judge: also then the columns have their names.
      subscriberId: cutText('strSubscriberId', either),
      email: named.email,
    },
    reads: true,
    result: returns.dataset('Subscriber', {
      id: cell.long('Id'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      format: cell.format('Format'),
      countryCode: cell.text('CountryCode'),
      phone: cell.text('PhoneNumber'),
      created: cell.dateTime('Created'),
      fields: cell.captioned('dd'),
    }),
  }),

  GetSubscribers: addition({
    summary: 'All subscribers of a mailing list.',
    params: { listId: idInText('strMailingListId') },
    reads: true,
    result: returns.dataset('Subscriber', {
      id: cell.long('SubscriberID'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      fields: cell.numbered('dd'),
    }),
  }),

  UpdateSubscriber: addition({
    summary: 'Changes a subscriber; empty values leave the stored ones. Answers 1.',
    params: {
      subscriberId: optionalIdInText('strSubscriberId', {
        xsd: 'long',
        note: 'Without an id the subscriber is found by the address.',
      }),
      email: address('strEmail', {
        optional: true,
        note: 'Beside an id: the address that the subscriber is to have.',
      }),
      name: text('strName', { optional: true }),
      format: format('strFormat', { optional: true }),
      countryCode: text('strCountryCode', { optional: true }),
      phone: text('strPhoneNumber', { optional: true }),
    },
    result: returns.int,
  }),

  UpdateSubscriberData: addition({
    summary: 'Sets one demographic field of a subscriber, also to empty. Answers 1.',
    params: {
      ...named,
      field: text('strDataField', { note: 'DD5, dd5 or 5.' }),
      value: text('strDataValue'),
    },
    result: returns.int,
  }),

  DeleteSubscriber: addition({
    summary:
      'Removes a subscriber from one mailing list, or from all and with their data when none ' +
      'is given.',
    params: { ...named, listId: optionalIdInText('strMailingListID') },
    result: returns.int,
  }),

  DeleteOptOutAll: addition({
    summary:
      'Takes an address off the account-wide opt-out list if a program put it there. A ' +
      "person's own opt-out needs lift-opt-outs to be activated on the account.",
    params: named,
    result: returns.int,
  }),

  DeleteOptOutList: addition({
    summary:
      "Forgets a person's own unsubscribe from a mailing list. Needs lift-opt-outs to be " +
      'activated on the account.',
    params: { ...named, listId: idInText('strMailingListID') },
    result: returns.int,
  }),

  InsertCsvSubscribersWithDemData: addition({
    summary: 'Imports subscribers given as rows of text and answers the id of the import.',
    params: {
      listId: idInText('strMailingListID'),
      // The limit is that of the whole request: MAX_BODY.
      csv: text('strCSVData', {
        most: Number.POSITIVE_INFINITY,
        note:
          'Email;Name;Format, then dd1 to dd100, without a header row; all separated by ' +
          'semicolons, commas or tabs.',
      }),
    },
    result: returns.int,
  }),

  SendSmsWithSenderName: addition({
    summary:
      'Sends a text message to one phone number under a sender name; without enough credits it ' +
      'is sent as soon as there are.',
    params: {
      senderName: text('strSenderName', {
        note: 'Up to 11 letters and digits, or a number. Empty: that of the gateway.',
      }),
      countryCode: text('strCountryCode'),
      phone: text('strPhoneNumber'),
      message: text('strMessage'),
    },
    result: smsResult,
  }),

  GetFilters: addition({
    summary: 'The filters of the account.',
    params: {},
    reads: true,
    result: returns.dataset('Filter', {
      id: cell.int('FilterID'),
      name: cell.text('Name'),
      created: cell.dateTime('Created'),
    }),
  }),

  GetDetailedNewsletters: addition({
    summary: 'The details of all newsletters made in an interval.',
    params: {
      from: momentInText('strIntervalFrom', 'from', { note: 'Empty: 30 days ago.' }),
      until: momentInText('strIntervalTo', 'until', { note: 'Empty: now.' }),
    },
    reads: true,
    result: newsletterResult,
  }),

  GetBounces: addition({
    summary: 'The bounces of the account, the newest first.',
    params: {},
    reads: true,
    result: returns.dataset('Bounce', {
      id: cell.long('Id'),
      email: cell.text('Email'),
      bounced: cell.dateTime('BounceDate'),
      category: cell.text('BounceCategory'),
      reason: cell.text('BounceReason'),
    }),
  }),

  DeleteNewsletter: addition({
    summary: 'Removes a newsletter that nothing needs any more. Sendings and reports stay.',
    params: { newsletterId: idInText('strNewsletterId') },
    result: returns.int,
  }),

  DeleteSendqueueItem: addition({
    summary: 'Cancels a sending: emails that were not handed over are not sent.',
    params: { sendingId: idInText('strSendQueueId', { xsd: 'long' }) },
    result: returns.int,
  }),

  EmptyMailingListById: addition({
    summary: 'Takes all subscribers off a mailing list and answers how many went.',
    params: { listId: idInText('strMailingListId') },
    result: returns.int,
  }),
}
