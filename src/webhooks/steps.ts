/**
 * The steps of the loops: spreading events out, and having webhooks with waiting events run side by
 * side.
 */
import { accountsWithBundles } from '../domain/webhooks/spread.sql.ts'
import { spreadEvents } from '../domain/webhooks/spread.ts'
import { trimSomeEvents } from '../domain/webhooks/trim-events.ts'
import { hintWork } from '../domain/work/hints.ts'
import { dueWorkOfOpen, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { createOpener } from '../workers/engine/opener.ts'
import type { WebhookContext } from './context.ts'
import { runWebhook } from './run-webhook.ts'

/** Says whether there may be more. */
export async function spreadDue({
  db,
  report,
}: Pick<WebhookContext, 'db' | 'report'>): Promise<boolean> {
  let spread = 0
  for (const { accountId } of await accountsWithBundles(db, {}))
    spread += await spreadEvents(db, accountId).catch(error => {
      // One account's trouble is no other's.
      report(error)
      return 0
    })
  // The webhooks it was spread to.
  if (spread > 0) hintWork(db)
  return spread > 0
}

export async function trimDue({
  db,
  keepDays,
}: Pick<WebhookContext, 'db' | 'keepDays'>): Promise<boolean> {
  return (await trimSomeEvents(db, keepDays)) > 0
}

/**
 * Webhooks in one process's hands at a time: each may wait for its receiver, and none for
 * another's.
 */
const MOST_AT_ONCE = 64
const AFTER_FAULT_MILLIS = 30_000

export function createWebhookRunner(context: WebhookContext) {
  const { db, report } = context
  const opener = createOpener<{ accountId: number; sourceId: number }>({
    most: MOST_AT_ONCE,
    keyOf: ({ accountId, sourceId }) => `${accountId} ${sourceId}`,
    due: () => dueWorkOfOpen(db, { kind: WORK.webhook, most: 4 * MOST_AT_ONCE }),
    async run({ accountId, sourceId }) {
      try {
        await runWebhook(context, accountId, sourceId)
      } catch (error) {
        report(error)
        // Not at once again: what can't be opened now, or is not right with the store, stays so for
        // a while.
        const due = new Date(Date.now() + AFTER_FAULT_MILLIS)
        await setWork(db, { accountId, kind: WORK.webhook, sourceId, due }).catch(() => {})
      }
      return 0
    },
    nameOf: () => 'webhooks',
    report,
  })
  return {
    /** Nothing is waited for. */
    async step(stopping: AbortSignal): Promise<boolean> {
      await opener.step(stopping)
      return false
    },
    /** Settles what is on its way. */
    finish: opener.finish,
  }
}
