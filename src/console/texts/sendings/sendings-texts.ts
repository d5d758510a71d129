/** The strings of the pages of sendings. A language without one of them does not compile. */
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'

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

/** Why it stands still: those of domain/sendings/progress.ts. */
type Standing = NonNullable<LiveSending['stands']>['why']

export interface SendingsTexts {
  sendings: string
  tabs: string
  tabLive: string
  tabReport: string
  tabRecipients: string
  states: Record<SendingStateName, string>
  test: string
  none: string
  noneHint: string
  toNewsletters: string
  more: string
  newsletter: string
  when: string
  state: string
  people: string
  outcome: string
  opened: string
  clicked: string
  to(list: string): string
  byPeople: string

  outcomes: OutcomeNames
  ofHaveOutcome(whole: string): string
  nothingPlanned: string
  left(span: string, rate: string, end: string): string
  leftUnknown: string
  deferredOnly(count: string, time: string): string
  started(time: string, list: string): string
  startsAt(time: string, list: string): string
  finishedAt(time: string, list: string): string
  pausedNow(list: string): string
  cancelledNow(list: string): string
  waitsForWord(list: string): string
  live: string
  asOf(time: string): string
  underWay(count: string): string
  triedAgain: string
  triedAgainAt(time: string): string
  ofSettled(rate: string, whole: string): string
  ofComplaints: string
  progressSpoken(share: string): string

  aSecond: string
  perSecond: string
  perSecondNow(rate: string): string
  perSecondChart(from: string): string
  doneAbout(time: string): string
  collecting: string
  byRoute: string
  route: string
  byProvider: string
  provider: string
  otherDomains: string
  ofWhole(whole: string): string
  providersLater: string
  replies: string
  repliesHint: string
  noReplies: string
  allRecipients: string
  leftOut: string
  leftOutReasons: Record<string, string>
  meanings: Record<string, string>

  pause: string
  resume: string
  slow: string
  slowTitle: string
  slowHint: string
  slowField: string
  slowWrong: string
  slowOff: string
  slowSave: string
  slowedTo(rate: string): string
  cancel: string
  cancelTitle(count: string): string
  cancelHint: string
  cancelVerb(count: string): string
  keepSending: string
  retry: string
  retryTitle: string
  retryHint: string
  retryRefused: string
  retryDeferred: string
  retryUncertain: string
  retryVerb(count: string): string
  confirm: string
  confirmTitle: string
  confirmHint: string
  confirmRisk(count: string): string
  confirmNoRisk: string
  confirmAccepted: string
  paused(count: string): string
  resumed: string
  cancelled(count: string): string
  retried(count: string): string
  confirmed: string
  slowed: string

  heldTitle(count: string): string
  heldTitleUnknown: string
  heldIn(seconds: string): string
  heldSpoken(seconds: string): string
  undoScheduled: string
  undo: string
  undone: string
  tooLate: string
  scheduledFor(time: string, list: string): string
  standstill: string
  peopleRemoved: string
  peopleRemovedOn(day: string, months: number): string
  stands: Record<Standing, (said: string) => string>
  onlyHere: string
  onlyHereVerb: string

  abTest: string
  abHint(share: string, by: string): string
  abBy: Record<'clicks' | 'opens' | 'value', string>
  abVariant(name: string): string
  abWinner: string
  abUndecided(time: string): string
  abChoose: string
  abChosen: string
  begins: string
  list: string
  from: string
  subject: string
  zoneOfList(time: string): string
  sampleOf: string
}
