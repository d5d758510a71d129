/** The strings of the pages of sendings, in English. */

import { leftOut, standstills } from '../../../words/standstills.ts'

export interface OutcomeNames {
  delivered: string
  deferred: string
  bounced: string
  uncertain: string
  withdrawn: string
  waiting: string
}

export type SendingStateName =
  | 'scheduled'
  | 'sending'
  | 'paused'
  | 'finished'
  | 'cancelled'
  | 'unconfirmed'

const emails = (count: string) => (count === '1' ? '1 email' : `${count} emails`)

export const sendings = {
  ofEmails: (count: string, whole: string): string => `${count} of ${whole}`,
  measuredOf: (measured: string, whole: string): string => `measured ${measured} of ${whole}`,
  ofMeasured: (count: string, measured: string): string => `${count} of ${measured} measured`,
  fewMeasured: (measured: string, whole: string): string => `only ${measured} of ${whole} measured`,
  sendings: 'Sendings',
  tabs: 'Parts of this sending',
  tabLive: 'Progress',
  tabReport: 'Report',
  tabRecipients: 'Recipients',
  states: {
    scheduled: 'Scheduled',
    sending: 'Sending',
    paused: 'Paused',
    finished: 'Sent',
    cancelled: 'Cancelled',
    unconfirmed: 'Needs you',
  } satisfies Record<SendingStateName, string>,
  test: 'Test',
  none: 'Nothing was sent yet',
  noneHint: 'A sending is a newsletter to the subscribers of lists, now or at a time.',
  toNewsletters: 'Show newsletters',
  more: 'Show more',
  newsletter: 'Newsletter',
  when: 'When',
  state: 'State',
  people: 'People',
  outcome: 'Outcome',
  opened: 'Opened',
  clicked: 'Clicked',
  to: (list: string): string => `to ${list}`,
  byPeople: 'Opens and clicks by people.',

  outcomes: {
    delivered: 'Delivered',
    deferred: 'Deferred',
    bounced: 'Bounced',
    uncertain: 'Uncertain',
    withdrawn: 'Withdrawn',
    waiting: 'Waiting',
  } satisfies OutcomeNames,
  ofHaveOutcome: (whole: string): string => `of ${whole} have an outcome`,
  nothingPlanned: 'Who gets it is counted when it starts.',
  left: (span: string, rate: string, end: string): string =>
    `${span} left at ${rate === '1' ? '1 email' : `${rate} emails`} a second, done about ${end}.`,
  waitForTime: (count: string, first: string, last: string): string =>
    count === '1'
      ? `1 email waits for its time: it goes out ${last}.`
      : `${emails(count)} wait for their time: the next goes out ${first}, the last ${last}.`,
  leftUnknown: 'The time left shows once emails go out.',
  deferredOnly: (count: string, time: string): string =>
    `${emails(count)} to be tried again${time === '' ? '' : `, ${time}`}.`,
  started: (time: string, list: string): string => `Started ${time}, to ${list}.`,
  startsAt: (time: string, list: string): string => `Starts ${time}, to ${list}.`,
  finishedAt: (time: string, list: string): string => `Done ${time}, to ${list}.`,
  pausedNow: (list: string): string => `Paused: no email goes out until it is resumed. To ${list}.`,
  cancelledNow: (list: string): string =>
    `Cancelled: what was not handed over was withdrawn. To ${list}.`,
  undoneNow: (list: string): string => `Undone: nothing was sent. It was to go to ${list}.`,
  lists: 'To',
  except: 'Except',
  onlyThose: 'Only',
  listRemoved: 'a list that was removed',
  gotIt: 'Who got it already',
  gotItToo: 'gets it again',
  gotItNot: 'does not get it again',
  resendOf: {
    opened: 'recipients of a sending who did not open it',
    clicked: 'recipients of a sending who did not click in it',
  } satisfies Record<'opened' | 'clicked', string>,
  localTime: (field: string): string => `in the zone of each, from ${field}`,
  bestHour: 'each at their best hour',
  dueHours: 'Emails by the hour that they are due in',
  dueHour: 'Hour',
  dueEmails: 'Emails',
  toCome: 'Still to come',
  shareADay: (percent: string): string => `${percent} % of them a day`,
  changeTime: 'Change the time',
  changeTimeHint: 'Who gets it and what they get stays as it is.',
  dayAndTime: 'Day and time',
  zone: 'Zone',
  timeHere: (time: string): string => `Here that is ${time}.`,
  keepTime: 'Keep the time',
  saveTime: 'Change the time',
  timeChanged: 'The time was changed.',
  waitsForWord: (list: string): string => `It waits for your word. To ${list}.`,
  live: 'Live',
  asOf: (time: string): string => `as of ${time}`,
  underWay: (count: string): string => `${count} being handed over`,
  triedAgain: 'tried again by itself',
  triedAgainAt: (time: string): string => `next try ${time}`,
  ofSettled: (rate: string, whole: string): string => `${rate} of ${whole}`,
  ofComplaints: 'the relay did not say whether it took them',
  progressSpoken: (share: string): string => `${share} of the emails have an outcome.`,

  aSecond: 'A second',
  perSecond: 'Emails a second',
  perSecondNow: (rate: string): string => `${rate} a second`,
  perSecondChart: (from: string): string => `Emails with an outcome, a second, since ${from}.`,
  doneAbout: (time: string): string => `done about ${time}`,
  collecting: 'The curve begins with the next emails.',
  byRoute: 'By relay',
  route: 'Relay',
  byProvider: 'By provider',
  provider: 'Provider',
  otherDomains: 'Other domains',
  ofWhole: (whole: string): string => `of ${whole}`,
  providersLater: 'Counted once emails have gone out.',
  replies: 'What the servers say',
  repliesHint: 'the most frequent first, grouped',
  noReplies: 'No server has refused or deferred an email.',
  allRecipients: 'All recipients',
  leftOut: 'Left out',
  leftOutReasons: leftOut,
  meanings: {
    'bad-mailbox': 'The mailbox does not exist. These people are undeliverable now.',
    'bad-domain': 'The domain takes no mail. These people are undeliverable now.',
    'mailbox-full': 'The mailbox is full. It is counted.',
    'too-large': 'The email is too large for the server.',
    busy: 'The server is busy, or wants to see us a second time. We try again.',
    'route-error': 'A failure on the way. We try again.',
    'content-refused': 'The server refuses the content: it looks like spam to it.',
    'sender-blocked': 'The server refuses the sender: a block list, or authentication.',
    'abuse-report': 'Reported as spam.',
    unknown: 'Refused, for a reason we do not know.',
    'throttled-by-us': 'We slow down for these domains, and try again by ourselves.',
    'not-sent': 'Not sent yet: see the reason.',
    withdrawn: 'Withdrawn before they were handed over.',
    uncertain: 'The connection broke before the reply.',
  } as Record<string, string>,

  pause: 'Pause',
  resume: 'Resume',
  slow: 'Slow down',
  slowTitle: 'Slow this sending down',
  slowHint: 'At most so many emails a minute, beside what the relays allow.',
  slowField: 'Emails a minute',
  slowWrong: 'A whole number from 1 to 1,000,000 a minute.',
  slowOff: 'As fast as the relays allow',
  slowSave: 'Set the rate',
  slowedTo: (rate: string): string => `slowed to ${rate} a minute`,
  cancel: 'Cancel the rest',
  cancelTitle: (count: string): string =>
    count === '1' ? 'Cancel the remaining email?' : `Cancel the remaining ${count} emails?`,
  cancelHint:
    'What was handed over stays sent. The others are withdrawn; that cannot be undone. It holds ' +
    'within two seconds.',
  cancelVerb: (count: string): string => `Cancel ${emails(count)}`,
  keepSending: 'Keep',
  retry: 'Try again',
  retryTitle: 'Try emails again',
  retryHint:
    'Only these, and only where they have not arrived. Bounced addresses count as reachable again.',
  retryRefused: 'Refused or failed',
  retryDeferred: 'Deferred, before their time',
  retryUncertain: 'Uncertain ones, which may have arrived',
  retryVerb: (count: string): string => `Try ${emails(count)} again`,
  confirm: 'Send it now',
  confirmTitle: 'Send it now?',
  confirmHint: 'It goes to everybody who waits for it.',
  confirmRisk: (count: string): string =>
    `Up to ${emails(count)} may have gone out after the backup was made. These people would get it ` +
    'a second time.',
  confirmNoRisk: 'None of its emails can have gone out after the backup was made.',
  confirmAccepted:
    'Whoever runs the service can leave out those that the relay has taken, by its log.',
  paused: (count: string): string => `Paused. Up to ${emails(count)} may still arrive.`,
  resumed: 'It goes on.',
  cancelled: (count: string): string => `Cancelled. Withdrawn: ${emails(count)}.`,
  retried: (count: string): string => `Tried again: ${emails(count)}.`,
  confirmed: 'It is being sent.',
  slowed: 'The rate is set.',

  heldTitle: (count: string): string =>
    `Held: goes to ${count === '1' ? '1 person' : `${count} people`}`,
  heldTitleUnknown: 'Held before it starts',
  heldIn: (seconds: string): string => `Starts in ${seconds} s. Until then nothing has left.`,
  heldSpoken: (seconds: string): string =>
    `Starts in ${seconds === '1' ? '1 second' : `${seconds} seconds`}.`,
  backToDraft: 'Back to the draft',
  undoScheduled: 'Undo the sending',
  undo: 'Undo',
  undone: 'Undone: nothing was sent.',
  tooLate: 'It has already started.',
  scheduledFor: (time: string, list: string): string => `Scheduled for ${time}, to ${list}.`,
  peopleRemoved: 'The recipients were removed.',
  peopleRemovedOn: (day: string, months: number): string =>
    `The records of who got, opened and clicked this sending were deleted on ${day}, ${months} ` +
    `${months === 1 ? 'month' : 'months'} after it ended. The numbers stay.`,
  standstill: 'It stands still.',
  stands: standstills,
  onlyHere:
    'Links in it lead to this machine only, so only people on this machine can follow them.',
  onlyHereVerb: 'Send anyway',

  abTest: 'A/B test',
  abHint: (share: string, by: string): string =>
    `${share} % get a variant; better is what gets more ${by}`,
  abBy: { clicks: 'clicks', opens: 'opens', value: 'value' } satisfies Record<
    'clicks' | 'opens' | 'value',
    string
  >,
  abVariant: (name: string): string => `Variant ${name}`,
  abWinner: 'The rest gets it',
  abUndecided: (time: string): string =>
    `The winner is chosen ${time}, by what people do; machines don’t count.`,
  abTooFew:
    'Less than a tenth of a variant is measured: nobody can win. At the end of the wait the rest ' +
    'gets variant A, because it comes first, unless you choose before.',
  abNobody:
    'Nobody won: less than a tenth of a variant is measured. The rest got variant A, because it ' +
    'comes first.',
  abChoose: 'Send it to the rest now',
  abChosen: 'Chosen: the rest gets it now.',
  list: 'List',
  begins: 'Starts',
  from: 'From',
  subject: 'Subject',
  zoneOfList: (time: string): string => `there ${time}`,
  sampleOf: 'A sample of an A/B test: the whole sending',
}
