/** `pennypost field ...`: names and types of the demographic fields DD1 to DD100. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Store } from '../db/db.ts'
import {
  addField,
  editField,
  FIELD_TYPES,
  type FieldType,
  removeField,
} from '../domain/demographics/change-field.ts'
import { demographicFields, fieldNumber } from '../domain/demographics/fields.ts'
import { searchField } from '../domain/words/choose-field.ts'
import { wordFieldsOf } from '../domain/words/words.sql.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'

const FIELD = new Argument('<field>', 'the field: DD5, or 5').argParser(text => {
  const number = fieldNumber(text)
  if (number === undefined) throw new InvalidArgumentError('A field is DD1 to DD100.')
  return number
})

export function register(field: Command, context: Context): void {
  withAccount(field.command('list'))
    .option('--all', 'also the fields that are not activated')
    .description('List the fields.')
    .addHelpText('after', '\nExample:\n  $ pennypost field list --json')
    .action((options: AccountOption & { all?: boolean }) => list(context, options))

  withAccount(field.command('edit').addArgument(FIELD))
    .option('--name <name>', 'its name; empty to call it by its number again')
    .addOption(new Option('--type <type>', 'its type').choices(FIELD_TYPES))
    .option('--choices [choice...]', 'values that the console offers; none: any')
    .addOption(
      new Option('--search <yes or no>', 'whether a search of subscribers looks into it').choices([
        'yes',
        'no',
      ]),
    )
    .description('Name a field, or give it a type. What subscribers hold in it stays as it is.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost field edit DD5 --name "Shoe size" --type number',
    )
    .action((number: number, options: EditOptions) => edit(context, number, options))

  withAccount(field.command('add').argument('<name>', 'its name'))
    .addOption(new Option('--type <type>', 'its type').choices(FIELD_TYPES))
    .option('--choices <choice...>', 'values that the console offers')
    .description('Make a field of the first number without a name and without values.')
    .addHelpText('after', '\nExample:\n  $ pennypost field add "Shoe size" --type number')
    .action((name: string, options: EditOptions) => add(context, name, options))

  withAccount(field.command('remove').addArgument(FIELD))
    .description('Forget name, type and choices of a field that nobody has a value in.')
    .addHelpText('after', '\nExample:\n  $ pennypost field remove DD5')
    .action((number: number, options: AccountOption) => remove(context, number, options))

  // Former names of `field edit`.
  withAccount(
    field.command('name', { hidden: true }).addArgument(FIELD).argument('<name>', 'its name'),
  )
    .description('Name a field.')
    .addHelpText('after', '\nExample:\n  $ pennypost field edit DD5 --name "Shoe size"')
    .action((number: number, name: string, options: AccountOption) =>
      edit(context, number, { ...options, name }),
    )

  const type = new Argument('<type>', 'its type').choices(FIELD_TYPES)
  withAccount(field.command('type', { hidden: true }).addArgument(FIELD).addArgument(type))
    .description('Give a field a type.')
    .addHelpText('after', '\nExample:\n  $ pennypost field edit DD5 --type number')
    .action((number: number, type: FieldType, options: AccountOption) =>
      edit(context, number, { ...options, type }),
    )
}

type EditOptions = AccountOption & {
  name?: string
  type?: FieldType
  /** True: the option was given without any. */
  choices?: string[] | true
  search?: 'yes' | 'no'
}

async function list(context: Context, options: AccountOption & { all?: boolean }): Promise<void> {
  const fields = await forAccount(context, options, (db, { id, fieldCount }) =>
    fieldsShown(db, id, fieldCount),
  )
  const shown = fields.filter(({ activated }) => activated || options.all)
  if (options.json) return context.printJson(shown.map(({ number: _, ...field }) => field))
  const width = Math.max(...shown.map(({ name }) => name.length))
  for (const { field, name, type, activated, searched } of shown) {
    const notes = `${activated ? '' : '  not activated'}${searched ? '  searched' : ''}`
    context.print(`${field.padEnd(5)}  ${name.padEnd(width)}  ${type.padEnd(6)}${notes}`.trimEnd())
  }
}

async function fieldsShown(db: Store, accountId: number, fieldCount: number) {
  const fields = await demographicFields(db, accountId, fieldCount)
  const searched = new Set((await wordFieldsOf(db, { accountId })).map(({ field }) => field))
  return fields.map(field => ({ ...field, searched: searched.has(field.number) }))
}

const choicesOf = ({ choices }: EditOptions) => (choices === true ? [] : choices)

async function add(context: Context, name: string, options: EditOptions): Promise<void> {
  const { type } = options
  const choices = choicesOf(options)
  const { number, fields } = await forAccount(context, options, async (db, { id, fieldCount }) => {
    const number = await addField(db, id, fieldCount, { name, type, choices })
    return { number, fields: await fieldsShown(db, id, fieldCount) }
  })
  const { number: _, ...one } = fields[number - 1]!
  if (options.json) return context.printJson(one)
  context.print(`${one.field} is called ${one.name}.`)
}

async function remove(context: Context, number: number, options: AccountOption): Promise<void> {
  await forAccount(context, options, (db, { id }) => removeField(db, id, number))
  if (options.json) return context.printJson({ field: `DD${number}` })
  context.print(`DD${number} has no name any more.`)
}

async function edit(context: Context, number: number, options: EditOptions): Promise<void> {
  const given = { name: options.name, type: options.type, choices: choicesOf(options) }
  const { search } = options
  if (Object.values({ ...given, search }).every(value => value === undefined))
    throw new CommandFailed('Nothing to change: give --name, --type, --choices or --search.')
  const fields = await forAccount(context, options, async (db, { id, fieldCount }) => {
    if (search !== undefined) await searchField(db, id, number, search === 'yes')
    if (given.name !== undefined || given.type !== undefined || given.choices)
      await editField(db, id, number, given)
    return fieldsShown(db, id, fieldCount)
  })
  const { number: _, ...one } = fields[number - 1]!
  const { field, name, type, activated } = one
  if (options.json) return context.printJson(one)
  const inactive = activated ? '' : ' It is not activated: pennypost account activate USER dd100'
  context.print(
    `${field} is called ${name} and holds ${type === 'text' ? 'text' : `a ${type}`}.${inactive}`,
  )
}
