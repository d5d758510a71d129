/** `pennypost status`: running work, queues, and what waits for confirmation, of all accounts. */
import type { Command } from 'commander'
import type { Db } from '../db/db.ts'
import { accountsInOrder } from '../domain/accounts/accounts.sql.ts'
import { openHolds } from '../domain/bounces/holds/holds.sql.ts'
import { inboxes } from '../domain/bounces/messages/inboxes.sql.ts'
import { NO_ACCOUNT } from '../domain/bounces/messages/store-message.ts'
import { listImports } from '../domain/imports/progress.ts'
import { senderDomainOf } from '../domain/routes/route-rules.ts'
import { routes } from '../domain/routes/routes.sql.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { sendersInUse, sendingsOfAccount } from '../domain/sendings/sendings.sql.ts'
import { triggersOfAccount } from '../domain/triggers/triggers.sql.ts'
import { webhooksOfAccount } from '../domain/webhooks/webhooks.sql.ts'
import * as queues from '../domain/work/queues.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import { senderFinding } from '../mail/message/sender.ts'
import { forStore } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'

/** A failure or a stop, with its remedy. */
interface Trouble {
  /** Null: concerns all accounts. */
  account: string | null
  says: string
  todo: string
}

/** Maximum number of accounts checked, and rows of each. */
const MOST_ACCOUNTS = 1000
const MOST_ROWS = 50
/** How long a failed import is shown. */
const NEWS_MILLIS = 7 * 86_400_000

export function register(command: Command, context: Context): void {
  command
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      `
For disk, settings, keys and DNS see pennypost doctor; for a sending, pennypost sending show.

Example:
  $ pennypost status`,
    )
    .action((options: { json?: boolean }) => status(context, options))
}

async function status(context: Context, { json }: { json?: boolean }): Promise<void> {
  const found = await forStore(context, readStatus)
  if (json) return context.printJson(found)
  const { workers, sendings, triggers, routes, emails, work, webhooks, hitsUncounted, troubles } =
    found
  const row = (title: string, value: string) => context.print(`${`${title}:`.padEnd(12)}${value}`)
  row('Workers', workers === 0 ? 'none lives: pennypost start' : count(workers))
  row('Sendings', states(sendings) || 'none under way')
  row('Triggers', states(triggers) || 'none')
  const shown = routes.map(({ name, state }) => `${name} ${state}`).join(', ')
  row('Routes', shown || 'none: the sandbox keeps emails, or SMTP_URL was not used yet')
  const waiting = emails.map(
    ({ of, waiting, oldestSeconds }) => `${count(waiting)} of ${of}s, ${since(oldestSeconds)}`,
  )
  row('Emails due', waiting.join('; ') || 'none')
  row('Work due', work.map(({ kind, due }) => `${kind} ${count(due)}`).join(', ') || 'none')
  row(
    'Webhooks',
    webhooks.waiting === 0 ? 'nothing waits' : `${count(webhooks.waiting)} events wait`,
  )
  row('Hits', hitsUncounted === 0 ? 'all are counted' : `${count(hitsUncounted)} not counted yet`)
  if (troubles.length === 0) return context.print('\nNothing waits for you.')
  context.print('\nThis waits for you:')
  for (const { account, says, todo } of troubles) {
    context.print(`  ${account === null ? '' : `${account}: `}${says}`)
    context.print(`    -> ${todo}`)
  }
}

const states = (rows: { state: string; count: number }[]): string =>
  rows.map(row => `${count(row.count)} ${row.state}`).join(', ')

const since = (seconds: number): string =>
  `the oldest for ${count(Math.max(0, Math.round(seconds)))} s`

const SOURCES: Record<SourceKind, string> = { 1: 'sending', 2: 'trigger', 3: 'transaction project' }

async function readStatus(db: Db) {
  const [emails, webhooks] = [await queues.emailQueues(db, {}), await queues.webhookQueues(db, {})]
  const known = await routes(db, {})
  return {
    workers: (await livingWorkers(db, {})).count,
    sendings: await queues.sendingStates(db, {}),
    triggers: (await queues.triggerQueues(db, {})).map(({ state, count }) => ({ state, count })),
    routes: known.map(({ name, pausedAt, pausedReason }) => ({
      name,
      state: pausedAt === null ? 'in use' : 'paused',
      reason: pausedReason,
    })),
    emails: emails.map(({ sourceKind, ...row }) => ({ of: SOURCES[sourceKind], ...row })),
    work: await queues.workQueues(db, {}),
    webhooks: { waiting: webhooks.reduce((sum, { waiting }) => sum + waiting, 0) },
    hitsUncounted: (await queues.hitQueue(db, {})).waiting,
    troubles: [
      ...troublesOfRoutes(known),
      ...(await troublesOfInboxes(db, NO_ACCOUNT, null)),
      ...(await troublesOfAccounts(db, known.length > 0)),
    ],
  }
}

