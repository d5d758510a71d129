/** Steps of the audit log for emails whose content came with their call. */
import { type AuditStep, step } from './audit-step.ts'

export const emailSteps: readonly AuditStep[] = [
  step(
    'PATCH /emails/:emailId',
    'project.time',
    { sendAt: '2099-12-24T09:00:00Z' },
    {
      async before({ call, ids }) {
        const email = { project: 'Receipts', to: 'd@x.test', sendAt: '2099-12-23T09:00:00Z' }
        ids.emailId = (await call('POST', '/emails', email)).body.id
      },
    },
  ),
  step(
    'POST /emails/:emailId/cancel',
    'project.cancel',
    {},
    {
      async before({ ids, ask, accountId }) {
        ids.emailId = 76
        for (const text of [
          `insert into given_emails (account_id, id, project_id, identifier, subject, content)
           values ($1, 76, $2, '', 's', '{}') on conflict do nothing`,
          `insert into email_recipients (account_id, transaction_id, email_id, role)
           select $1, 76, id, 'to' from given_emails where project_id = $2 and id = 76
           on conflict do nothing`,
          `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
           values ($1, 3, $2, 76, 'd@x.test', now() + interval '1 day') on conflict do nothing`,
        ])
          await ask(text, [accountId, ids.projectId])
      },
    },
  ),
]
