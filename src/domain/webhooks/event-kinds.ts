/**
 * The kinds of webhook events, each with a sentence. docs/webhook.schema.json describes their
 * payloads.
 */
export const EVENT_KINDS = {
  'signed-up': 'Somebody signed up by a form, and was asked to confirm by email.',
  confirmed: 'Somebody who signed up by a form confirmed it.',
  subscribed: 'A subscriber was added to a list: by a program, an import, a trigger or a form.',
  unsubscribed: 'A subscriber left a list, or a program removed them.',
  'preferences-changed': 'A subscriber changed their preferences by the link in an email.',
  paused: 'A subscriber asked for a pause by the link in an email.',
  'opted-out': 'A subscriber opted out of all emails of the account.',
  delivered: 'A mail server accepted an email.',
  sent: 'The same as `delivered`, for a webhook that does not listen to that.',
  withdrawn: 'An email will not be sent: it was cancelled, or the person may not get it any more.',
  deferred: 'A mail server put an email off, and it is tried again.',
  failed: 'An email was given up: it was put off too long, or could not be made.',
  viewed: 'A subscriber opened an email.',
  clicked: 'A subscriber clicked a link in an email.',
  bounced: 'An email bounced, or was rejected permanently.',
  complained: 'A subscriber reported an email as spam.',
  converted: 'A purchase was made after a click.',
  'subscriber-changed':
    'Values of a subscriber were changed; not those of an import or a bulk job.',
  erased: 'A subscriber was erased.',
  'list-changed': 'A list was added, changed, archived, restored or removed.',
  'sms-delivered': 'An SMS reached its telephone.',
  'sms-failed': 'An SMS was refused or not delivered, or will not be sent.',
  'sms-received': 'An SMS was answered.',
  'trigger-ended': 'The run of a subscriber in a trigger ended, or a trigger was removed.',
  'import-finished': 'An import ended, successfully or not.',
  'sending-paused': 'A sending was paused, by a person or by the service.',
  'sending-resumed': 'A paused sending goes on.',
  'sending-cancelled': 'A sending was cancelled: its other emails will not be sent.',
  'sending-finished': 'The last email of a sending was settled.',
} as const

export type EventKind = keyof typeof EVENT_KINDS

export const isEventKind = (text: string): text is EventKind => Object.hasOwn(EVENT_KINDS, text)
