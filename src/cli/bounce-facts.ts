/**
 * `pennypost bounce list|show|rejudge`, and `pennypost complaints`: incoming bounces and
 * complaints, and judging them again.
 */
import { type Command, InvalidArgumentError } from 'commander'
import { rejudgeBounces } from '../actions/bounces/rejudge-bounces.ts'
import { type BounceRow, bouncesNewestFirst, keptMessage } from '../domain/bounces/bounce-list.ts'
import { complaintRates } from '../domain/bounces/bounces.sql.ts'
import { percent } from '../domain/bounces/complaint-rate.ts'
import { undoRejudging } from '../domain/bounces/rejudge.ts'
import { routes } from '../domain/routes/routes.sql.ts'
import { emailKey } from '../lib/email-address.ts'
import { formatInstant, parseInstant } from '../lib/instant.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, withLimit } from './arguments.ts'
import { judgeAgain, listSetAside } from './bounce-set-aside.ts'
import { CommandFailed, type Context } from './context.ts'
import { keyOfStore } from './secret-keys.ts'
import { writeBytes } from './terminal.ts'

const KINDS = ['hard', 'soft', 'blocked', 'complaint', 'unknown', 'none']

const moment = (text: string): Date => {
  const read = parseInstant(text, 'from')
  if (!read)
    throw new InvalidArgumentError('Write a day or a moment as 2026-11-21 or 2026-11-21T14:00.')
  return read
}

const kind = (text: string): string => {
  if (!KINDS.includes(text)) throw new InvalidArgumentError(`The kinds are ${KINDS.join(', ')}.`)
  return text
}

interface ListOptions extends AccountOption {
  email?: string
  kind?: string
  sending?: number
  since?: Date
  setAside?: boolean
  limit: number
}

export function registerFacts(bounce: Command, context: Context): void {
  withLimit(withAccount(bounce.command('list')), 100)
    .option('--email <address>', 'of this address')
    .option('--kind <kind>', `of this kind: ${KINDS.join(', ')}`, kind)
    .option('--sending <id>', 'of this sending', idOf('sending'))
    .option('--since <when>', 'from this day or moment on', moment)
    .option(
      '--set-aside',
      "messages that could not be judged: the account's, and those of no account",
    )
    .description('List what came back, the newest first. With --json one object a line.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost bounce list --kind hard --since 2026-11-01 --json',
    )
    .action((options: ListOptions) =>
      options.setAside ? listSetAside(context, options) : list(context, options),
    )

  withAccount(
    bounce.command('show').argument('<id>', 'which bounce, by its id in the list', idOf('bounce')),
  )
    .description('Print the message that a bounce came in, as it came, while it is kept.')
    .addHelpText('after', '\nExample:\n  $ pennypost bounce show 12 > returned.eml')
    .action((id: number, options: AccountOption) => show(context, id, options))

  withAccount(bounce.command('rejudge'))
    .option(
      '--since <when>',
      'messages from this day or moment on; all that are kept without it',
      moment,
    )
    .option('--apply', 'change it; without this it is only shown')
    .option('--set-aside', 'have the service judge messages again that were set aside')
    .option('--undo <run>', 'take such a run back', idOf('run'))
    .description(
      'Judge the kept messages again after the rules have changed: shows what would be ' +
        'different, or changes it.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost bounce rejudge --since 2026-11-01\n' +
        '  $ pennypost bounce rejudge --since 2026-11-01 --apply\n' +
        '  $ pennypost bounce rejudge --undo 3',
    )
    .action(
      (
        options: AccountOption & {
          since?: Date
          apply?: boolean
          setAside?: boolean
          undo?: number
        },
      ) => {
        if (options.setAside) return judgeAgain(context, options)
        return options.undo === undefined
          ? again(context, options)
          : undo(context, options.undo, options)
      },
    )
}

export function register(group: Command, context: Context): void {
  withAccount(group.command('show', { isDefault: true }))
    .option(
      '--since <when>',
      'sendings from this day or moment on; the last 30 days without it',
      moment,
    )
    .description('Show the number of complaints by sending, list and route.')
    .addHelpText('after', '\nExample:\n  $ pennypost complaints show --since 2026-11-01')
    .action((options: AccountOption & { since?: Date }) => complaints(context, options))
}

async function list(context: Context, options: ListOptions): Promise<void> {
  let rows = 0
  await forAccount(context, options, async (db, { id }) => {
    const chosen = {
      emailKey: options.email === undefined ? null : emailKey(options.email),
      kind: options.kind ?? null,
      sendingId: options.sending ?? null,
      since: options.since ?? new Date(0),
    }
    for await (const part of bouncesNewestFirst(db, id, chosen, options.limit))
      for (const row of part) {
        rows++
        context.print(options.json ? JSON.stringify(factsOf(row)) : lineOf(row))
      }
  })
  if (rows === 0 && !options.json) context.print('Nothing came back.')
}

