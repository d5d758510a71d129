/** The strings of members, API keys, the audit log and one's own settings. */

export interface TeamTexts {
  changesOf: string
  members: string
  membersNone: string
  membersHint: string
  invite: string
  invited: string
  inviteSend: string
  inviteByMail: string
  inviteMail: string
  mailed(email: string): string
  notMailed(why: string): string
  notProven: string
  email: string
  role: string
  roleHints: Record<'viewer' | 'writer' | 'editor' | 'owner', string>
  masked: string
  seen: string
  never: string
  codes: string
  codesOn: string
  codesOff: string
  codesRest(until: string): string
  you: string
  actionsOf(name: string): string
  changeRole: string
  resetLink: string
  resetMail: string
  linkOnce: string
  remove: string
  removeAsks(name: string): string
  removeTells: string
  removeStops(keys: string): string
  removed(name: string): string
  saved(name: string): string
  openInvitations: string
  expires: string
  takeBack: string
  takenBack(email: string): string
  save: string
  keys: string
  keysNone: string
  keysHint: string
  addKey: string
  keyName: string
  keyNameHint: string
  keyRights: string
  rights: Record<'read' | 'content' | 'people' | 'send' | 'own' | 'operate', string>
  validFor: string
  valid: Record<'30' | '90' | '365' | '', string>
  callsPerMinute: string
  callsUsual: string
  callsShown(calls: number): string
  keyOnce: string
  madeBy(maker: string): string
  makers: Record<'account' | 'command' | 'nobody', string>
  stopped: string
  without(rights: string): string
  lossWhy: Record<'maker-gone' | 'maker-has-less' | 'not-alone', string>
  takeOver: string
  takeOverAsks(name: string): string
  takeOverTells: string
  takenOver(name: string): string
  lastUse: string
  expired: string
  created: string
  revoke: string
  revokeAsks(name: string): string
  revokeTells: string
  revoked(name: string): string
  copy: string
  copied: string
  audit: string
  auditNone: string
  auditHint: string
  when: string
  who: string
  what: string
  from: string
  before: string
  after: string
  all: string
  kind: string
  more: string
  actors: Record<string, string>
  password: string
  passwordAgain: string
  passwordTells: string
  providerTells(provider: string): string
  providerOpen(provider: string): string
  providerNotYet(provider: string): string
  confirm: string
  showPassword: string
  mine: string
  nameAndLanguage: string
  name: string
  mailLanguage: string
  ownSaved: string
  proof: string
  proofHint(email: string): string
  proofAsk: string
  proofAsked(email: string): string
  proofNoMail: string
  newPassword: string
  changePassword: string
  passwordChanged: string
  codesTitle: string
  codesHint: string
  codesDemanded: string
  codesSetUp: string
  codesScan: string
  codesType: string
  code: string
  codesConfirm: string
  recovery: string
  recoveryHint: string
  download: string
  codesDrop: string
  codesDropped: string
  sessions: string
  thisOne: string
  end: string
  ended: string
  accountOnly: string
  becomePerson: string
  accountPassword: string
  signInAgain: string
  signInAgainTells: string
}
