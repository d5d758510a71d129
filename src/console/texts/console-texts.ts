/** The strings of the console. A language without one of them does not compile. */
export interface ConsoleTexts {
  skip: string
  menu: string
  signIn: string
  signInHint: string
  signInWith(name: string): string
  passwordForgotten: string
  username: string
  password: string
  showPassword: string
  oldLink: string
  ownServer: string
  signOut: string
  ownMenu: string
  signedInAs: string
  roles: Record<string, string>
  create: string
  people: string
  understand: string
  run: string
  home: string
  newsletters: string
  templates: string
  media: string
  brand: string
  testGroups: string
  fields: string
  members: string
  apiKeys: string
  audit: string
  mine: string
  sendings: string
  lists: string
  imports: string
  optOuts: string
  suppression: string
  filters: string
  sandbox: string
  reference: string
  scheme: string
  schemes: Record<'auto' | 'light' | 'dark', string>
  language: string
  loading: string
  slow: string
  tryAgain: string
  unreachable: string
  callNumber: string
  offline: string
  changedMeanwhile: string
  takeOver: string
  undo: string
  close: string
  takeOut(what: string): string
  keep: string
  notFound: string
  notFoundHint: string
  toLists: string
  search: string
  sortBy: string
  addList: string
  editList: string
  removeList: string
  saveList: string
  actionsOf(name: string): string
  listCount(count: number): string
  noLists: string
  noListsHint: string
  noMatch(words: string): string
  noMatchHint: string
  showAll: string
  name: string
  sender: string
  senderName: string
  senderAddress: string
  senderNameHint: string
  description: string
  tracking: string
  trackings: Record<'personal' | 'anonymous' | 'off', string>
  subscribers: string
  created: string
  id: string
  removeAsks(name: string): string
  removeTouches(of: { subscribers: string; newsletters: number; triggers: number }): string
  removeSendings(sendings: number): string
  removeKeeps: string
  added(name: string): string
  saved(name: string): string
  removed(name: string): string
}
