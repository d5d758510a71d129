/** `pennypost sms ...`: SMS to lists. Credits are in credits.ts. */
import type { Command } from 'commander'
import { findList } from '../domain/lists/lists.sql.ts'
import { noSuch } from '../domain/refusal.ts'
import { DEFAULT_ZONE, shownTime } from '../domain/sendings/due-time.ts'
import { cancelMessage } from '../domain/sms/cancel-message.ts'
import { confirmMessage } from '../domain/sms/confirm-message.ts'
import { messagesOfAccount } from '../domain/sms/messages.sql.ts'
import { smsProgress } from '../domain/sms/progress.ts'
import { checkSms, type SmsSent, sendSmsToList, trySmsToList } from '../domain/sms/send-sms.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, textOfFile, withLimit } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'
import { count } from './long-work.ts'
import { recogniseErasedHere } from './secret.ts'
import { registerCountry } from './sms-country.ts'
import { registerGateway } from './sms-gateway.ts'
import { registerOptOuts } from './sms-optout.ts'
import { registerPrices } from './sms-price.ts'
import { credits, facts, numbers, oneLine, planLines, report, textLines } from './sms-report.ts'

interface SendOptions extends AccountOption {
  list: number
  text?: string
  file?: string
  dryRun?: boolean
  yes?: boolean
}

export function register(sms: Command, context: Context): void {
  withAccount(sms.command('send'))
    .requiredOption('--list <id>', 'to the numbers of which list', idOf('list'))
    .option('--text <text>', 'what it says')
    .option('--file <file>', 'the same, from a file in UTF-8; - reads standard input')
    .option('--dry-run', 'say what it would be and cost, and send nothing')
    .option('--yes', 'do not ask for confirmation')
    .description(
      'Send an SMS to a list, after showing its segments, its cost, and the remaining credits.',
    )
    .addHelpText(
      'after',
      `
Without enough credits the message is held until there are: pennypost credits add. \
The SMS are handed over by the service
(pennypost start). Without SMS_URL the sandbox keeps them: see /sandbox in the browser.

Examples:
  $ pennypost sms send --list 1 --text "Sale from Friday 9.00" --dry-run
  $ pennypost sms send --list 1 --file text.txt --yes`,
    )
    .action((options: SendOptions) => send(context, options))

  withLimit(withAccount(sms.command('list')), 50)
    .description('List the SMS, the newest first.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms list')
    .action((options: AccountOption & { limit: number }) => list(context, options))

  withAccount(sms.command('show'))
    .argument('<id>', 'which message', idOf('SMS'))
    .description(
      'Show the state of an SMS: deliveries, failures and their reasons, cost and refunds.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost sms show 1')
    .action((id: number, options: AccountOption) => show(context, id, options))

  withYes(withAccount(sms.command('cancel')))
    .argument('<id>', 'which message', idOf('SMS'))
    .description('Cancel a message: SMS not handed over are withdrawn and their credits refunded.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms cancel 1')
    .action((id: number, options: AccountOption & YesOption) => cancel(context, id, options))

  withAccount(sms.command('confirm'))
    .argument('<id>', 'which message', idOf('SMS'))
    .description('Confirm a message held since a restore: SMS not handed over are sent.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms confirm 1')
    .action((id: number, options: AccountOption) => confirm(context, id, options))

  registerCountry(sms, context)
  registerPrices(sms, context)
  registerOptOuts(sms, context)
  registerGateway(sms, context)
}

