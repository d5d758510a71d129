/** What the pages of subscribers say; each language has all of it. */
export interface PeopleTexts {
  gotInYear: string
  gotLately: string
  openedOf(emails: string): string
  openedInYear: string
  clickedInYear: string
  linksIn(links: string): string
  bought: string
  ordersOf(orders: string): string
  lastAct: string
  never: string
  exportShown: string
  title: string
  count(count: string): string
  atLeast(count: string): string
  search: string
  allLists: string
  allFilters: string
  columns: string
  address: string
  name: string
  lists: string
  mail: string
  phone: string
  countryCode: string
  format: string
  plainText: string
  created: string
  updated: string
  reachable: string
  optedOut: string
  complained: string
  unreachable: string
  nobody: string
  nobodyHint: string
  addPerson: string
  importFile: string
  noMatch: string
  noMatchHint: string
  showAll: string
  tooShort: string
  behind: string
  loadingMore: string
  shown(count: string): string
  selected(count: string): string
  selectAll: string
  selectOne(name: string): string
  everyone: string
  clearSelection: string
  addToList: string
  takeOff: string
  setField: string
  optOut: string
  list: string
  field: string
  chooseField: string
  value: string
  valueHint: string
  reason: string
  optOutHint: string
  apply: string
  doing: Record<'join' | 'leave' | 'set' | 'opt out', string>
  jobDone(changed: string, total: string): string
  jobUndone(reverted: string): string
  jobUndoing: string
  jobFailed: string
  jobCancelled(changed: string): string
  cancel: string
  dismiss: string
  putBackAsks(email: string, list: string): string
  putBackHint: string
  agreedWhere: string
  agreedWhereExample: string
  agreedWhen: string
  agreedBefore: string
  putBack: string
  added(email: string): string
  saved: string
  facts: string
  wants: string
  wantsNot: string
  wantsHint(lists: number): string
  optOutAt(day: string): string
  can: string
  cannot: string
  canHint: string
  cannotSince(day: string): string
  triedAgain(day: string): string
  hasNotComplained: string
  hasComplained(day: string): string
  liftOptOut: string
  release: string
  lifted: string
  released: string
  liftHint: string
  releaseHint: string
  since(day: string): string
  left(day: string): string
  leave: string
  join: string
  joined(list: string): string
  leftList(list: string): string
  noLists: string
  data: string
  edit: string
  save: string
  privacy: string
  exportAll: string
  erase: string
  eraseAsks(email: string): string
  eraseTells: string
  erased(email: string): string
  erasedKeptOut(email: string): string
  history: string
  parts: Record<
    'everything' | 'consent' | 'emails' | 'trigger-emails' | 'bounces' | 'imports' | 'sms',
    string
  >
  bounceKinds: Record<string, string>
  bounceClasses: Record<string, string>
  leaveSources: Record<string, string>
  sourceSending(id: number): string
  sourceImport(id: number): string
  sourceList(id: number): string
  agreedTo: string
  joinedList: string
  leftListAt: string
  nextPerson: string
  previousPerson: string
  nothingYet: string
  more: string
  opened(times: number): string
  clicked(times: number): string
  notOpened: string
  states: Record<string, string>
  importDid: Record<'made' | 'joined' | 'met', string>
  undone: string
  notFound: string
  back: string
  views: string
  viewsNone: string
  viewName: string
  viewHint: string
  saveView: string
  viewSaved(name: string): string
  removeView(name: string): string
  viewRemoved(name: string): string
  agreed(day: string): string
  agreedSomeDay: string
  consentFrom(source: string): string
  noProof: string
  leftBy(source: string): string
}
