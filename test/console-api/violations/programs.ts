/** Bodies: Webhooks, events, triggers and SMS. */
import type { BodiesOf } from './wrong-body.ts'

export const programBodies: BodiesOf = {
  wrong: [
    [
      'POST /webhooks',
      '/webhooks',
      { name: ' ', url: 'ftp://x.test', events: [], format: 'morse' },
      {
        'body.name': 'webhook-nameless',
        'body.url': 'url-scheme',
        'body.events': 'event-kinds-none',
        'body.format': 'given-choice',
      },
    ],
    [
      'POST /webhooks/:webhook/rotate',
      '/webhooks/shop/rotate',
      { keepHours: 10_000 },
      { 'body.keepHours': 'keys-overlap' },
    ],
    [
      'PATCH /webhooks/:webhook',
      '/webhooks/shop',
      { url: 'ftp://x.test', format: 'morse', events: ['smoke'] },
      {
        'body.url': 'url-scheme',
        'body.format': 'given-choice',
        'body.events': 'event-kind',
      },
    ],
    [
      'POST /webhooks/:webhook/pause',
      '/webhooks/shop/pause',
      { reason: 'a\u0001', until: 5 },
      { 'body.reason': 'text-controls', body: 'given-unknown' },
    ],
    [
      'POST /events',
      '/events',
      { name: '!', id: '', values: { a: 'x'.repeat(16_000) } },
      {
        'body.name': 'event-shape',
        'body.id': 'given-empty',
        'body.values': 'event-values-long',
      },
    ],
    [
      'POST /event-sources',
      '/event-sources',
      {
        name: ' ',
        scheme: 'standard',
        event: 'order',
        eventAt: 'type..name',
        emailAt: '',
        idAt: 5,
        values: { total: 'a..b', 'no name': 'total' },
        secret: 'short',
      },
      {
        'body.name': 'source-nameless',
        'body.event': 'source-event',
        'body.eventAt': 'source-path',
        'body.emailAt': 'source-path',
        'body.idAt': 'given-type',
        'body.values.total': 'source-path',
        'body.values.no name': 'source-value-name',
        'body.secret': 'source-secret',
      },
    ],
    [
      'POST /event-sources/try',
      '/event-sources/try',
      { emailAt: 'a..b', body: 5 },
      {
        'body.event': 'source-event',
        'body.emailAt': 'source-path',
        'body.body': 'given-type',
      },
    ],
    [
      'PATCH /event-sources/:source',
      '/event-sources/shop',
      { event: '!', emailAt: '/', idAt: 5 },
      {
        'body.event': 'source-event',
        'body.emailAt': 'source-path',
        'body.idAt': 'given-type',
      },
    ],
    [
      'POST /triggers/:triggerId/try',
      '/triggers/1/try',
      { email: 5, happens: [5] },
      { 'body.email': 'given-type', 'body.happens.0': 'given-type' },
    ],
    [
      'POST /recipes/:recipe',
      '/recipes/welcome',
      { listId: 'x', zone: 'Mars/Olympus' },
      { 'body.listId': 'given-type', 'body.zone': 'zone-unknown' },
    ],
    [
      'POST /sms/try',
      '/sms/try',
      { listId: 'x', text: 'a\u0001' },
      { 'body.listId': 'given-type', 'body.text': 'sms-controls' },
    ],
    [
      'POST /sms',
      '/sms',
      { listId: 1, text: ' ', sender: 'a sender of many words', mostCost: 'some' },
      {
        'body.text': 'sms-empty',
        'body.sender': 'sms-sender',
        'body.mostCost': 'sms-most-cost',
      },
    ],
    [
      'POST /sms/to-number',
      '/sms/to-number',
      { number: '12', country: 'SE', text: 'a\u0001', sender: 5 },
      {
        'body.number': 'phone-wrong',
        'body.text': 'sms-controls',
        'body.sender': 'given-type',
      },
    ],
    [
      'POST /sms/to-number',
      '/sms/to-number',
      { number: '0701234567', text: 'Hi' },
      { 'body.number': 'phone-no-country' },
    ],
    [
      'PUT /sms-prices/:prefix',
      '/sms-prices/46',
      { price: 'much' },
      { 'body.price': 'price-credits' },
    ],
    [
      'POST /sms-prices/import',
      '/sms-prices/import',
      { csv: '46,much', replace: 'yes' },
      { 'body.csv': 'price-line', 'body.replace': 'given-type' },
    ],
    [
      'POST /sms-opt-outs',
      '/sms-opt-outs',
      { number: '12', country: 'SE', reason: 'a\u0001' },
      { 'body.number': 'number-wrong', 'body.reason': 'text-controls' },
    ],
    [
      'POST /sms-opt-outs/lift',
      '/sms-opt-outs/lift',
      { number: '0701234567' },
      { 'body.number': 'number-no-country' },
    ],
    ['PUT /sms-country', '/sms-country', { country: 'XX' }, { 'body.country': 'sms-country' }],
    [
      'POST /installation/sms-gateway/try',
      '/installation/sms-gateway/try',
      { number: '12', country: 'SE', text: ' ', waitSeconds: 61 },
      {
        'body.number': 'number-wrong',
        'body.text': 'sms-empty',
        'body.waitSeconds': 'given-high',
      },
    ],
  ],
  withoutRules: {
    'POST /webhooks/:webhook/replay': 'the event is looked up in the store',
    'POST /triggers/check': 'the answer has all problems of the definition',
    'POST /triggers': 'the definition is one text: its refusal says what is wrong, and where',
    'PUT /triggers/:triggerId': 'the definition is one text, judged with the saved one',
    'POST /triggers/:triggerId/resume': 'a boolean',
    'POST /triggers/:triggerId/confirm': 'a boolean',
    'POST /event-sources/:source/rotate': 'the secret is judged by the scheme in the store',
    'POST /triggers/try': 'the definition is one text, and judges the other values',
    'POST /triggers/try-feed': 'the feed is fetched, and its trouble is the answer',
  },
}
