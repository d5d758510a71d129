/**
 * A step that calls a webhook: adds an event for each subscriber to the outbox, in the transaction
 * of the run.
 */
import { randomUUID } from 'node:crypto'
import { detailed } from '../../details/details.ts'
import { addBundle } from '../../webhooks/events.sql.ts'
import { TriggerHeld } from '../entries/entries.ts'
import type { Step } from '../language/definition.ts'
import { all, type Moves, type StepContext, type TriggerRun } from './step.ts'
import { findWebhookId } from './steps.sql.ts'

export async function callWebhook(
  { tx, accountId, triggerId, definition }: StepContext,
  { key, webhookId, next }: Extract<Step, { do: 'call' }>,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  if (!(await findWebhookId(tx, { accountId, webhookId })))
    throw new TriggerHeld(detailed('step-webhook-gone', { step: key, webhook: webhookId }))
  await addBundle(tx, {
    accountId,
    id: randomUUID(),
    kind: 'called',
    webhookId,
    listId: null,
    sourceKind: null,
    sourceId: null,
    ids: runs.map(({ id }) => id),
    details: JSON.stringify(
      runs.map(({ entry }) => ({ trigger: triggerId, name: definition.name, step: key, entry })),
    ),
  })
  return all(runs, {
    to: next,
    way: 'next',
    reason: detailed('passed-called', { webhook: webhookId }),
  })
}
