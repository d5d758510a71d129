/** The strings of the pages of sender domains, in English. */

export const domains = {
  domains: 'Sender domains',
  add: 'Add a domain',
  domain: 'Domain',
  domainHint: 'The part after the @ of the address that emails come from, like example.com.',
  none: 'No domain sends yet',
  noneHint:
    'A domain is here once a list has a sender of it, or once you add it: then its emails are ' +
    'signed, and this page shows the records that receivers look for.',
  lists: (lists: number): string => {
    if (lists === 0) return 'sender of no list'
    return lists === 1 ? 'sender of one list' : `sender of ${lists} lists`
  },
  signed: 'signed',
  notSigned: 'not signed',
  makeKeys: 'Make keys',
  checkAgain: 'Check again',
  notYours: 'Who may write newsletters can check the records of the domain.',
  inOrder: (good: number, all: number): string => `${good} of ${all} in order`,
  asked: (when: string): string => `asked ${when}, again by itself`,
  found: 'Found',
  keeper: 'Somebody else keeps your DNS?',
  keeperHint: (records: number): string =>
    records === 1
      ? 'Send them this record; here it turns green by itself.'
      : `Send them these ${records} records; here each turns green by itself.`,
  zoneFile: 'Zone file',
  period: 'Period',
  days: (days: number): string => `${days} days`,
  noReports: 'No reports have arrived',
  noReportsHint:
    'Mailbox providers report once a day who sends with your domains and what became of it. Under ' +
    'Domains, the record of DMARC says where they send it.',
  passed: (share: string, emails: string): string => `${share} of ${emails} emails passed DMARC`,
  noneSent: 'Nobody has reported emails of it.',
  stricter:
    'Nearly all emails pass: the policy may be made stricter, so that forged ones are kept out.',
  reporter: 'Reported by',
  emails: 'Emails',
  passing: 'Passed',
  source: 'Sent from',
  became: 'What became of them',
  otherSources: 'other addresses',
  dispositions: { none: 'delivered', quarantine: 'put into spam', reject: 'rejected' },
  failedTitle: 'Failed: yours but not set up, or forged',
  failedHint:
    'If the sender is yours, let it sign with this domain. If it is not, somebody sends in your ' +
    'name: a stricter policy keeps that out.',
  signedAs: (domain: string): string => `signed as ${domain}`,
  tlsTitle: 'Encryption on the way here',
  tls: (share: string, sessions: string): string =>
    `${share} of ${sessions} connections were encrypted as promised`,
  failure: 'Failure',
  server: 'Server',
  sessions: 'Connections',
  unreadable: (reports: number): string =>
    reports === 1 ? 'One report could not be read' : `${reports} reports could not be read`,
  more: (rows: string): string => `and ${rows} more`,
}
