/** `pennypost sms ...`: SMS to lists. Credits are in credits.ts. */
import type { Command } from 'commander'
import type { CallInput } from '../actions/action.ts'
import { lists } from '../actions/lists/lists.ts'
import { smsRoutes } from '../actions/sms/sms.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { idOf, textOfFile } from './arguments.ts'
import { confirmed } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'
import { registerCountry } from './sms-country.ts'
import { registerGateway } from './sms-gateway.ts'
import { registerLedger } from './sms-ledger.ts'
import { registerOptOuts } from './sms-optout.ts'
import { registerPrices } from './sms-price.ts'
import {
  credits,
  numbers,
  oneLine,
  planLines,
  report,
  type SmsPlan,
  textLines,
} from './sms-report.ts'

const SEND = actionOf(smsRoutes, 'POST /sms')

interface SendOptions extends AccountOption {
  file?: string
  dryRun?: boolean
  yes?: boolean
}

export function register(sms: Command, context: Context): void {
  const command = withAccount(sms.command('send'))
  const order = takes(command, SEND, {
    values: ['listId', 'text', 'sender', 'mostCost'],
    flags: { listId: 'list' },
    optional: ['text'],
    read: { listId: idOf('list') },
  })
  command
    .option('--file <file>', 'the same, from a file in UTF-8; - reads standard input')
    .option('--dry-run', 'say what it would be and cost, and send nothing')
    .option('--yes', 'do not ask for confirmation')
    .description(SEND.about)
    .addHelpText(
      'after',
      `
It shows segments, cost and the remaining credits first. To add credits: pennypost credits add. \
The SMS are handed over by the service
(pennypost start). Without SMS_URL the sandbox keeps them: see /sandbox in the browser.

Examples:
  $ pennypost sms send --list 1 --text "Sale from Friday 9.00" --dry-run
  $ pennypost sms send --list 1 --file text.txt --yes`,
    )
    .action((options: SendOptions) => send(context, { ...options, ...order(options) }))

  derive(sms, context, smsRoutes, {
    'sms list': {
      examples: ['sms list'],
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no SMS yet. To send one: pennypost sms send --list ID --text TEXT',
          )
        print(
          `${'Id'.padStart(6)}  ${'State'.padEnd(9)}  ${'Numbers'.padStart(9)}  ` +
            `${'Cost'.padStart(10)}  ${'Made'.padEnd(26)}  Text`,
        )
        for (const { id, state, planned, cost, created, text } of items)
          print(
            `${String(id).padStart(6)}  ${state.padEnd(9)}  ${count(planned).padStart(9)}  ` +
              `${cost.padStart(10)}  ${created.padEnd(26)}  ${oneLine(text).slice(0, 60)}`,
          )
      },
    },
    'sms to <number>': {
      examples: ['sms to +46701740605 --text "A test"'],
      text(sent, { print, given: { body } }) {
        for (const line of textLines(body.text, sent)) print(line)
        for (const line of planLines(sent, body.number)) print(line)
        print(`SMS ${sent.id} ${SENT[sent.state] ?? 'is sent now'}.`)
      },
    },
    'sms replies': {
      examples: ['sms replies --limit 10'],
      text({ items }, { print }) {
        if (items.length === 0) print('There are no replies to SMS yet.')
        for (const { number, text, meaning, received } of items)
          print(`${received}  ${number.padEnd(16)}  ${meaning.padEnd(5)}  ${oneLine(text)}`)
      },
    },
    'sms show': {
      examples: ['sms show 1'],
      text(message, { print }) {
        for (const line of report(message)) print(line)
      },
    },
    'sms cancel': {
      examples: ['sms cancel 1'],
      async ask({ call, given: { params } }) {
        const { id, state } = await call('GET /sms/:smsId', { params })
        return {
          facts: `SMS ${id} is ${state}; SMS not sent are withdrawn.`,
          what: 'Cancel it',
        }
      },
      text: ({ withdrawn, givenBack }, { print, given: { params } }) =>
        print(
          `SMS ${params.smsId} is cancelled: ${numbers(withdrawn)} get nothing, ` +
            `${credits(givenBack)} came back.`,
        ),
    },
    'sms confirm': {
      examples: ['sms confirm 1'],
      text: (_, { print, given: { params } }) => print(`SMS ${params.smsId} is being sent.`),
    },
  })
  registerLedger(sms, context)
  registerCountry(sms, context)
  registerPrices(sms, context)
  registerOptOuts(sms, context)
  registerGateway(sms, context)
}

async function send(
  context: Context,
  options: SendOptions & CallInput<typeof SEND>['body'],
): Promise<void> {
  if ((options.text === undefined) === (options.file === undefined))
    throw new CommandFailed('Give the text with --text, or the file it is in with --file.')
  if (options.file === '-' && !options.yes && !options.dryRun)
    throw new CommandFailed(
      'The text comes from standard input, so no confirmation is possible: add --yes or --dry-run.',
    )
  const text = options.text ?? textOfFile(options.file!).replace(/\r?\n$/, '')
  const { listId, sender, mostCost } = options
  const body = { listId, text }
  await acting(context, options, [...smsRoutes, ...lists] as const, async call => {
    const list = await call('GET /lists/:listId', { params: { listId } })
    const lines = (of: SmsPlan) => [
      ...textLines(text, of),
      ...planLines(of, `list ${list.id} (${list.name})`),
    ]
    if (options.dryRun || !options.yes) {
      const tried = await call('POST /sms/try', { body })
      if (options.dryRun && options.json) return context.printJson(tried)
      for (const line of lines(tried)) options.dryRun ? context.print(line) : context.progress(line)
      if (options.dryRun) return context.print('Nothing was sent.')
      if (tried.planned === 0) throw new CommandFailed('It has no recipients.')
      const facts = `${numbers(tried.planned)} get an SMS for ${credits(tried.cost)}.`
      await confirmed(context, options, facts, 'Send it')
    }
    const sent = await call('POST /sms', { body: { ...body, sender, mostCost } })
    if (options.json) return context.printJson(sent)
    if (options.yes) for (const line of lines(sent)) context.print(line)
    context.print(`SMS ${sent.id} ${SENT[sent.state] ?? 'is sent now'}.`)
    if (sent.state !== 'finished') context.print(`To see its state: pennypost sms show ${sent.id}`)
  })
}

const SENT: Record<string, string> = { held: 'is held', finished: 'has no recipients' }
