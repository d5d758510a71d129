/** Bodies: Members, keys, sessions and accounts. */
import type { BodiesOf } from './wrong-body.ts'

export const accountBodies: BodiesOf = {
  wrong: [
    [
      'POST /invitations',
      '/invitations',
      { email: 'nobody', role: 'queen' },
      { 'body.email': 'invited-address', 'body.role': 'given-choice' },
    ],
  ],
  withoutRules: {
    'POST /session': '',
    'POST /session/confirmation': '',
    'PATCH /session/person': '',
    'POST /session/password': '',
    'POST /session/code': '',
    'POST /session/second-factor/confirmation': '',
    'PUT /account/second-factor': '',
    'PATCH /members/:personId': '',
    'POST /members/:personId/password-reset': '',
    'POST /password-resets': '',
    'POST /password-resets/read': '',
    'POST /password-resets/use': '',
    'PUT /account/sign-in': '',
    'POST /invitations/read': '',
    'POST /invitations/accept': '',
    'POST /api-keys': '',
    'PATCH /api-keys/:keyId': '',
    'POST /assistants/check': '',
    'POST /assistants': '',
    'POST /credits': '',
    'PATCH /programs/:programId': '',
    'POST /installation/accounts': '',
    'PUT /installation/accounts/:accountId/password': '',
    'PUT /installation/accounts/:accountId/fields': '',
    'PUT /installation/accounts/:accountId/lifting': '',
    'PUT /account/forward': '',
  },
}
