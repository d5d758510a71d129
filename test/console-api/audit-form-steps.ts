/** Steps of the audit log for sign-up forms. */
import { type AuditStep, type Ids, keeping, step } from './audit-step.ts'

export const formSteps: readonly AuditStep[] = [
  step('POST /forms', 'form.add', ({ listId }: Ids) => ({ name: 'Front', listIds: [listId] }), {
    after: keeping('formId'),
  }),
  step('PATCH /forms/:formId', 'form.edit', { asked: ['name', 'DD1'] }),
  step(
    'PATCH /forms/:formId/words/:language',
    'form.words',
    { title: 'Nyheter' },
    {
      before: async ({ ids }) => {
        ids.language = 'sv'
      },
    },
  ),
  step('DELETE /forms/:formId/words/:language', 'form.words'),
  step('PUT /forms/:formId/opt-in', 'form.opt-in', { kind: 'single' }),
  step('POST /forms/:formId/ask', 'form.ask', ({ importId }: Ids) => ({ importId })),
  step('POST /sign-ups', 'form.sign-up', ({ formId }: Ids) => ({ formId, email: 'a@b.test' })),
  step('POST /forms/:formId/release', 'form.release'),
  step('POST /forms/:formId/stop', 'form.stop'),
  step('DELETE /forms/:formId', 'form.remove'),
]
