/** The strings of the first page. A language without one of them does not compile. */

export interface HomePageTexts {
  import: string
  newNewsletter: string
  sendingNow: string
  watchLive: string
  toList(list: string, time: string): string
  ofSettled(whole: string): string
  perSecond: string
  left: string
  todo: string
  noTodo: string
  show: string
  unconfirmed(name: string): string
  next: string
  nothingNext: string
  last: string
  lastHint: string
  noneSent: string
  reports: string
  newsletter: string
  opened: string
  clicked: string
  value: string
  of(count: string, whole: string): string
  against(now: string, mean: string): string
  subscribers: string
  all: string
  growth(net: string, days: string, joined: string, left: string): string
  joined: string
  wentAway: string
  day: string
  growthChart: string
  health: string
  days30: string
  complaints: string
  complaintLimits(watch: string, stop: string): string
  bounces: string
  bounceLimit: string
  ofSent(count: string, whole: string): string
  waiting: string
  oldest(time: string): string
  noneWaiting: string
  relays: string
  relaysUp(up: string, all: string): string
  sandbox: string
  workers: string
  noWorker: string
  workersUp: string
  programs: string
  lastCall(time: string): string
  noCall: string
  failedCalls(count: string): string
  lastFailure(time: string, said: string): string
  standstill: string
}
