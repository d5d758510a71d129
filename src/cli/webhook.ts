/** `pennypost webhook ...`: receivers of events. webhook-log.ts shows what was sent. */
import { type Command, InvalidArgumentError } from 'commander'
import type { Store } from '../db/db.ts'
import { EVENT_KINDS, isEventKind } from '../domain/webhooks/event-kinds.ts'
import {
  deleteWebhook,
  findWebhook,
  pauseByName,
  resumeByName,
  rotateKey,
  USUAL_OVERLAP_HOURS,
  type WebhookRow,
} from '../domain/webhooks/manage-webhooks.ts'
import { BEGINS_AFTER_MILLIS } from '../domain/webhooks/publish.ts'
import { countEvents, keysOfWebhook, webhooksOfAccount } from '../domain/webhooks/webhooks.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { addWebhook } from '../use-cases/add-webhook.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { number, urlGiven } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { sealerOf } from './secret.ts'
import { registerLog } from './webhook-log.ts'

interface Options extends AccountOption, YesOption {
  url?: string
  events?: string[]
  keepHours?: number
  reason?: string
}

const all = Object.keys(EVENT_KINDS)

function readEvents(text: string): string[] {
  if (text.trim() === 'all') return all
  const kinds = text
    .split(',')
    .map(kind => kind.trim())
    .filter(kind => kind !== '')
  const wrong = kinds.find(kind => !isEventKind(kind))
  if (wrong !== undefined)
    throw new InvalidArgumentError(
      `There is no event kind "${wrong}". There are: ${all.join(', ')}.`,
    )
  return kinds
}

export function register(webhook: Command, context: Context): void {
  withAccount(webhook.command('add').argument('<name>', 'what you call it'))
    .option('--url <address>', 'where events are posted to, when others may see it')
    .option('--events <kinds>', 'which, separated by commas, or all', readEvents, all)
    .description('Add a webhook. Shows the secret that events are signed with, once.')
    .addHelpText(
      'after',
      `
Events: ${Object.entries(EVENT_KINDS)
        .map(([kind, what]) => `\n  ${kind.padEnd(18)}${what}`)
        .join('')}

The URL may contain a secret, so without --url it is read from a prompt or standard input; \
it is stored encrypted.

Examples:
  $ pennypost webhook add shop --url https://shop.example.com/hooks/mail
  $ pennypost webhook add crm --events subscribed,unsubscribed,opted-out < address.txt`,
    )
    .action((name: string, options: Options) => add(context, name, options))

  withAccount(webhook.command('list'))
    .description('List the webhooks: URL, state, and waiting events.')
    .addHelpText('after', '\nExample:\n  $ pennypost webhook list')
    .action((options: Options) => list(context, options))

  withAccount(webhook.command('show').argument('<name>', 'which webhook'))
    .description('Show a webhook: its events, its keys, its last answer, and why it is paused.')
    .addHelpText('after', '\nExample:\n  $ pennypost webhook show shop')
    .action((name: string, options: Options) => show(context, name, options))

  withAccount(webhook.command('rotate').argument('<name>', 'which webhook'))
    .option(
      '--keep-hours <hours>',
      'how long the old key signs as well',
      number,
      USUAL_OVERLAP_HOURS,
    )
    .description('Make a new key, shown once. Events are signed with both until the old one ends.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost webhook rotate shop\n' +
        '  $ pennypost webhook rotate shop --keep-hours 0',
    )
    .action((name: string, options: Options) => rotate(context, name, options))

  withAccount(webhook.command('pause').argument('<name>', 'which webhook'))
    .option('--reason <text>', 'the reason', 'Paused by an operator.')
    .description('Send nothing for now. Its events are kept meanwhile.')
    .addHelpText('after', '\nExample:\n  $ pennypost webhook pause shop --reason "the shop moves"')
    .action((name: string, options: Options) =>
      change(context, name, options, 'is paused', (db, id) =>
        pauseByName(db, id, name, options.reason ?? ''),
      ),
    )

  withAccount(webhook.command('resume').argument('<name>', 'which webhook'))
    .description('Go on, with what waits first.')
    .addHelpText('after', '\nExample:\n  $ pennypost webhook resume shop')
    .action((name: string, options: Options) =>
      change(context, name, options, 'is running', (db, id) => resumeByName(db, id, name)),
    )

  withYes(withAccount(webhook.command('remove').argument('<name>', 'which webhook')))
    .description('Take a webhook away, with what waits and the log.')
    .addHelpText('after', '\nExample:\n  $ pennypost webhook remove shop')
    .action((name: string, options: Options) =>
      change(context, name, options, 'is gone', async (db, id) => {
        const { waiting } = await countsOf(db, id, (await findWebhook(db, id, name)).id)
        await confirmed(
          context,
          options,
          `Its ${waiting} waiting events and its log go with it.`,
          'Remove it',
        )
        await deleteWebhook(db, id, name)
      }),
    )

  registerLog(webhook, context)
}

