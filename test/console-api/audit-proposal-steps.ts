/** One successful call of each changing route of proposals, with a trigger that is paused. */
import { type AuditStep, type Ids, keeping, step } from './audit-step.ts'

const kept = { after: keeping('proposalId') }

export const proposalSteps: readonly AuditStep[] = [
  step('POST /proposals/triggers', 'proposal.add', ({ triggerId }: Ids) => ({ triggerId })),
  step(
    'POST /proposals/sendings',
    'proposal.add',
    ({ newsletterId, listId }: Ids) => ({ newsletterId, listIds: [listId] }),
    kept,
  ),
  step('POST /proposals/:proposalId/refuse', 'proposal.refuse', { words: 'Not now.' }),
  step(
    'POST /proposals/changes',
    'proposal.add',
    ({ listId: list }: Ids) => ({ action: { do: 'join', listId: list }, everybody: true }),
    kept,
  ),
  step('POST /proposals/:proposalId/release', 'proposal.release'),
]
