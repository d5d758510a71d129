/** Kinds of marks in the table `work`; `.sql` files have them as `:WORK.plan`. */
export const WORK = {
  plan: 'plan',
  deliver: 'deliver',
  deliverOfTrigger: 'deliver of trigger',
  sms: 'sms',
  import: 'import',
  batch: 'transaction batch',
  /** Of an account with messages that came in and were not judged yet. */
  judge: 'judge',
  /** Of a webhook with waiting events. */
  webhook: 'webhook',
  /** Of a removed webhook whose events are still there. */
  webhookLeft: 'webhook left',
} as const

export type WorkKind = (typeof WORK)[keyof typeof WORK]

/** What the one look for due work names: marks, and rows of other tables whose time has come. */
export type DueKind =
  | WorkKind
  | 'project'
  | 'trigger'
  | 'hit'
  | 'event'
  | 'suspicion'
  | 'forward'
  | 'inbox'
  | 'claim'
  | 'sms claim'