const factsOf = ({ sourceKind, sourceId, received, ...row }: BounceRow) => ({
  ...row,
  sendingId: sourceKind === SOURCE.sending ? sourceId : null,
  projectId: sourceKind === SOURCE.transaction ? sourceId : null,
  received: formatInstant(received),
})

function lineOf({
  id,
  received,
  email,
  kind,
  class: of,
  status,
  reply,
  counts,
}: BounceRow): string {
  const code = status === null || reply?.includes(status) ? '' : ` ${status}`
  const forgiven = counts || (kind !== 'hard' && kind !== 'soft') ? '' : ' (forgiven)'
  return (
    `${id}  ${formatInstant(received)}  ${email}  ` +
    `${kind}/${of}${forgiven}${code}${reply === null ? '' : `  ${reply.replace(/\s+/g, ' ').slice(0, 160)}`}`
  )
}

async function show(context: Context, id: number, options: AccountOption): Promise<void> {
  const content = await forAccount(context, options, (db, account) =>
    keptMessage(db, account.id, id),
  )
  if (content === undefined)
    throw new CommandFailed(
      `There is no bounce ${id}, or its message is not kept: it was a reply at hand-over, ` +
        'or is too old. To see them: pennypost bounce list',
    )
  if (options.json) context.printJson({ id, message: content.toString('latin1') })
  else writeBytes(process.stdout, content)
}

async function again(
  context: Context,
  options: AccountOption & { since?: Date; apply?: boolean },
): Promise<void> {
  const config = context.config()
  const { softLimit, softDays } = config.bounces
  const rules = { softLimit, softDays }
  let [read, changed] = [0, 0]
  let run: number | undefined
  await forAccount(context, options, async (db, { id }) => {
    const { keyOf, close } = await keyOfStore(db, config)
    try {
      const since = options.since ?? new Date(0)
      const work = { since, apply: options.apply ?? false, rules, keyOf }
      for await (const part of rejudgeBounces(db, id, work)) {
        read += part.read
        run = part.runId
        for (const { messageId, email, before, after } of part.changes) {
          changed++
          if (options.json)
            context.print(
              JSON.stringify({ messageId, email, before: before ?? null, after: after ?? null }),
            )
          else context.print(`${email}: ${before ?? 'no bounce'} -> ${after ?? 'no bounce'}`)
        }
      }
    } finally {
      close()
    }
  })
  if (options.json) return context.print(JSON.stringify({ read, changed, run: run ?? null }))
  if (changed === 0) context.print(`${read} messages were judged again: nothing is different.`)
  else if (run === undefined)
    context.print(`${read} messages: ${changed} would be different. To change it: --apply`)
  else
    context.print(
      `${read} messages: ${changed} were changed. To take it back: pennypost bounce rejudge ` +
        `--undo ${run}`,
    )
}

async function undo(context: Context, runId: number, options: AccountOption): Promise<void> {
  const { softLimit, softDays } = context.config().bounces
  const rules = { softLimit, softDays }
  const undone = await forAccount(context, options, (db, { id }) =>
    undoRejudging(db, id, runId, rules),
  )
  if (options.json) context.printJson({ run: runId, undone })
  else context.print(`${undone} bounces are what they were before run ${runId}.`)
}

async function complaints(
  context: Context,
  options: AccountOption & { since?: Date },
): Promise<void> {
  const since = options.since ?? new Date(Date.now() - 30 * 86_400_000)
  const { rows, names } = await forAccount(context, options, async (db, { id }) => ({
    rows: await complaintRates(db, { accountId: id, since }),
    names: new Map((await routes(db, {})).map(route => [route.id, route.name])),
  }))
  const grouped = (key: (row: (typeof rows)[number]) => string) => {
    const groups = new Map<string, { accepted: number; complaints: number }>()
    for (const row of rows) {
      const group = groups.get(key(row)) ?? { accepted: 0, complaints: 0 }
      groups.set(key(row), {
        accepted: group.accepted + row.accepted,
        complaints: group.complaints + row.complaints,
      })
    }
    return [...groups].map(([name, group]) => ({
      name,
      ...group,
      rate: group.accepted === 0 ? 0 : group.complaints / group.accepted,
    }))
  }
  const rates = {
    sendings: grouped(row => `${row.sendingId} ${row.name}`),
    lists: grouped(row => `${row.listId} ${row.listName}`),
    routes: grouped(({ routeId }) =>
      // A removed route has no name.
      routeId === null ? 'none' : (names.get(routeId) ?? String(routeId)),
    ),
  }
  if (options.json) return context.printJson(rates)
  if (rows.length === 0) return context.print('Nothing was sent in that time.')
  for (const [title, groups] of Object.entries(rates)) {
    context.print(`By ${title.slice(0, -1)}:`)
    for (const { name, accepted, complaints, rate } of groups)
      context.print(`  ${name}: ${complaints} of ${accepted} emails, ${percent(rate)}`)
  }
}
