/** The strings of reports and recipients. A language without one of them does not compile. */

export interface ReportTexts {
  report: string
  sendings: string
  count: string
  peopleOnly: string
  allHits: string
  resend: string
  print: string
  printed(name: string, list: string, began: string, now: string, id: string): string
  opened: string
  clicked: string
  bought: string
  unsubscribed: string
  bounced: string
  ofDelivered(count: string, whole: string): string
  hitsOf(count: string, whole: string): string
  ofSent(count: string, whole: string): string
  untracked: string
  orders(count: string): string
  afterClick: string
  leftAnd(left: string, complained: string): string
  points: string
  machinesOut(opens: string, clicks: string): string
  machinesIn(opens: string, clicks: string): string
  withThem(opened: string, clicked: string): string
  firstHours: string
  hoursChart: string
  hourSlider: string
  hoursAfter(time: string, hours: string): string
  links: string
  link: string
  noLinks: string
  clicksByPeople: string
  clicksByAll: string
  clicks: string
  people: string
  value: string
  allLinks: string
  closures: string
  devices: string
  devicesHint: string
  deviceNames: Record<'phone' | 'tablet' | 'computer' | 'unknown', string>
  reasons: string
  noReason: string
  clickMap: string
  emailFrame: string
  showPictures: string
  shareOfPeople(clicks: string): string
  shareOfAll(clicks: string): string
  byProvider: string
  darker: string
  provider: string
  otherDomains: string
  sent: string
  comparison: string
  compareWith: string
  dropCompared(name: string): string
  sending: string
  abTest: string
  abBy: Record<'clicks' | 'opens' | 'value', string>
  winner: string
  abClear: string
  abUnclear: string
  outcomes: Record<string, string>
  searchAddress: string
  searchReply: string
  state: string
  anyState: string
  openedOrNot: string
  didOpen: string
  didNotOpen: string
  clickedOrNot: string
  didClick: string
  didNotClick: string
  recipient: string
  reply: string
  when: string
  nobody: string
  nobodyHint: string
  more: string
  looked(emails: string): string
  export: string
  tries: string
  route: string
  lastChange: string
  nextTry: string
  firstOpen: string
  firstClick: string
  notKnown: string
  onceUncertain: string
  showPerson: string
  makeFilter: string
  putOnList: string
  putOnListHint: string
  list: string
  newList: string
  listName: string
  goesOnList(people: string): string
}
