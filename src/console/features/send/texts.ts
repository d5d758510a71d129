/** The strings of the Send page, in English. */
import type { ContentFinding } from '../../../actions/newsletters/writing/content-finding.ts'

export type WhenChoice = 'now' | 'at' | 'local' | 'best'

export type CriterionChoice = 'clicks' | 'opens' | 'value'

interface OtherMail {
  from: string
  subject: string
  text: string
}

const counted = (people: string) => `${people} ${people === '1' ? 'person' : 'people'}`

export const send = {
  send: 'Send',
  mayNotSend: 'Your role does not allow sending.',
  allSendings: 'All sendings',
  stepStates: { done: 'done', look: 'to look at', wrong: 'wrong', open: 'open' } satisfies Record<
    'done' | 'look' | 'wrong' | 'open',
    string
  >,

  who: 'Who gets it',
  counted: (time: string): string => `counted ${time}, counted again when it is sent`,
  counting: 'counting',
  to: 'To',
  except: 'except',
  onlyThose: 'only',
  addList: 'List',
  excludeList: 'Exclude a list',
  addFilter: 'Filter',
  remove: (name: string): string => `Take out ${name}`,
  noList: 'Choose the list that it goes to.',
  listGone: (name: string): string =>
    `The list ${name} is gone: somebody removed or archived it. Take it out, or choose another.`,
  resend: {
    opened: 'Only to recipients who did not open it, of',
    clicked: 'Only to recipients who did not click in it, of',
  } satisfies Record<'opened' | 'clicked', string>,
  resendOf: 'this sending',
  resendDrop: 'To everybody',
  funnel: (members: string, willGet: string): string =>
    `Of ${members === '1' ? '1 member' : `${members} members`}, ${willGet} will get it.`,
  gotIt: 'Recipients of the other sending',
  leftOut: {
    repeated: 'On several lists, counted once',
    unsubscribed: 'Unsubscribed',
    'opted-out': 'Opted out',
    complained: 'Complained',
    undeliverable: 'Undeliverable',
    paused: 'Asked for a pause',
    'left-the-list': 'Left the list since',
    opened: 'Have opened it',
    clicked: 'Have clicked in it',
    'not-measured': 'Are not measured',
    'got-it': 'Got it already',
    'excluded-list': 'On an excluded list',
    filter: 'Do not match the filters',
  } as Record<string, string>,
  willGet: 'Will get it',
  repeat: 'Also to people who got it already',
  whoLink: 'who',
  sample: 'who',

  inbox: 'How it looks in the inbox',
  from: 'From',
  subject: 'Subject',
  preheader: 'Preheader',
  preheaderHint: 'A phone shows about 45 characters of the subject and 60 of this.',
  testSubject: 'Test a second subject, sender, content or time',
  inboxFigure: 'How a phone shows it among other emails',
  inboxTitle: 'Inbox',
  inboxPhone: 'as on a phone',
  inboxOthers: [
    { from: 'Savings bank', subject: 'Your statement is here', text: 'For the last month.' },
    { from: 'Annika', subject: 'Saturday?', text: 'Do you have time for the flea market on' },
  ] satisfies readonly [OtherMail, OtherMail],

  /** Of the frame with the email. */
  picture: 'The email, drawn small',
  checks: 'Checks',
  checking: 'The email is being checked, each link of it too.',
  checkAgain: 'Check again',
  checksSum: (passed: string, look: string, wrong: string): string =>
    `${passed} passed, ${look} to look at, ${wrong === '0' ? 'nothing stops it' : `${wrong} to mend first`}`,
  morePassed: (count: string): string => `${count} more that passed`,
  severities: { fine: 'Passed', look: 'To look at', wrong: 'Wrong' } satisfies Record<
    'fine' | 'look' | 'wrong',
    string
  >,
  checked: {
    subject: 'Subject',
    size: 'Size',
    pictures: 'Pictures',
    links: 'Links',
    characters: 'Characters',
    unsubscribe: 'Unsubscribing',
    sender: 'Sender',
    tags: 'Tags',
    blocks: 'Content',
    spam: 'Looks like spam',
    access: 'Accessibility',
  } satisfies Record<ContentFinding['what'], string>,
  testTo: 'Send a test',
  sendTest: 'Send test email',
  testSent: (count: string): string => `Test emails sent: ${count}.`,
  onlyHere:
    'Links in it lead to this machine only, so only people on this machine can follow them.',
  onlyHereVerb: 'Send anyway',

  when: 'When',
  whens: {
    now: 'Now',
    at: 'At a time',
    local: 'Each at their local time',
    best: "Each person's best hour",
  } satisfies Record<WhenChoice, string>,
  nowHint: 'after 30 seconds',
  localHint: 'the zone stands in a field',
  bestHint: 'within 24 hours, when they read most',
  begins: 'Begins (empty: now)',
  zoneOfOthers: 'Zone of people whose own is not known',
  noZoneField: 'No field',
  bestSaid: (own: string, others: string, hour: string | undefined): string => {
    const first = `${counted(own)} ${own === '1' ? 'gets' : 'get'} it at the hour of their own`
    if (others === '0') return `${first}.`
    return hour === undefined
      ? `${first}; ${others} more when it begins, since too little is known of them.`
      : `${first}; ${others} more at ${hour}, the hour of most.`
  },
  bestNone: (time: string): string =>
    `Nobody has been measured often enough yet: everyone gets it ${time}.`,
  bestEstimated: 'Estimated from a part of them.',
  bestPlan: 'Emails by hour',
  rowEnds: 'Ends',
  bestStart: (time: string): string => `${time}, each at their best hour`,
  doneIn: (span: string): string => `done in about ${span}`,
  dayAndTime: 'Day and time',
  zone: 'Zone',
  zoneField: 'Field with the zone',
  choose: 'Choose',
  zones: (count: string, first: string, none: string, zone: string): string =>
    `${count === '1' ? '1 zone' : `${count} zones`}: ${first}. ${none === '1' ? '1 person without one gets' : `${none} people without one get`} it at this time in ${zone}.`,
  waits: (count: string, until: string, last: string): string =>
    `${count === '1' ? '1 person has' : `${count} people have`} quiet hours then: their email waits until ${until} on their clock. The last one goes out ${last}.`,
  anyHour: 'Also in quiet hours',
  warmUp: 'Only a share each day, to warm up',
  sharePerDay: 'Percent of them a day',
  sharePerDayHint: 'From 1 to 50. Empty: all at once.',
  shareWrong: 'A number from 1 to 50.',

  abTest: 'A/B test',
  abHint: 'a share gets the variants, the rest the better one',
  abDrop: 'No test',
  abAdd: 'Add a variant',
  abRemove: (name: string): string => `Remove variant ${name}`,
  variant: (name: string): string => `Variant ${name}`,
  abAs: (subject: string): string => `As the newsletter: ${subject}`,
  abAsNewsletter: 'As the newsletter',
  abContent: 'Content',
  abLanguages:
    'The newsletter is in several languages. To try other subjects, copy it, change the subject of each language there, and choose the copy as the content of a variant.',
  abTime: 'Another time',
  abSame: 'Two variants are the same: change something in one of them.',
  abShare: 'Percent who get the test',
  abBy: 'Better is what gets more',
  abCriteria: {
    clicks: 'people who click',
    opens: 'people who open',
    value: 'value',
  } satisfies Record<CriterionChoice, string>,
  abWait: 'Hours until it is chosen',
  abSum: (sample: string, variants: string, rest: string): string =>
    `${sample === '1' ? '1 person gets' : `${sample} people get`} one variant of ${variants}, ${rest} the better one.`,
  abMeasured: (measured: string, people: string): string =>
    `${measured} of ${people === '1' ? '1 person is measured' : `${people} people are measured`}; the others do not count.`,
  abFew: (measured: string, people: string): string =>
    `Only ${measured} of ${people === '1' ? '1 person is measured' : `${people} people are measured`}: too few to tell which variant is better.` +
    ' Drop the test, or let something else decide.',
  abTie: 'Only people count, never machines. At a tie it is the first variant.',

  summary: 'What will happen',
  rowPeople: 'People',
  rowStarts: 'Starts',
  rowTakes: 'Takes',
  now: (time: string): string => `now, ${time}`,
  localStart: (time: string): string => `${time}, the time of each`,
  there: (time: string, zone: string): string => `there ${time}, ${zone}`,
  about: (span: string): string => `about ${span}`,
  sendTo: (people: string): string => `Send to ${counted(people)}`,
  scheduleTo: (people: string): string => `Schedule for ${counted(people)}`,
  held: 'Held for 30 seconds, so that you can undo.',
  heldUntil: 'Until then it can be undone.',
  holds: {
    audience: 'Who gets it is not certain: see above.',
    nobody: 'Nobody would get it.',
    checks: 'A check found what must be put right first.',
    when: 'Something is missing: see the steps.',
  } satisfies Record<'audience' | 'nobody' | 'checks' | 'when', string>,
  farMore: 'Far more people than usual',
  farMoreHint: (people: string, usual: string): string =>
    `${people === '1' ? '1 person' : `${people} people`} would get it. Sendings to this list usually reach ${usual}.`,
  typeNumber: (people: string): string => `Type ${people} to send it`,
  numberWrong: 'That is another number.',
}
