/** The strings of the Send page. A language without one of them does not compile. */

export type WhenChoice = 'now' | 'at' | 'local'
export type CriterionChoice = 'clicks' | 'opens' | 'value'

interface OtherMail {
  from: string
  subject: string
  text: string
}

export interface SendTexts {
  send: string
  mayNotSend: string
  allSendings: string
  stepStates: Record<'done' | 'look' | 'wrong' | 'open', string>

  who: string
  counted(time: string): string
  counting: string
  to: string
  except: string
  onlyThose: string
  addList: string
  excludeList: string
  addFilter: string
  remove(name: string): string
  noList: string
  listGone(name: string): string
  resend: Record<'opened' | 'clicked', string>
  resendOf: string
  resendDrop: string
  funnel(members: string, willGet: string): string
  gotIt: string
  leftOut: Record<string, string>
  willGet: string
  whoLink: string
  sample: string

  inbox: string
  from: string
  subject: string
  preheader: string
  preheaderHint: string
  testSubject: string
  inboxFigure: string
  inboxTitle: string
  inboxPhone: string
  inboxOthers: readonly [OtherMail, OtherMail]

  /** Of the frame with the email. */
  picture: string
  checks: string
  checking: string
  checkAgain: string
  checksSum(passed: string, look: string, wrong: string): string
  morePassed(count: string): string
  verdicts: Record<'ok' | 'look' | 'wrong', string>
  checked: Record<string, string>
  testTo: string
  sendTest: string
  testSent(count: string): string
  onlyHere: string
  onlyHereVerb: string

  when: string
  whens: Record<WhenChoice, string>
  nowHint: string
  localHint: string
  doneIn(span: string): string
  dayAndTime: string
  zone: string
  zoneField: string
  choose: string
  zones(count: string, first: string, none: string, zone: string): string
  warmUp: string
  sharePerDay: string
  sharePerDayHint: string
  shareWrong: string

  abTest: string
  abHint: string
  abDrop: string
  abAdd: string
  abRemove(name: string): string
  variant(name: string): string
  abAs(subject: string): string
  abAsNewsletter: string
  abContent: string
  abTime: string
  abSame: string
  abShare: string
  abBy: string
  abCriteria: Record<CriterionChoice, string>
  abWait: string
  abSum(sample: string, variants: string, rest: string): string
  abTie: string

  summary: string
  rowPeople: string
  rowStarts: string
  rowTakes: string
  now(time: string): string
  about(span: string): string
  sendTo(people: string): string
  scheduleTo(people: string): string
  held: string
  heldUntil: string
  holds: Record<'audience' | 'nobody' | 'checks' | 'when', string>
  farMore: string
  farMoreHint(people: string, usual: string): string
  typeNumber(people: string): string
  numberWrong: string
}
