/**
 * Values in entries of the audit log that are names of the service's own, in words: by the name of
 * the value, then by the value. Others are shown as they stand, in English. */
import type { WebhookAnswer } from '../../../actions/webhooks/webhooks.ts'

type WebhookKind = WebhookAnswer['events'][number]

export interface ValueWords {
  yes: string
  no: string
  none: string
  of: Record<string, Record<string, string>> & { kinds: Record<WebhookKind, string> }
}

export const auditValues: ValueWords = {
  yes: 'yes',
  no: 'no',
  none: 'none',
  of: {
    do: {
      join: 'put on a list',
      leave: 'take off a list',
      set: 'set a field',
      'opt-out': 'opt out',
      measuring: 'note an answer about measuring',
    },
    maker: { person: 'a member', account: 'the account', command: 'a command' },
    role: { owner: 'owner', editor: 'editor', writer: 'writer', viewer: 'viewer' },
    rights: {
      read: 'see',
      content: 'write',
      people: 'change people',
      send: 'send',
      own: 'change keys and members',
      operate: 'change relays',
    },
    state: {
      scheduled: 'planned',
      unconfirmed: 'not confirmed',
      held: 'held',
      running: 'running',
      sending: 'being sent',
      paused: 'paused',
      finished: 'finished',
      cancelled: 'cancelled',
      waiting: 'waiting',
      failed: 'failed',
    },
    type: { text: 'text', number: 'number', date: 'date' },
    kind: {
      newsletter: 'newsletters',
      test: 'tests',
      trigger: 'triggers',
      transaction: 'transactions',
      reply: 'replies',
    },
    by: { opens: 'opens', clicks: 'clicks', value: 'value' },
    changed: {
      name: 'name',
      firstName: 'first name',
      lastName: 'last name',
      email: 'address',
      format: 'format',
      country: 'country',
      phone: 'phone',
    },
    kinds: {
      'signed-up': 'signed up',
      confirmed: 'confirmed',
      subscribed: 'joined',
      unsubscribed: 'left',
      'preferences-changed': 'preferences changed',
      paused: 'paused',
      'opted-out': 'opted out',
      delivered: 'delivered',
      deferred: 'put off',
      failed: 'failed',
      viewed: 'opened',
      clicked: 'clicked',
      bounced: 'bounced',
      complained: 'complained',
      converted: 'bought',
      erased: 'erased',
      'import-finished': 'import finished',
      sent: 'sent',
      withdrawn: 'withdrawn',
      'subscriber-changed': 'subscriber changed',
      'list-changed': 'list changed',
      'sms-delivered': 'SMS delivered',
      'sms-failed': 'SMS failed',
      'sms-received': 'SMS received',
      'trigger-ended': 'trigger ended',
      'sending-paused': 'sending paused',
      'sending-resumed': 'sending resumed',
      'sending-cancelled': 'sending cancelled',
      'sending-finished': 'sending finished',
    },
  },
}
