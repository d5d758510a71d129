/**
 * Gauges of queues in the store. Every process reports the same values; they are omitted while the
 * store does not answer.
 */
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { SOURCE, sourceName } from '../lib/source-kind.ts'
import { createStoreLook, type StoreLook } from './store-look.ts'

interface QueueGauge {
  name: string
  help: string
  label?: string
  /** Labels reported as 0 without a row. */
  known?: readonly string[]
  /** Value by label; '' for a gauge without labels. */
  values(look: StoreLook): (readonly [label: string, value: number])[]
}

const EMAIL_KINDS = Object.keys(SOURCE)
const WORK_KINDS = [
  'plan',
  'deliver',
  'deliver of trigger',
  'transaction',
  'import',
  'transaction batch',
  'sms',
  'judge',
  'webhook',
]
const STAGES = ['fan-out', 'sending']

const gauges: readonly QueueGauge[] = [
  {
    name: 'pennypost_emails_waiting',
    help:
      'Emails that are due and not claimed, except those that need a confirmation; counted ' +
      'for the 30 sendings (triggers, projects) that wait ' +
      'longest, and of each at most 10,000.',
    label: 'kind',
    known: EMAIL_KINDS,
    values: ({ emails }) =>
      emails.map(({ sourceKind, waiting }) => [sourceName(sourceKind), waiting]),
  },
  {
    name: 'pennypost_emails_oldest_seconds',
    help: 'Age of the oldest due email.',
    label: 'kind',
    known: EMAIL_KINDS,
    values: ({ emails }) =>
      emails.map(({ sourceKind, oldestSeconds }) => [sourceName(sourceKind), oldestSeconds]),
  },
  {
    name: 'pennypost_sendings',
    help: 'Unfinished sendings by state; unconfirmed ones need pennypost sending confirm.',
    label: 'state',
    known: ['scheduled', 'sending', 'paused', 'unconfirmed'],
    values: ({ sendings }) => sendings.map(({ state, count }) => [state, count]),
  },
  {
    name: 'pennypost_suppressed_subscribers',
    help: 'Subscribers on the suppression list, as undeliverable; at most 100,000 are counted.',
    values: ({ suppressed }) => [['', suppressed]],
  },
  {
    name: 'pennypost_triggers',
    help: 'Triggers by state; held and unconfirmed ones need an action by a user.',
    label: 'state',
    known: ['running', 'paused', 'held', 'unconfirmed'],
    values: ({ triggers }) => triggers.map(({ state, count }) => [state, count]),
  },
  {
    name: 'pennypost_triggers_due',
    help:
      'Subscribers due at a step of a running trigger; at most 10,000 are counted for each ' +
      'trigger.',
    values: ({ triggers }) => [['', triggers.reduce((sum, { due }) => sum + due, 0)]],
  },
  {
    name: 'pennypost_triggers_oldest_seconds',
    help: 'How long the oldest due subscriber has waited at a step.',
    values: ({ triggers }) => [
      ['', Math.max(0, ...triggers.map(({ oldestSeconds }) => oldestSeconds))],
    ],
  },
  {
    name: 'pennypost_work_due',
    help:
      'Pieces of work due or in progress, by kind: one for each sending, import, webhook and ' +
      'so on.',
    label: 'kind',
    known: WORK_KINDS,
    values: ({ work }) => work.map(({ kind, due }) => [kind, due]),
  },
  {
    name: 'pennypost_work_oldest_due_seconds',
    help:
      'How long the oldest piece of work has been due, by kind; a long sending is due until ' +
      'it is finished.',
    label: 'kind',
    known: WORK_KINDS,
    values: ({ work }) => work.map(({ kind, oldestSeconds }) => [kind, oldestSeconds]),
  },
  {
    name: 'pennypost_webhook_backlog',
    help:
      'Pending events: not yet fanned out to webhooks, or waiting to be sent by an active ' +
      'one; at most 10,000 each are counted.',
    label: 'stage',
    known: STAGES,
    values: ({ webhooks }) => webhooks.map(({ stage, waiting }) => [stage, waiting]),
  },
  {
    name: 'pennypost_webhook_backlog_oldest_seconds',
    help: 'Age of the oldest pending event.',
    label: 'stage',
    known: STAGES,
    values: ({ webhooks }) => webhooks.map(({ stage, oldestSeconds }) => [stage, oldestSeconds]),
  },
  {
    name: 'pennypost_hits_uncounted',
    help:
      'Opens and clicks in the store that are not counted in reports yet; the value stops at ' +
      'some ten thousand.',
    values: ({ hits }) => [['', hits.waiting]],
  },
  {
    name: 'pennypost_hits_uncounted_oldest_seconds',
    help: 'Age of the oldest open or click that is not counted yet.',
    values: ({ hits }) => [['', hits.oldestSeconds]],
  },
  {
    name: 'pennypost_store_deadlocks',
    help: 'Deadlocks in the database since its statistics were reset, as PostgreSQL counts them.',
    values: ({ deadlocks }) => [['', deadlocks]],
  },
  {
    name: 'pennypost_backup_last_success_timestamp_seconds',
    help: 'When pennypost backup last succeeded, as seconds since 1970; 0: never.',
    values: ({ lastBackup }) => [['', lastBackup]],
  },
]

export function addQueueGauges(registry: Registry, db: Db): void {
  const look = createStoreLook(db)
  for (const { name, help, label, known = [], values } of gauges)
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const found = await look()
        this.reset()
        if (label === undefined) this.remove()
        if (!found) return
        const by = new Map([...known.map(one => [one, 0] as const), ...values(found)])
        for (const [of, value] of by)
          label === undefined ? this.set(value) : this.set({ [label]: of }, value)
      },
    })
}
