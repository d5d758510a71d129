/** `pennypost list ...`: mailing lists. */
import { type Command, Option } from 'commander'
import { makeList } from '../domain/lists/add-list.ts'
import { type CountedList, countedLists } from '../domain/lists/lists-of-account.ts'
import { anonymousLists, setTracking, type Tracking } from '../domain/tracking/anonymous-lists.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'

interface NewListOptions extends AccountOption {
  fromEmail: string
  fromName?: string
  description?: string
  characterSet?: string
  tracking: Tracking
}

export function register(list: Command, context: Context): void {
  withAccount(list.command('add'))
    .argument('<name>', 'its name')
    .requiredOption('--from-email <address>', 'the address that its letters come from')
    .option('--from-name <name>', 'the name beside that address; otherwise the name of the list')
    .option('--description <text>', 'what it is about')
    .option('--character-set <name>', 'what its letters are written in; otherwise iso-8859-1')
    .addOption(trackingOption().default('personal'))
    .description('Make a mailing list and show its id.')
    .addHelpText('after', '\nExample:\n  $ pennypost list add "Customers" --from-email news@example.com --from-name "The Shop"')
    .action((name: string, options: NewListOptions) => add(context, name, options))

  withAccount(list.command('change'))
    .argument('<id>', 'the list', idOf('list'))
    .addOption(trackingOption().makeOptionMandatory())
    .description('Change how the opens and clicks of its letters are counted. What was sent while it was anonymous stays so.')
    .addHelpText('after', '\nExample:\n  $ pennypost list change 1 --tracking anonymous')
    .action((id: number, options: AccountOption & { tracking: Tracking }) => change(context, id, options))

  withAccount(list.command('show'))
    .argument('[id]', 'one list only', idOf('list'))
    .description('Show the mailing lists with how many are on each, or one of them.')
    .addHelpText('after', '\nExamples:\n  $ pennypost list show\n  $ pennypost list show 1 --json')
    .action((id: number | undefined, options: AccountOption) => show(context, id, options))
}

const trackingOption = () =>
  new Option('--tracking <how>', 'personal: who opened and clicked is known; anonymous: only how often').choices([
    'personal',
    'anonymous',
  ])

async function change(context: Context, id: number, options: AccountOption & { tracking: Tracking }): Promise<void> {
  const { tracking } = options
  await forAccount(context, options, (db, account) => setTracking(db, account.id, id, tracking))
  if (options.json) context.printJson({ id, tracking })
  else context.print(`The list ${id} is tracked ${tracking === 'anonymous' ? 'anonymously' : 'by person'} from now on.`)
}

async function add(context: Context, name: string, options: NewListOptions): Promise<void> {
  const { fromEmail, fromName = name, description = '', characterSet = '', tracking } = options
  const id = await forAccount(context, options, async (db, account) => {
    const made = await makeList(db, account.id, { name, fromName, fromEmail, description, characterSet })
    if (tracking === 'anonymous') await setTracking(db, account.id, made, tracking)
    return made
  })
  if (options.json) context.printJson({ id, name: name.trim() })
  else context.print(`The list ${name.trim()} was made. Its id is ${id}.`)
}

async function show(context: Context, id: number | undefined, options: AccountOption): Promise<void> {
  const all = await forAccount(context, options, async (db, account): Promise<ShownList[]> => {
    const anonymous = await anonymousLists(db, account.id)
    const lists = await countedLists(db, account.id)
    return lists.map(list => ({ ...list, tracking: anonymous.has(list.id) ? 'anonymous' : 'personal' }))
  })
  if (id !== undefined) {
    const found = all.find(list => list.id === id)
    if (!found) throw new CommandFailed(`There is no list ${id}.`)
    if (options.json) return context.printJson(facts(found))
    for (const [name, value] of Object.entries(facts(found))) context.print(`${`${name}:`.padEnd(14)}${value}`.trimEnd())
    return
  }
  if (options.json) return context.printJson(all.map(facts))
  if (all.length === 0) return context.print('There are no lists yet. To make one: pennypost list add NAME --from-email ADDRESS')
  const width = Math.max(4, ...all.map(({ name }) => name.length))
  context.print(`${'Id'.padStart(6)}  ${'Name'.padEnd(width)}  Subscribers  From`)
  for (const { id, name, subscribers, fromName, fromEmail } of all)
    context.print(
      `${String(id).padStart(6)}  ${name.padEnd(width)}  ${String(subscribers).padStart(11)}  ${fromName} <${fromEmail}>`,
    )
}

type ShownList = CountedList & { tracking: Tracking }

const facts = ({ created, ...list }: ShownList) => ({ ...list, created: formatInstant(created) })
