/** `pennypost sending recipients`: who got a sending and who did not, as a table or a file. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { recipientsTable } from '../actions/exports/recipients-table.ts'
import { FORMATS } from '../actions/exports/table-file.ts'
import { DELIVERY_STATES, type RecipientFilter } from '../domain/reports/sendings/recipients.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { type ReportOutput, writeReport } from './report-file.ts'

interface Options extends ReportOutput, AccountOption {
  state?: string[]
  email?: string
  reply?: string
  domain?: string
  provider?: string
  opened?: boolean
  clicked?: boolean
}

function states(text: string): string[] {
  const given = text.split(',').map(state => state.trim())
  const known: readonly string[] = DELIVERY_STATES
  if (given.every(state => known.includes(state))) return given
  throw new InvalidArgumentError(`The states are ${known.join(', ')}, separated by commas.`)
}

export function registerRecipients(command: Command, context: Context): void {
  command
    .option('--state <states>', `only these: ${DELIVERY_STATES.join(', ')}`, states)
    .option('--email <text>', 'only addresses with this in them')
    .option('--reply <text>', 'only with this in the reply, or in the reason')
    .option('--domain <domain>', 'only addresses of this domain')
    .option('--provider <name>', 'only addresses of this mailbox provider, like Gmail')
    .option('--opened', 'only people who opened it')
    .option('--no-opened', 'only who has not opened it')
    .option('--clicked', 'only people who clicked')
    .option('--no-clicked', 'only who has not clicked')
    .option('-o, --output <file>', 'a file that is not there yet; otherwise standard output')
    .addOption(
      new Option('--format <format>', 'otherwise by the name of the file, or CSV').choices(FORMATS),
    )
    .description('Write who got a sending and who did not: state, reply, tries, opens, clicks.')
    .addHelpText(
      'after',
      `
Examples:
  $ pennypost sending recipients 5 --state bounced,failed
  $ pennypost sending recipients 5 --provider Gmail --no-opened --output unopened.csv`,
    )
    .action((id: number, options: Options) => write(context, id, options))
}

async function write(context: Context, id: number, options: Options): Promise<void> {
  const { state, email, reply, domain, provider, opened, clicked } = options
  const by = { states: state, email, reply, domain, provider }
  const filter: RecipientFilter = { ...by, opened, clicked }
  const rows = await forAccount(context, options, async (db, account) =>
    writeReport(await recipientsTable(id, filter)(db, account), options),
  )
  if (options.output === undefined) return
  if (options.json) context.printJson({ id, file: options.output, emails: rows })
  else
    context.print(`${options.output} contains ${count(rows)} ${rows === 1 ? 'email' : 'emails'}.`)
}
