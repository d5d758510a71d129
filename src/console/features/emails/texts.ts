/** The strings of single emails, in English. */

export const emails = {
  title: 'Single emails',
  views: { projects: 'Projects', emails: 'Emails', files: 'Files' },
  search: 'Search emails',
  searchHint:
    'Looks in addresses, subjects and identifiers, for words that begin so; one has three letters.',
  limit:
    'Only emails of projects are found here. Emails of newsletters and triggers are on the page of the person who got them.',
  toPeople: 'Find the person',
  tooShort: 'Type three letters or more.',
  project: 'Project',
  anyProject: 'All projects',
  state: 'State',
  anyState: 'All states',
  since: 'Since',
  until: 'Until',
  toAndSubject: 'Subject and recipient',
  identifier: 'Identifier',
  tries: 'Tries',
  afterwards: 'Then',
  asked: 'Asked for',
  none: 'No email was found',
  noneHint: 'Programs send single emails by InsertTransaction or by the JSON API.',
  looked: (count: string): string =>
    `Looked at ${count === '1' ? '1 email' : `${count} emails`} so far.`,
  behind: (since: string): string =>
    `Some emails since ${since} are found by the whole address or the identifier only for now.`,
  more: 'More',
  noSubject: 'No subject',
  emailNumber: (id: number): string => `Email ${id}`,
  states: {
    waiting: 'Waiting',
    sending: 'Sending',
    delivered: 'Delivered',
    deferred: 'Deferred',
    bounced: 'Bounced',
    failed: 'Failed',
    uncertain: 'Uncertain',
    withdrawn: 'Withdrawn',
  },
  opened: 'opened',
  clicked: 'clicked',
  notMeasured: 'not measured',
  again: 'Send it again',
  againQuestion: 'The same email goes to this recipient once more, as an email of its own.',
  againDone: 'It is sent again.',
  cancel: 'Cancel this email',
  cancelQuestion:
    'This recipient gets nothing, nor do others of the same email who have not been sent it.',
  cancelDone: (count: string): string =>
    count === '1'
      ? 'Cancelled: 1 recipient gets nothing.'
      : `Cancelled: ${count} recipients get nothing.`,
  cancelLate: 'It was too late: the email had been handed over.',
  askedFor: 'Asked for',
  by: (project: string, version: string): string =>
    version === '' ? `project ${project}` : `project ${project}, version ${version}`,
  sendTime: (at: string): string => `to be sent ${at}`,
  tryNumber: (number: number): string => `Try ${number}`,
  relay: (name: string): string => `relay ${name}`,
  nextTry: (at: string): string => `The next try is at ${at}.`,
  cameBack: 'It came back',
  opens: 'Opens',
  clicks: 'Clicks',
  name: 'Name',
  recipient: 'Recipient',
  content: 'What it said',
  asSeen: 'As seen',
  text: 'Text',
  source: 'Source and headers',
  noContent:
    'What it said is not kept: its recipient was erased, its retention is over, or it is not written yet.',
  hidden: 'You may not see what it said.',
  sourceHint: 'Links are as they were written, without pixel and signatures.',
}
