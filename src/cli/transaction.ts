/** `pennypost transaction ...`: the state of single emails sent by programs, from the ledger. */
import { type Command, InvalidArgumentError } from 'commander'
import { noSuch } from '../domain/refusal.ts'
import {
  STATUSES,
  type TransactionDetails,
  type TransactionSelection,
  transactionDetails,
} from '../domain/reports/transaction-details.ts'
import { findProjectBy } from '../domain/transactions/projects.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'

interface ListOptions extends AccountOption {
  project?: string
  email?: string
  identifier?: string
  state?: string
}

function state(text: string): string {
  if (!Object.hasOwn(STATUSES, text))
    throw new InvalidArgumentError(`One of ${Object.keys(STATUSES).join(', ')}.`)
  return text
}

export function register(transaction: Command, context: Context): void {
  withAccount(
    transaction.command('show').argument('<id>', 'which transaction', idOf('transaction')),
  )
    .description("Show a transaction: the state of its email, the relay's reply, opens and clicks.")
    .addHelpText('after', '\nExample:\n  $ pennypost transaction show 4711')
    .action((id: number, options: AccountOption) => show(context, id, options))

  withAccount(transaction.command('list'))
    .option('--project <project>', 'of this project: its id, its guid or its name')
    .option('--email <address>', 'to this address')
    .option('--identifier <text>', 'by the key that the program gave')
    .option('--state <state>', `state of the email: ${Object.keys(STATUSES).join(', ')}`, state)
    .description(
      'List transactions in the order in which they were given. With --json one object a line.',
    )
    .addHelpText(
      'after',
      '\nNeeds --project, --email or --identifier; given together they are combined with ' +
        '"and".\n\nExamples:\n  $ pennypost transaction list --email ada@example.com\n' +
        '  $ pennypost transaction list --project Orders --state failed --json',
    )
    .action((options: ListOptions) => list(context, options))
}

async function show(context: Context, id: number, options: AccountOption): Promise<void> {
  const found = await forAccount(context, options, async (db, account) => {
    for await (const part of transactionDetails(db, account.id, { transactionId: id }))
      return part[0]
    return undefined
  })
  if (!found) throw noSuch('no-such-transaction', id)
  if (options.json) return context.printJson(facts(found))
  const {
    project,
    version,
    batchId,
    identifier,
    email,
    name,
    format,
    created,
    sendTime,
    changed,
    nextTry,
  } = found
  const row = (title: string, value: string | number) =>
    context.print(`${`${title}:`.padEnd(14)}${value}`)
  row('Transaction', `${id}${batchId === null ? '' : `, of batch ${batchId}`}`)
  row('Project', `${project}${version === '' ? '' : `, version ${version}`}`)
  if (identifier !== '') row('Identifier', identifier)
  row('To', `${name === '' ? '' : `${name} `}<${email}>, ${format === 'html' ? 'HTML' : 'text'}`)
  row('State', `${found.state}${found.reason === null ? '' : `: ${found.reason}`}`)
  row('Tries', found.tries)
  if (found.reply !== null) row('Reply', found.reply)
  row('Given', formatInstant(created))
  row('Send time', formatInstant(sendTime))
  if (nextTry !== null) row('Next try', formatInstant(nextTry))
  if (changed !== null) row('Changed', formatInstant(changed))
  if (found.bounceTime !== null)
    row(
      'Came back',
      `${formatInstant(found.bounceTime)}, ${found.bounceKind}: ${found.bounceReason}`,
    )
  row('Opened', found.views)
  row('Clicked', found.clicks)
}

async function list(
  context: Context,
  { project, email, identifier, state, ...options }: ListOptions,
): Promise<void> {
  if (project === undefined && email === undefined && identifier === undefined)
    throw new CommandFailed('Say whose: --project, --email or --identifier.')
  let some = false
  await forAccount(context, options, async (db, { id: accountId }) => {
    const projectId =
      project === undefined ? undefined : (await findProjectBy(db, accountId, project)).id
    const selection: TransactionSelection = {
      projectId,
      email: email?.trim(),
      identifier: identifier?.trim(),
      state,
    }
    for await (const part of transactionDetails(db, accountId, selection)) {
      if (!some && !options.json)
        context.print(
          `${'Id'.padStart(10)}  ${'State'.padEnd(11)}  ${'Send time'.padEnd(19)}  Address, ` +
            'identifier',
        )
      some = true
      for (const one of part) context.print(options.json ? JSON.stringify(facts(one)) : line(one))
    }
  })
  if (!some && !options.json) context.print('There are no such transactions.')
}

const line = ({ id, state, sendTime, email, identifier }: TransactionDetails): string =>
  `${String(id).padStart(10)}  ${state.padEnd(11)}  ${formatInstant(sendTime).slice(0, 19)} ` +
  ` ${email}${identifier === '' ? '' : `, ${identifier}`}`

/** The JSON output. */
function facts(found: TransactionDetails) {
  const {
    id,
    identifier,
    email,
    name,
    format,
    projectGuid,
    project,
    version,
    batchId,
    state,
    tries,
    reply,
    reason,
  } = found
  const { views, clicks, bounceKind, bounceReason } = found
  const moment = (text: string | null) => text && formatInstant(text)
  return {
    ...{
      id,
      identifier,
      email,
      name,
      format,
      projectGuid,
      project,
      version,
      batchId,
      state,
      tries,
      reply,
      reason,
    },
    ...{
      created: formatInstant(found.created),
      sendTime: formatInstant(found.sendTime),
      nextTry: moment(found.nextTry),
    },
    ...{ changed: moment(found.changed), sent: moment(found.sent), views, clicks },
    ...{ bounced: moment(found.bounceTime), bounceKind, bounceReason },
  }
}
