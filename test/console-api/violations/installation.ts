/** Bodies: Hosts, relays and mailboxes. */
import type { BodiesOf } from './wrong-body.ts'

const RELAY = '/installation/routes/default'

export const installationBodies: BodiesOf = {
  wrong: [
    ['POST /hosts', '/hosts', { host: 'a b' }, { 'body.host': 'host-wrong' }],
    [
      'POST /dkim-keys',
      '/dkim-keys',
      { domain: 'nowhere', selector: '-a' },
      { 'body.domain': 'domain-wrong', 'body.selector': 'dkim-selector-wrong' },
    ],
    [
      'POST /installation/routes',
      '/installation/routes',
      { name: 'Default', url: 'ftp://x.test', connections: 0, provider: 'dove', providerKey: 5 },
      {
        'body.name': 'relay-default',
        'body.url': 'smtp-form',
        'body.connections': 'given-low',
        'body.provider': 'events-provider',
        'body.providerKey': 'given-type',
      },
    ],
    [
      'POST /installation/routes',
      '/installation/routes',
      { name: ' ', url: 'smtp://', providerKey: 'x' },
      {
        'body.name': 'relay-nameless',
        'body.url': 'smtp-place',
        'body.provider': 'events-providerless',
      },
    ],
    [
      'PATCH /installation/routes/:route',
      RELAY,
      { url: 'ftp://x.test', priority: 'x', provider: 'postmark', providerKey: 'none' },
      {
        'body.url': 'smtp-form',
        'body.priority': 'given-type',
        'body.providerKey': 'events-key',
      },
    ],
    [
      'POST /installation/routes/:route/pause',
      `${RELAY}/pause`,
      { reason: 'a\u0001' },
      { 'body.reason': 'text-controls' },
    ],
    [
      'PUT /installation/routes/:route/warm-up',
      `${RELAY}/warm-up`,
      { first: 0, growth: 9, goal: -1 },
      {
        'body.first': 'warm-up-first',
        'body.growth': 'warm-up-growth',
        'body.goal': 'warm-up-goal',
      },
    ],
    [
      'PATCH /installation/routes/:route/warm-up',
      `${RELAY}/warm-up`,
      { first: 'x', growth: 9 },
      { 'body.first': 'given-type', 'body.growth': 'warm-up-growth' },
    ],
    [
      'POST /installation/routes/:route/test',
      `${RELAY}/test`,
      { to: 'nobody', from: 'a b' },
      { 'body.to': 'test-address', 'body.from': 'test-address' },
    ],
    [
      'POST /installation/route-rules',
      '/installation/route-rules',
      { route: 5, senderDomain: 'a b' },
      { 'body.route': 'given-type', 'body.senderDomain': 'rule-domain' },
    ],
    [
      'POST /installation/route-rules',
      '/installation/route-rules',
      { route: 'default' },
      { body: 'rule-empty' },
    ],
    [
      'PATCH /installation/route-rules/:ruleId',
      '/installation/route-rules/1',
      { listId: 'x', senderDomain: 'a b' },
      { 'body.listId': 'given-type', 'body.senderDomain': 'rule-domain' },
    ],
    [
      'POST /installation/mailboxes',
      '/installation/mailboxes',
      { url: 'pop3s://u:p@mail.test', everySeconds: 1, seedAddress: 'seed@mail.test' },
      { 'body.everySeconds': 'given-low', 'body.seedAddress': 'seed-needs-imap' },
    ],
    [
      'PATCH /installation/mailboxes/:mailboxId',
      '/installation/mailboxes/1',
      { url: 'ftp://x.test', everySeconds: 1 },
      { 'body.url': 'mailbox-url-form', 'body.everySeconds': 'given-low' },
    ],
  ],
  withoutRules: {
    'PUT /hosts/:host/default': 'a boolean',
    'PUT /bounce-domains/:domain': 'a boolean',
    'POST /dkim-keys/retire': 'a pair is looked up in the store',
    'PATCH /installation/routes/:route/providers/:provider': 'schemas know the limits',
    'POST /installation/route-rules/trial': 'accounts and lists are looked up in the store',
    'POST /bounces/rejudge': 'a moment and a boolean',
  },
}
