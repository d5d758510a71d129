/** `pennypost field ...`: names and types of the demographic fields DD1 to DD100. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import {
  FIELD_TYPES,
  type FieldType,
  nameField,
  setFieldType,
} from '../domain/demographics/change-field.ts'
import { demographicFields, fieldNumber } from '../domain/demographics/fields.ts'
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
    .description('Name a field, or give it a type. What subscribers hold in it stays as it is.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost field edit DD5 --name "Shoe size" --type number',
    )
    .action((number: number, options: EditOptions) => edit(context, number, options))

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

type EditOptions = AccountOption & { name?: string; type?: FieldType }

async function list(context: Context, options: AccountOption & { all?: boolean }): Promise<void> {
  const fields = await forAccount(context, options, (db, { id, fieldCount }) =>
    demographicFields(db, id, fieldCount),
  )
  const shown = fields.filter(({ activated }) => activated || options.all)
  if (options.json) return context.printJson(shown.map(({ number: _, ...field }) => field))
  const width = Math.max(...shown.map(({ name }) => name.length))
  for (const { field, name, type, activated } of shown)
    context.print(
      `${field.padEnd(5)}  ${name.padEnd(width)}  ${type.padEnd(6)}${activated ? '' : '  not activated'}`.trimEnd(),
    )
}

async function edit(context: Context, number: number, options: EditOptions): Promise<void> {
  const given = { name: options.name, type: options.type }
  if (given.name === undefined && given.type === undefined)
    throw new CommandFailed('Nothing to change: give --name or --type.')
  const fields = await forAccount(context, options, async (db, { id, fieldCount }) => {
    if (given.name !== undefined) await nameField(db, id, number, given.name)
    if (given.type !== undefined) await setFieldType(db, id, number, given.type)
    return demographicFields(db, id, fieldCount)
  })
  const { field, name, type, activated } = fields[number - 1]!
  if (options.json) return context.printJson({ field, name, type, activated })
  const inactive = activated ? '' : ' It is not activated: pennypost account activate USER dd100'
  context.print(
    `${field} is called ${name} and holds ${type === 'text' ? 'text' : `a ${type}`}.${inactive}`,
  )
}
