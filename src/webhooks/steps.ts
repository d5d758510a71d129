/** The steps of the loops: spreading events out, and having webhooks with waiting events run side by side. */

import { WEBHOOK_WORK } from '../domain/webhooks/keep-webhook.ts'
import { accountsWithBundles } from '../domain/webhooks/spread.sql.ts'
import { spreadEvents } from '../domain/webhooks/spread.ts'
import { trimSomeEvents } from '../domain/webhooks/trim-events.ts'
import { hintWork } from '../domain/work/hints.ts'
import { dueWorkOfOpen, setWork } from '../domain/work/work.sql.ts'
import type { WebhookContext } from './context.ts'
import { runWebhook } from './run-webhook.ts'

/** Says whether there may be more. */
export async function spreadDue({ db, report }: Pick<WebhookContext, 'db' | 'report'>): Promise<boolean> {
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

export async function trimDue({ db, keepDays }: Pick<WebhookContext, 'db' | 'keepDays'>): Promise<boolean> {
  return (await trimSomeEvents(db, keepDays)) > 0
}

/** Webhooks in one process's hands at a time: each may wait for its receiver, and none for another's. */
const MOST_AT_ONCE = 64
const AFTER_FAULT_MILLIS = 30_000

export function createWebhookRunner(context: WebhookContext) {
  const inHand = new Map<string, Promise<void>>()

  function take(accountId: number, webhookId: number): void {
    const key = `${accountId} ${webhookId}`
    if (inHand.has(key) || inHand.size >= MOST_AT_ONCE || context.stopping.aborted) return
    const running: Promise<void> = runWebhook(context, accountId, webhookId)
      .catch(async error => {
        context.report(error)
        // Not at once again: what can't be opened now, or is not right with the store, stays so for a while.
        const due = new Date(Date.now() + AFTER_FAULT_MILLIS)
        await setWork(context.db, { accountId, kind: WEBHOOK_WORK, sourceId: webhookId, due }).catch(() => {})
      })
      .then(() => {
        inHand.delete(key)
      })
    inHand.set(key, running)
  }

  return {
    /** Nothing is waited for. */
    async step(): Promise<boolean> {
      for (const { accountId, sourceId } of await dueWorkOfOpen(context.db, { kind: WEBHOOK_WORK, most: 4 * MOST_AT_ONCE }))
        take(accountId, sourceId)
      return false
    },
    /** Settles what is on its way. */
    async finish(): Promise<void> {
      await Promise.all(inHand.values())
    },
  }
}
