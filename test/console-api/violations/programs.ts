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
  ],
  withoutRules: {
    'POST /webhooks/:webhook/rotate': '',
    'PATCH /webhooks/:webhook': '',
    'POST /webhooks/:webhook/pause': '',
    'POST /webhooks/:webhook/replay': '',
    'POST /triggers/check': '',
    'POST /triggers': '',
    'PUT /triggers/:triggerId': '',
    'POST /triggers/:triggerId/resume': '',
    'POST /triggers/:triggerId/confirm': '',
    'POST /events': '',
    'POST /event-sources': '',
    'POST /event-sources/try': '',
    'PATCH /event-sources/:source': '',
    'POST /event-sources/:source/rotate': '',
    'POST /triggers/:triggerId/try': '',
    'POST /triggers/try': '',
    'POST /triggers/try-feed': '',
    'POST /recipes/:recipe': '',
    'POST /sms/try': '',
    'POST /sms': '',
    'POST /sms/to-number': '',
    'PUT /sms-prices/:prefix': '',
    'POST /sms-prices/import': '',
    'POST /sms-opt-outs': '',
    'POST /sms-opt-outs/lift': '',
    'PUT /sms-country': '',
    'POST /installation/sms-gateway/try': '',
  },
}
