/**
 * An account with a webhook to a receiver of the test, and workers that send to it. Stores are
 * shared: each test has its own account.
 */
import { randomBytes } from 'node:crypto'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { EVENT_KINDS } from '../../src/domain/webhooks/event-kinds.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { type OutboxBundle, publish } from '../../src/domain/webhooks/publish.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startWebhookWorkers, type WebhookWorkersOptions } from '../../src/start/webhook-workers.ts'
import { LOW_COST } from '../support/password-cost.ts'
import { service } from '../support/service.ts'
import { type Answering, webhookReceiver } from '../support/webhook-receiver.ts'

export const ALL_KINDS = Object.keys(EVENT_KINDS)

export async function webhookSetup({
  kinds = ALL_KINDS,
  answering,
}: {
  kinds?: string[]
  answering?: Answering
} = {}) {
  const { store, sealer } = await service()
  const username = `hooks-${randomBytes(6).toString('hex')}`
  const { id: accountId } = (await addAccount(store, {
    username,
    password: 'correct horse battery staple',
    cost: LOW_COST,
  }))!
  const receiver = await webhookReceiver(answering)
  const ask = async (text: string, values: unknown[] = []) =>
    (await store.run({ name: '', text, again: true }, values)).rows
  const addHook = (name: string, url: string, listened = kinds) =>
    createWebhook(store, sealer, accountId, { name, url, kinds: listened, beginsAfterMillis: 0 })
  return {
    store,
    sealer,
    accountId,
    receiver,
    ask,
    addHook,
    hook: await addHook('shop', receiver.url),
    tell: (happened: OutboxBundle) => publish(store, accountId, happened),
    /** State, tries and answer of each event of a webhook. */
    async states(webhookId: number) {
      const rows = await ask(
        'select id, state, attempts, answer, due > now() from webhook_events where ' +
          'account_id = $1 and webhook_id = $2 order by id',
        [accountId, webhookId],
      )
      return rows.map(([id, state, attempts, answer, later]) => ({
        id: Number(id),
        state,
        attempts: Number(attempts),
        answer,
        later: later === 't',
      }))
    },
    /**
     * All waiting events are due, and the webhook holds back no longer: what time would have done.
     */
    async timePasses() {
      await ask(
        "update webhook_events set due = now() where account_id = $1 and state = 'waiting'",
        [accountId],
      )
      await ask(
        'update webhooks set held_until = now() where account_id = $1 and held_until is not null',
        [accountId],
      )
      await ask(
        "update work set due = now() where account_id = $1 and kind = 'webhook' and due < " +
          "'infinity'",
        [accountId],
      )
    },
  }
}

/** Logged lines are kept. */
export async function startTelling(
  options: Partial<WebhookWorkersOptions> = {},
  allow = '127.0.0.0/8',
) {
  const { store, sealer } = await service()
  // biome-ignore lint/suspicious/noExplicitAny: lines of the log
  const lines: any[] = []
  const workers = startWebhookWorkers({
    config: readConfig({ FETCH_ALLOW: allow }),
    store,
    sealer,
    log: createLog({ level: 'warn', to: { write: line => void lines.push(JSON.parse(line)) } }),
    ...options,
  })
  return { ...workers, lines }
}
