/** Bodies: Hosts, relays and mailboxes. */
import type { BodiesOf } from './wrong-body.ts'

export const installationBodies: BodiesOf = {
  wrong: [],
  withoutRules: {
    'POST /hosts': '',
    'PUT /hosts/:host/default': '',
    'PUT /bounce-domains/:domain': '',
    'POST /dkim-keys': '',
    'POST /dkim-keys/retire': '',
    'POST /installation/routes': '',
    'PATCH /installation/routes/:route': '',
    'POST /installation/routes/:route/pause': '',
    'PATCH /installation/routes/:route/providers/:provider': '',
    'PUT /installation/routes/:route/warm-up': '',
    'POST /installation/routes/:route/test': '',
    'PATCH /installation/routes/:route/warm-up': '',
    'POST /installation/route-rules': '',
    'PATCH /installation/route-rules/:ruleId': '',
    'POST /installation/route-rules/trial': '',
    'POST /installation/mailboxes': '',
    'PATCH /installation/mailboxes/:mailboxId': '',
    'POST /bounces/rejudge': '',
  },
}
