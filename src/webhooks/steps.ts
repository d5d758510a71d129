/**
 * The steps of the loops: fan-out of events to webhooks, and sending of waiting events, webhooks
 * side by side.
 */
import { accountsWithBundles } from '../domain/webhooks/fan-out.sql.ts'
import { fanOutEvents } from '../domain/webhooks/fan-out.ts'
import { trimSomeEvents } from '../domain/webhooks/trim-events.ts'
import { hintWork } from '../domain/work/hints.ts'
import { dueWorkOfOpen, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { createOpener } from '../workers/engine/opener.ts'
import type { WebhookContext } from './context.ts'
import { runWebhook } from './run-webhook.ts'

/** Returns whether there may be more. */
export async function fanOutDue({
  db,
  report,
}: Pick<WebhookContext, 'db' | 'report'>): Promise<boolean> {
  let bundles = 0
  for (const { accountId } of await accountsWithBundles(db, {}))
    bundles += await fanOutEvents(db, accountId).catch(error => {
      // A failure of one account does not affect the rest.
      report(error)
      return 0
    })
  // The webhooks it was fanned out to.
  if (bundles > 0) hintWork(db)
  return bundles > 0
}

export async function trimDue({
  db,
  keepDays,
}: Pick<WebhookContext, 'db' | 'keepDays'>): Promise<boolean> {
  return (await trimSomeEvents(db, keepDays)) > 0
}

/**
 * Maximum number of webhooks sent at a time per process: each may wait for its receiver without
 * blocking the rest.
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
        // Not immediately again: a secret that can't be decrypted or an error of the store lasts
        // for a while.
        const due = new Date(Date.now() + AFTER_FAULT_MILLIS)
        await setWork(db, { accountId, kind: WORK.webhook, sourceId, due }).catch(report)
      }
      return 0
    },
    nameOf: () => 'webhooks',
    report,
  })
  return {
    /** Does not wait for the webhooks. */
    async step(stopping: AbortSignal): Promise<boolean> {
      await opener.step(stopping)
      return false
    },
    /** Resolves when webhooks in progress have settled. */
    finish: opener.finish,
  }
}
