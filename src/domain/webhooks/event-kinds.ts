/**
 * The kinds of events that webhooks are told, each with a sentence. docs/webhook.schema.json has
 * what each carries.
 */
export const EVENT_KINDS = {
  subscribed: 'A person was put on a list: by a program, an import or a trigger.',
  unsubscribed: 'A person left a list, or a program took them off.',
  'opted-out': 'A person gets nothing from the account any more.',
  delivered: 'A mail server took a letter.',
  viewed: 'A person opened a letter.',
  clicked: 'A person clicked a link in a letter.',
  bounced: 'A letter came back, or was refused for good.',
  complained: 'A person called a letter spam.',
  converted: 'Something was bought after a click.',
  'import-finished': 'An import came to its end, well or not.',
  'sending-finished': 'The last letter of a sending was settled.',
} as const

export type EventKind = keyof typeof EVENT_KINDS

export const isEventKind = (text: string): text is EventKind => Object.hasOwn(EVENT_KINDS, text)
