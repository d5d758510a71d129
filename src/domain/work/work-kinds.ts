/** Kinds of rows in the table `work`; `.sql` files write them as `:WORK.plan`. */
export const WORK = {
  plan: 'plan',
  deliver: 'deliver',
  /** A sending for whose people quiet hours begin. */
  quiet: 'quiet hours',
  deliverOfTrigger: 'deliver of trigger',
  sms: 'sms',
  import: 'import',
  batch: 'transaction batch',
  /** An account with inbound messages to judge. */
  judge: 'judge',
  /** A webhook with waiting events. */
  webhook: 'webhook',
  /** A removed webhook with events left. */
  webhookLeft: 'webhook left',
  /** An account whose subscribers changed since their words were written. */
  words: 'words',
  /** A change of many subscribers. */
  bulk: 'bulk job',
} as const

export type WorkKind = (typeof WORK)[keyof typeof WORK]

/** The kinds that the query for due work returns: work rows, and due rows of other tables. */
export type DueKind =
  | WorkKind
  | 'project'
  | 'sign-up'
  | 'link-request'
  | 'trigger'
  | 'hit'
  | 'event'
  | 'email words'
  | 'suspicion'
  | 'forward'
  | 'inbox'
  | 'claim'
  | 'sms claim'
