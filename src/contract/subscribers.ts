/** Subscriber operations: section 4.2 of the specification. */

import {
  address,
  cutText,
  format,
  idInText,
  int,
  momentInText,
  optionalIdInText,
  text,
} from './params.ts'
import { cell, operation, returns } from './types.ts'

const person = {
  email: address('strEmail'),
  name: text('strName'),
  format: format('strFormat', { note: 'Empty is HTML.' }),
  countryCode: text('strCountryCode'),
  phone: text('strPhoneNumber'),
}

/** One row of OptOutAll, the newest first. */
const optOutAll = returns.dataset('OptOutAll', {
  id: cell.long('Id'),
  subscriberId: cell.maybeLong('SubscriberId'),
  email: cell.text('Email'),
  name: cell.text('Name'),
  countryCode: cell.text('CountryCode'),
  phone: cell.text('PhoneNumber'),
  format: cell.format('Format'),
  created: cell.dateTime('Created'),
  reason: cell.text('Reason'),
  listId: cell.maybeInt('MailingListId'),
  sendingId: cell.maybeLong('SendQueueId'),
})

export const subscribers = {
  InsertSubscriber: operation({
    summary: 'Adds a subscriber to a mailing list, unless the address has opted out of everything.',
    params: { ...person, listId: idInText('strMailingListID') },
    result: returns.long,
  }),

  InsertSubscriberSid: operation({
    summary:
      'Adds a subscriber to a mailing list and always answers the subscriber id, also for ' +
      'an address on OptOutAll.',
    params: { ...person, listId: idInText('strMailingListID') },
    result: returns.long,
  }),

  InsertSubscriberWithDemData: operation({
    summary:
      'Adds a subscriber with demographic data to a mailing list, unless the address has ' +
      'opted out of everything.',
    params: {
      listId: idInText('strMailingListID'),
      email: person.email,
      name: person.name,
      countryCode: person.countryCode,
      phone: person.phone,
      format: person.format,
      fieldNames: text('strDatafields', {
        most: 100_000,
        note:
          'DD1;DD5;DD100, with semicolons or pipes between. All hundred are kept; ' +
          'GetPagedSubscribers shows DD26 to DD100 only once dd100 is activated.',
      }),
      fieldValues: text('strDatavalues', {
        most: 1_000_000,
        note: 'The values in the same order, with the same delimiter.',
      }),
    },
    result: returns.long,
  }),

  InsertSubscription: operation({
    summary:
      'Puts a known subscriber, given by id, address or both, on a mailing list and answers ' +
      'the subscriber id.',
    params: {
      subscriberId: optionalIdInText('strSubscriberID', { xsd: 'long' }),
      email: address('strEmail', { optional: true }),
      listId: int('strMailingListID'),
    },
    result: returns.long,
  }),

  DeleteSubscription: operation({
    summary:
      'Takes a subscriber off a mailing list, or off all lists when none is given, and ' +
      'answers how many subscriptions went.',
    params: {
      subscriberId: optionalIdInText('strSubscriberID', { xsd: 'long' }),
      email: address('strEmail', { optional: true }),
      listId: optionalIdInText('strMailingListID'),
    },
    result: returns.int,
  }),

  GetSubscriberMailingLists: operation({
    summary: 'The mailing lists that a subscriber, given by id or address, is on.',
    params: {
      subscriberId: optionalIdInText('strSubscriberId', { xsd: 'long' }),
      email: address('strEmail'),
    },
    reads: true,
    result: returns.dataset('MailingList', {
      listId: cell.int('MailingListID'),
      name: cell.text('Name'),
      subscribed: cell.dateTime('Subscribed'),
    }),
  }),

  GetPagedSubscribers: operation({
    summary: 'One page of the subscribers of a mailing list. The first page is 1.',
    params: { listId: idInText('strMailingListId'), page: int('pageIndex'), size: int('pageSize') },
    reads: true,
    result: returns.dataset('Subscriber', {
      id: cell.long('SubscriberID'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      format: cell.format('Format'),
      countryCode: cell.text('CountryCode'),
      phone: cell.text('PhoneNumber'),
      created: cell.dateTime('Created'),
      subscribed: cell.dateTime('Subscribed'),
      fields: cell.numbered('dd'),
    }),
  }),

  MoveSubscriberToOptOutAll: operation({
    summary:
      'Moves an address to the account-wide opt-out list: it leaves every mailing list and ' +
      'no insert brings it back.',
    params: {
      email: address('strEmail'),
      reason: cutText('strReason', { optional: true }),
      listText: cutText('strMailinglistId', { optional: true, note: 'Kept for tracking.' }),
      sendingText: cutText('strSendQueueId', {
        optional: true,
        note: 'Kept for tracking: the sending the address belongs to.',
      }),
    },
    result: returns.int,
  }),

  GetOptOutAll: operation({
    summary: 'The account-wide opt-out list, the newest first.',
    params: {},
    reads: true,
    result: optOutAll,
  }),

  GetOptOutAllInPeriod: operation({
    summary:
      'The part of the account-wide opt-out list that was added in a period, the newest first.',
    params: { from: momentInText('strFrom', 'from'), until: momentInText('strTo', 'until') },
    reads: true,
    result: optOutAll,
  }),
}
