/** Steps of the audit log for other programs: sources of events, and programs that call. */
import { type AuditStep, row, step } from './audit-step.ts'

export const programSteps: readonly AuditStep[] = [
  step(
    'POST /event-sources',
    'event-source.add',
    { name: 'orders', event: 'order' },
    {
      after: ({ body }, { ids }) => {
        ids.source = body.name
      },
    },
  ),
  step('PATCH /event-sources/:source', 'event-source.edit', { emailAt: 'customer.email' }),
  step('POST /event-sources/:source/rotate', 'event-source.rotate'),
  step('POST /event-sources/:source/pause', 'event-source.pause'),
  step('POST /event-sources/:source/resume', 'event-source.resume'),
  step('DELETE /event-sources/:source', 'event-source.remove'),
  step(
    'PATCH /programs/:programId',
    'program.edit',
    { name: 'Nightly' },
    {
      before: async world => {
        world.ids.programId = 1
        await row(
          `insert into programs (account_id, id, client, binding, network, version, signed_in)
           values ($1, 1, 'curl', 'get', '192.0.2.0/24', '8.5', true)`,
        )(world)
      },
    },
  ),
  step('DELETE /programs/:programId', 'program.remove'),
]