async function add(context: Context, name: string, options: Options): Promise<void> {
  const url = await urlGiven(context, options.url, 'Address that events are posted to: ')
  const config = context.config()
  const key = await forAccount(context, options, async (db, { id }) => {
    const means = { sealer: await sealerOf(db, config), fetchable: config.fetch.allow }
    return addWebhook(db, means, id, { name, url, kinds: options.events ?? all })
  })
  const begins = formatInstant(new Date(Date.now() + BEGINS_AFTER_MILLIS))
  if (options.json) return context.printJson({ name, keyId: key.id, secret: key.secret, begins })
  context.print(
    `The webhook ${name} gets events from ${begins} on. To try it: pennypost webhook test ${name}`,
  )
  context.print(
    `Events are signed with the key ${key.id}. Its secret is shown this once:\n\n  ${key.secret}\n`,
  )
}

function factsOf({
  name,
  shownUrl,
  kinds,
  state,
  note,
  since,
  failures,
  failingSince,
  heldUntil,
  lastAnswer,
  answeredAt,
}: WebhookRow) {
  const moment = (at: string | null) => (at === null ? null : formatInstant(at))
  return {
    name,
    url: shownUrl,
    events: kinds.split(','),
    state,
    note,
    begins: formatInstant(since),
    lastAnswer,
    answered: moment(answeredAt),
    failuresInARow: failures,
    failingSince: moment(failingSince),
    heldUntil:
      heldUntil !== null && new Date(formatInstant(heldUntil)) > new Date()
        ? moment(heldUntil)
        : null,
  }
}

async function countsOf(db: Store, accountId: number, webhookId: number) {
  const counts = { waiting: 0, sent: 0, dead: 0 }
  for (const { state, count } of await countEvents(db, { accountId, webhookId }))
    counts[state as keyof typeof counts] = count
  return counts
}

async function list(context: Context, options: Options): Promise<void> {
  const facts = await forAccount(context, options, async (db, { id: accountId }) => {
    const rows = await webhooksOfAccount(db, { accountId })
    return Promise.all(
      rows.map(async row => ({ ...factsOf(row), ...(await countsOf(db, accountId, row.id)) })),
    )
  })
  if (options.json) return context.printJson(facts)
  if (facts.length === 0)
    return context.print(
      'There are no webhooks. To add one: pennypost webhook add NAME --url ADDRESS',
    )
  for (const { name, url, state, note, waiting, sent, dead, lastAnswer } of facts) {
    const trouble = note === null ? '' : ` ${note}`
    const answer = lastAnswer === null ? 'nothing sent yet' : `last answer: ${lastAnswer}`
    context.print(
      `${name}  ${url}  ${state}.${trouble}  ${waiting} waiting, ${sent} sent, ${dead} ` +
        `dead; ${answer}`,
    )
  }
}

async function show(context: Context, name: string, options: Options): Promise<void> {
  const facts = await forAccount(context, options, async (db, { id: accountId }) => {
    const row = await findWebhook(db, accountId, name)
    const keys = (await keysOfWebhook(db, { accountId, webhookId: row.id })).map(
      ({ id, created, until }) => ({
        id,
        made: formatInstant(created),
        ends: until === null ? null : formatInstant(until),
      }),
    )
    return { ...factsOf(row), ...(await countsOf(db, accountId, row.id)), keys }
  })
  if (options.json) return context.printJson(facts)
  const {
    url,
    events,
    state,
    note,
    begins,
    waiting,
    sent,
    dead,
    lastAnswer,
    answered,
    failuresInARow,
    failingSince,
    heldUntil,
  } = facts
  context.print(`${facts.name}  ${url}`)
  context.print(`State:   ${state}${note === null ? '' : `. ${note}`}`)
  context.print(`Events:  ${events.join(', ')}; from ${begins} on`)
  context.print(`Counts:  ${waiting} waiting, ${sent} sent, ${dead} dead`)
  context.print(
    `Answer:  ${lastAnswer === null ? 'nothing sent yet' : `${lastAnswer}, at ${answered}`}`,
  )
  if (failuresInARow > 0)
    context.print(`Fails:   ${failuresInARow} times in a row, since ${failingSince}`)
  if (heldUntil !== null) context.print(`Held:    until ${heldUntil}, then one event is tried`)
  for (const { id, made, ends } of facts.keys)
    context.print(`Key:     ${id}, made ${made}${ends === null ? '' : `, signs until ${ends}`}`)
}

async function rotate(context: Context, name: string, options: Options): Promise<void> {
  const hours = options.keepHours ?? USUAL_OVERLAP_HOURS
  const key = await forAccount(context, options, async (db, { id }) =>
    rotateKey(db, await sealerOf(db, context.config()), id, name, hours),
  )
  if (options.json)
    return context.printJson({ name, keyId: key.id, secret: key.secret, bothForHours: hours })
  const both =
    hours === 0
      ? 'The old key signs nothing more.'
      : `The old key signs as well for ${hours} hours.`
  context.print(
    `Events are signed with the key ${key.id}. ${both} Its secret is shown this once:\n\n` +
      `  ${key.secret}\n`,
  )
}

async function change(
  context: Context,
  name: string,
  options: Options,
  done: string,
  work: (db: Store, accountId: number) => Promise<void>,
): Promise<void> {
  await forAccount(context, options, (db, { id }) => work(db, id))
  if (options.json) context.printJson({ name, done: true })
  else context.print(`The webhook ${name} ${done}.`)
}
