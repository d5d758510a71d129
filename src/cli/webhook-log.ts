/**
 * `pennypost webhook log|replay|test`: the events of a webhook, sending them again, and testing it.
 */
import { type Command, InvalidArgumentError } from 'commander'
import { EVENT_ID, eventId, eventNumber } from '../domain/webhooks/event-id.ts'
import { findWebhook } from '../domain/webhooks/manage-webhooks.ts'
import { replay } from '../domain/webhooks/replay.ts'
import { eventsOfWebhook } from '../domain/webhooks/webhooks.sql.ts'
import { formatInstant, parseInstant } from '../lib/instant.ts'
import { tryWebhook } from '../use-cases/webhook-test.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { withLimit } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { sealerOf } from './secret.ts'

interface LogOptions extends AccountOption {
  state?: string
  event?: string
  limit: number
  before?: string
}

interface ReplayOptions extends AccountOption {
  id?: string
  since?: Date
  sent?: boolean
}

const STATES = ['waiting', 'sent', 'dead']

function readState(text: string): string {
  if (!STATES.includes(text)) throw new InvalidArgumentError(`A state is ${STATES.join(', ')}.`)
  return text
}

function readEventId(text: string): string {
  if (!EVENT_ID.test(text))
    throw new InvalidArgumentError('An event is named as in the log, like 1-42.')
  return text
}

function readMoment(text: string): Date {
  const moment = parseInstant(text)
  if (!moment)
    throw new InvalidArgumentError('A moment is written like 2026-11-21 or 2026-11-21T14:00.')
  return moment
}

export function registerLog(webhook: Command, context: Context): void {
  withLimit(withAccount(webhook.command('log').argument('<name>', 'which webhook')), 20, 'last')
    .option('--state <state>', 'waiting, sent or dead', readState)
    .option('--event <kind>', 'one kind of events')
    .option('--before <event>', 'events before this one', readEventId)
    .description('List what a webhook was sent, the newest first, with tries and answers.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost webhook log shop\n' +
        '  $ pennypost webhook log shop --state dead --limit 100 --json',
    )
    .action((name: string, options: LogOptions) => log(context, name, options))

  withAccount(webhook.command('replay').argument('<name>', 'which webhook'))
    .option('--id <event>', 'this event alone', readEventId)
    .option('--since <moment>', 'those from this moment on', readMoment)
    .option('--sent', 'those that were delivered, too')
    .description(
      'Send dead or other events again. They keep their ids, which receivers use to detect ' +
        'duplicates.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ pennypost webhook replay shop
  $ pennypost webhook replay shop --id 1-42
  $ pennypost webhook replay shop --since 2026-11-20 --sent`,
    )
    .action((name: string, options: ReplayOptions) => again(context, name, options))

  withAccount(webhook.command('test').argument('<name>', 'which webhook'))
    .description('Post a test event now, and show the answer. Exit code 1 when it was not taken.')
    .addHelpText('after', '\nExample:\n  $ pennypost webhook test shop')
    .action((name: string, options: AccountOption) => tryOut(context, name, options))
}

async function log(context: Context, name: string, options: LogOptions): Promise<void> {
  const { state, event, limit, before } = options
  const rows = await forAccount(context, options, async (db, { id: accountId }) => {
    const { id: webhookId } = await findWebhook(db, accountId, name)
    const selection = { state: state ?? null, kind: event ?? null, most: Math.min(limit, 10_000) }
    const found = await eventsOfWebhook(db, {
      accountId,
      webhookId,
      beforeId: before ? eventNumber(accountId, before) : Number.MAX_SAFE_INTEGER,
      ...selection,
    })
    return found.map(row => ({
      id: eventId(accountId, row.id),
      event: row.kind,
      at: formatInstant(row.at),
      subscriberId: row.subscriberId,
      state: row.state,
      tries: row.attempts,
      tried: row.triedAt === null ? null : formatInstant(row.triedAt),
      next: row.state === 'waiting' ? formatInstant(row.due) : null,
      answer: row.answer,
    }))
  })
  if (options.json) return context.printJson(rows)
  if (rows.length === 0) return context.print('There are no such events.')
  for (const { id, event: kind, at, subscriberId, state: now, tries, answer, next } of rows) {
    const whose = subscriberId === null ? '' : `  subscriber ${subscriberId}`
    const attempts = tries === 0 ? '' : `  ${tries === 1 ? '1 try' : `${tries} tries`}: ${answer}`
    context.print(
      `${id}  ${at}  ${kind}${whose}  ` +
        `${now}${attempts}${tries > 0 && next !== null ? `  next ${next}` : ''}`,
    )
  }
}

async function again(context: Context, name: string, options: ReplayOptions): Promise<void> {
  const { id, since, sent } = options
  const selection = {
    ...(id !== undefined && { eventId: id }),
    ...(since && { since }),
    ...(sent && { sent }),
  }
  const count = await forAccount(context, options, (db, account) =>
    replay(db, account.id, name, selection),
  )
  if (options.json) return context.printJson({ name, replayed: count })
  context.print(
    count === 0
      ? 'There is no event to send again.'
      : `${count} ${count === 1 ? 'event is' : 'events are'} sent again.`,
  )
}

async function tryOut(context: Context, name: string, options: AccountOption): Promise<void> {
  const config = context.config()
  const answered = await forAccount(context, options, async (db, { id }) => {
    const means = { sealer: await sealerOf(db, config), fetchable: config.fetch.allow }
    return tryWebhook(db, means, id, name)
  })
  if (!answered.ok) throw new CommandFailed(`The test event was not taken: ${answered.answer}.`)
  if (options.json) context.printJson({ name, taken: true, answer: answered.answer })
  else context.print(`The test event was taken: ${answered.answer}.`)
}
