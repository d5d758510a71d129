/** The vocabulary of the audit log: a closed list of kinds of objects, with the verbs of each. */
export const AUDIT_ACTIONS = {
  list: ['add', 'edit', 'archive', 'restore', 'empty', 'remove'],
  filter: ['add', 'edit', 'remove'],
  newsletter: ['add', 'edit', 'restore', 'remove', 'archive', 'unarchive', 'move'],
  template: ['add', 'edit'],
  brand: ['edit'],
  'saved-block': ['add', 'edit', 'remove'],
  media: ['add', 'edit', 'remove'],
  sending: [
    ...(['add', 'test', 'pause', 'resume', 'confirm', 'cancel', 'retry', 'undo'] as const),
    ...(['rate', 'time', 'winner', 'share', 'unshare'] as const),
  ],
  trigger: ['add', 'edit', 'pause', 'resume', 'remove'],
  subscriber: [
    ...(['join', 'leave', 'edit', 'opt-out', 'lift-opt-out', 'release', 'erase'] as const),
    'measuring',
  ],
  field: ['edit'],
  'test-group': ['add', 'edit', 'remove'],
  'opt-out': ['import'],
  suppression: ['import', 'undo-import'],
  'bounce-hold': ['confirm', 'release'],
  bounce: ['rejudge', 'undo-rejudge', 'judge-set-aside'],
  import: ['add', 'start', 'undo'],
  proposal: ['add', 'release', 'refuse'],
  'bulk-job': ['add', 'cancel', 'undo'],
  program: ['edit', 'remove'],
  webhook: ['add', 'edit', 'rotate', 'pause', 'resume', 'replay', 'remove'],
  'event-source': ['add', 'edit', 'rotate', 'pause', 'resume', 'remove'],
  measuring: ['edit'],
  'quiet-hours': ['edit'],
  utm: ['edit'],
  form: ['add', 'edit', 'words', 'remove', 'sign-up', 'release', 'stop', 'opt-in', 'ask'],
  preferences: ['edit'],
  published: ['edit', 'add', 'show', 'take-out', 'correct'],
  host: ['add', 'edit', 'remove'],
  'bounce-domain': ['edit', 'remove'],
  project: ['time', 'add', 'edit', 'pause', 'resume', 'retry', 'replay', 'cancel'],
  sms: ['add', 'confirm', 'cancel', 'prices', 'country', 'opt-out', 'lift-opt-out'],
  credits: ['add'],
  'sms-gateway': ['remove'],
  'link-key': ['add'],
  'shop-key': ['add', 'remove'],
  sample: ['add', 'remove'],
  route: ['add', 'edit', 'shape', 'warm-up', 'pause', 'resume', 'remove'],
  'route-rule': ['add', 'edit', 'remove'],
  dkim: ['add', 'retire'],
  inbox: ['add', 'edit', 'remove'],
  'api-key': ['add', 'authorize', 'limit', 'take-over', 'remove'],
  session: ['open', 'code', 'end', 'end-others'],
  call: ['refuse'],
  tool: ['call'],
  export: ['list', 'subscribers', 'suppressed', 'recipients', 'opens', 'clicks'],
  member: [
    'invite',
    'uninvite',
    'join',
    'edit',
    'remove',
    'reset',
    'password',
    'prove',
    'set-code',
    'drop-code',
    'link-provider',
    'unlink-provider',
    'wrong-password',
    'wrong-code',
    'rest-codes',
  ],
  account: [
    'add',
    'password',
    'close',
    'reopen',
    'fields',
    'lifting',
    'forward',
    'login-link',
    'console',
    'demand-codes',
    'wrong-password',
  ],
} as const

export type AuditedKind = keyof typeof AUDIT_ACTIONS

export type AuditedVerb = (typeof AUDIT_ACTIONS)[AuditedKind][number]

/** `list.edit` */
export type AuditAction = {
  [Kind in AuditedKind]: `${Kind}.${(typeof AUDIT_ACTIONS)[Kind][number]}`
}[AuditedKind]

export const auditActions: readonly string[] = Object.entries(AUDIT_ACTIONS).flatMap(([kind, of]) =>
  of.map(verb => `${kind}.${verb}`),
)
