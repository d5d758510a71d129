/** Report and trigger operations: section 4.7 of the specification. */

import { cutText, dateTime, idInText, int, momentInText } from './params.ts'
import { cell, operation, returns } from './types.ts'

const interval = {
  sendingId: idInText('strSendQueueId', { xsd: 'long' }),
  from: momentInText('datIntervalFrom', 'from'),
  until: momentInText('datIntervalTo', 'until'),
  field: cutText('ddField', { note: 'DD5, 5 or the name of the field; empty is none.' }),
}

const view = {
  subscriberId: cell.maybeLong('SubscriberId'),
  email: cell.text('Email'),
  name: cell.text('Name'),
  viewed: cell.dateTime('ViewTime'),
}

const triggerInterval = {
  triggerId: int('triggerId'),
  from: dateTime('fromDate', 'from'),
  until: dateTime('toDate', 'until'),
}

export const reports = {
  GetRoiResults: operation({
    summary: 'Clicks, closures and their value for each link of a sending.',
    params: { sendingId: idInText('strSendQueueId', { xsd: 'long' }) },
    reads: true,
    result: returns.records('RoiResult', {
      url: cell.text('Url'),
      clicks: cell.int('Clicks'),
      closures: cell.int('Closures'),
      value: cell.double('Value'),
    }),
  }),

  GetReportViews: operation({
    summary: 'The views of a sending.',
    params: { sendingId: idInText('strSendQueueId', { xsd: 'long' }) },
    reads: true,
    result: returns.dataset('View', view),
  }),

  GetReportClicksByDateInterval: operation({
    summary: 'The clicks of a sending in an interval, with one demographic field.',
    params: interval,
    reads: true,
    result: returns.dataset('Click', {
      subscriberId: cell.maybeLong('SubscriberId'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      url: cell.text('Url'),
      clicked: cell.dateTime('ClickTime'),
      fieldValue: cell.named('ddField'),
    }),
  }),

  GetReportViewsByDateInterval: operation({
    summary: 'The views of a sending in an interval, with one demographic field.',
    params: interval,
    reads: true,
    result: returns.dataset('View', { ...view, fieldValue: cell.named('ddField') }),
  }),

  GetLinkInfoInExcelFormat: operation({
    summary: 'What happened to one link, sending by sending.',
    params: {
      from: momentInText('strStartTime', 'from'),
      until: momentInText('strEndTime', 'until'),
      url: cutText('strLinkUrl'),
    },
    reads: true,
    result: returns.dataset('LinkInfo', {
      url: cell.text('Url'),
      newsletterId: cell.int('NewsletterId'),
      newsletterName: cell.text('NewsletterName'),
      sendingId: cell.long('SendQueueId'),
      sendTime: cell.dateTime('SendTime'),
      recipients: cell.int('Recipients'),
      clicks: cell.int('Clicks'),
      uniqueClicks: cell.maybeInt('UniqueClicks'),
      clickRate: cell.maybeDouble('ClickRate'),
      firstClick: cell.maybeDateTime('FirstClick'),
      lastClick: cell.maybeDateTime('LastClick'),
    }),
  }),

  GetTriggerIdForAccount: operation({
    summary: 'All triggers of the account.',
    params: {},
    reads: true,
    result: returns.records('TriggerResult', {
      id: cell.int('Id'),
      name: cell.text('Name'),
      created: cell.dateTime('Created'),
      listId: cell.int('MailinglistId'),
      listName: cell.text('MailinglistName'),
    }),
  }),

  GetTriggerBounces: operation({
    summary: 'The bounces of a trigger in an interval.',
    params: triggerInterval,
    reads: true,
    result: returns.records('TriggerSubscriberBouncesResult', {
      reason: cell.text('Reason'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      bounced: cell.dateTime('BounceTime'),
      newsletterName: cell.text('NewsletterName'),
      subscriberId: cell.text('SubscriberId'),
    }),
  }),

  GetTriggerClicks: operation({
    summary: 'The clicks of a trigger in an interval.',
    params: triggerInterval,
    reads: true,
    result: returns.records('TriggerSubscriberClicksResult', {
      link: cell.text('Link'),
      email: cell.text('Email'),
      name: cell.text('Name'),
      clicked: cell.dateTime('ClickTime'),
      newsletterName: cell.text('NewsletterName'),
      subscriberId: cell.text('SubscriberId'),
    }),
  }),

  GetTriggerViews: operation({
    summary: 'The views of a trigger in an interval.',
    params: triggerInterval,
    reads: true,
    result: returns.records('TriggerSubscriberViewsResult', {
      email: cell.text('Email'),
      name: cell.text('Name'),
      viewed: cell.dateTime('ViewTime'),
      newsletterName: cell.text('NewsletterName'),
      subscriberId: cell.text('SubscriberId'),
    }),
  }),
}