const troublesOfRoutes = (known: Awaited<ReturnType<typeof routes>>): Trouble[] =>
  known.flatMap(({ name, pausedAt, pausedReason, refusingSince, restReason }) => {
    if (pausedAt !== null)
      return {
        account: null,
        says: `The route ${name} is paused: ${pausedReason ?? 'no reason is known'}`,
        todo: `pennypost route resume ${name}`,
      }
    if (refusingSince === null) return []
    return {
      account: null,
      says: `The route ${name} accepts no emails: ${restReason ?? 'no reason is known'}`,
      todo: `pennypost route test ${name} --to ADDRESS`,
    }
  })

async function troublesOfInboxes(
  db: Db,
  accountId: number,
  account: string | null,
): Promise<Trouble[]> {
  const rows = await inboxes(db, { accountId })
  const owner = account === null ? '' : ` --account ${account}`
  return rows
    .filter(({ trouble }) => trouble !== null)
    .map(({ id, shown, trouble }) => ({
      account,
      says: `The mailbox ${id}, ${shown}, can't be read: ${trouble}`,
      todo: `pennypost inbox check ${id}${owner}`,
    }))
}

/** How another sender is given, or the emails are stopped. */
const SENDER_REMEDIES: Record<string, (id: number) => string> = {
  list: id => `pennypost list edit ${id} --from-email ADDRESS`,
  newsletter: id => `pennypost newsletter edit ${id} --from ADDRESS`,
  project: id => `pennypost project edit ${id} --from-email ADDRESS`,
  sending: id => `pennypost sending cancel ${id}`,
}

/** Of the senders whose provider lets no other server send. */
async function wrongSenders(db: Db, accountId: number): Promise<Pick<Trouble, 'says' | 'todo'>[]> {
  const senders = await sendersInUse(db, { accountId })
  return senders.slice(0, MOST_ROWS).flatMap(({ kind, id, fromEmail }) => {
    const { verdict, says } = senderFinding({ domain: senderDomainOf(fromEmail), signed: true })
    if (verdict !== 'wrong') return []
    return { says: `The sender of ${kind} ${id}: ${says}`, todo: SENDER_REMEDIES[kind]!(id) }
  })
}

async function troublesOfAccounts(db: Db, withRelay: boolean): Promise<Trouble[]> {
  const troubles: Trouble[] = []
  const open = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  for (const { id: accountId, username } of open.slice(0, MOST_ACCOUNTS)) {
    const add = (says: string, todo: string) =>
      troubles.push({
        account: username,
        says,
        todo: open.length === 1 ? todo : `${todo} --account ${username}`,
      })
    for (const { id, state, name, reason } of await sendingsOfAccount(db, {
      accountId,
      before: null,
      most: MOST_ROWS,
    })) {
      if (state === 'unconfirmed')
        add(
          `Sending ${id}, ${name}, is unconfirmed: ${reason ?? 'it was overdue'}`,
          `pennypost sending confirm ${id}`,
        )
      if (state === 'paused')
        add(`Sending ${id}, ${name}, is paused.`, `pennypost sending resume ${id}`)
    }
    if (withRelay) for (const { says, todo } of await wrongSenders(db, accountId)) add(says, todo)
    for (const { id, domainGroup, people } of await openHolds(db, { accountId }))
      add(
        `${count(people)} hard bounces at ${domainGroup} by one reply wait for a decision.`,
        `pennypost bounce release ${id}, or if the addresses are dead: bounce confirm ${id}`,
      )
    for (const { id, name, state, reason } of await triggersOfAccount(db, { accountId })) {
      if (state === 'unconfirmed')
        add(
          `Trigger ${id}, ${name}, is unconfirmed: ${reason ?? 'it was overdue'}`,
          `pennypost trigger confirm ${id}`,
        )
      if (state === 'held')
        add(`Trigger ${id}, ${name}, is held: ${reason}`, `pennypost trigger resume ${id}`)
    }
    for (const { name, state, note } of await webhooksOfAccount(db, { accountId }))
      if (state !== 'active')
        add(
          `The webhook ${name} is ${state}: ${note ?? 'no reason is known'}`,
          `pennypost webhook resume ${name}`,
        )
    for (const { id, state, finished, trouble } of await listImports(db, accountId, MOST_ROWS))
      if (
        state === 3 &&
        finished !== null &&
        Date.now() - Date.parse(formatInstant(finished)) < NEWS_MILLIS
      )
        add(`Import ${id} has failed: ${trouble}`, `pennypost import show ${id}`)
    troubles.push(...(await troublesOfInboxes(db, accountId, username)))
  }
  return troubles
}