async function send(context: Context, options: SendOptions): Promise<void> {
  if ((options.text === undefined) === (options.file === undefined))
    throw new CommandFailed('Give the text with --text, or the file it is in with --file.')
  if (options.file === '-' && !options.yes && !options.dryRun)
    throw new CommandFailed(
      'The text comes from standard input, so no confirmation is possible: add --yes or --dry-run.',
    )
  const written = options.text ?? textOfFile(options.file!).replace(/\r?\n$/, '')
  const config = context.config()
  await forAccount(context, options, async (db, { id: accountId }) => {
    await recogniseErasedHere(db, config, accountId)
    const { text, segmented } = checkSms(written)
    const list = await findList(db, { accountId, listId: options.list })
    if (!list) throw noSuch('no-such-list', options.list)
    const lines = (of: SmsSent) => [
      ...textLines(text, segmented),
      ...planLines(of, `list ${list.id} (${list.name})`),
    ]
    const made = {
      alphabet: segmented.alphabet,
      characters: segmented.units,
      offending: segmented.offending,
    }
    if (options.dryRun || !options.yes) {
      const { messageId: _, ...tried } = await trySmsToList(db, accountId, list.id, text)
      if (options.dryRun && options.json) return context.printJson({ ...made, ...tried })
      for (const line of lines({ messageId: 0, ...tried }))
        options.dryRun ? context.print(line) : context.progress(line)
      if (options.dryRun) return context.print('Nothing was sent.')
      if (tried.planned === 0) throw new CommandFailed('It has no recipients.')
      await confirmed(
        context,
        options,
        `${numbers(tried.planned)} get an SMS for ${credits(tried.cost)}.`,
        'Send it',
      )
    }
    const sent = await sendSmsToList(db, accountId, list.id, text)
    if (options.json) return context.printJson({ ...made, ...sent })
    if (options.yes) for (const line of lines(sent)) context.print(line)
    context.print(
      `SMS ${sent.messageId} ` +
        `${sent.state === 'held' ? 'is held' : sent.state === 'finished' ? 'has no recipients' : 'is sent now'}.`,
    )
    if (sent.state !== 'finished')
      context.print(`To see its state: pennypost sms show ${sent.messageId}`)
  })
}

async function list(context: Context, options: AccountOption & { limit: number }): Promise<void> {
  const rows = await forAccount(context, options, (db, { id }) =>
    messagesOfAccount(db, { accountId: id, beforeId: 2 ** 31 - 1, most: options.limit }),
  )
  if (options.json)
    return context.printJson(
      rows.map(({ created, ...row }) => ({ ...row, created: formatInstant(created) })),
    )
  if (rows.length === 0)
    return context.print(
      'There are no SMS yet. To send one: pennypost sms send --list ID --text TEXT',
    )
  context.print(
    `${'Id'.padStart(6)}  ${'State'.padEnd(9)}  ${'Numbers'.padStart(9)}  ` +
      `${'Cost'.padStart(10)}  ${'Made'.padEnd(26)}  Text`,
  )
  for (const { id, state, planned, cost, created, text } of rows)
    context.print(
      `${String(id).padStart(6)}  ${state.padEnd(9)}  ${count(planned).padStart(9)}  ` +
        `${cost.padStart(10)}  ${shownTime(created, DEFAULT_ZONE).padEnd(26)}  ` +
        `${oneLine(text).slice(0, 60)}`,
    )
}

async function show(context: Context, messageId: number, options: AccountOption): Promise<void> {
  const progress = await forAccount(context, options, (db, { id }) =>
    smsProgress(db, id, messageId),
  )
  if (options.json) context.printJson(facts(progress))
  else for (const line of report(progress)) context.print(line)
}

async function confirm(context: Context, messageId: number, options: AccountOption): Promise<void> {
  await forAccount(context, options, (db, { id }) => confirmMessage(db, id, messageId))
  if (options.json) context.printJson({ id: messageId, state: 'sending' })
  else context.print(`SMS ${messageId} is being sent.`)
}

async function cancel(
  context: Context,
  messageId: number,
  options: AccountOption & YesOption,
): Promise<void> {
  const { withdrawn, givenBack } = await forAccount(context, options, async (db, { id }) => {
    const { state } = await smsProgress(db, id, messageId)
    await confirmed(
      context,
      options,
      `SMS ${messageId} is ${state}; SMS not sent are withdrawn.`,
      'Cancel it',
    )
    return cancelMessage(db, id, messageId)
  })
  if (options.json) context.printJson({ id: messageId, withdrawn, givenBack })
  else
    context.print(
      `SMS ${messageId} is cancelled: ${numbers(withdrawn)} get nothing, ` +
        `${credits(givenBack)} came back.`,
    )
}
