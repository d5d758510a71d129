/** `pennypost field ...`: names and types of the demographic fields DD1 to DD100. */
import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { Db } from '../db/db.ts'
import { FIELD_TYPES, type FieldType, nameField, setFieldType } from '../domain/demographics/change-field.ts'
import { demographicFields, fieldNumber } from '../domain/demographics/fields.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import type { Context } from './context.ts'

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

  withAccount(field.command('name').addArgument(FIELD).argument('<name>', 'its name; empty to call it by its number again'))
    .description('Name a field.')
    .addHelpText('after', '\nExample:\n  $ pennypost field name DD5 "Shoe size"')
    .action((number: number, name: string, options: AccountOption) => rename(context, number, name, options))

  withAccount(field.command('type').addArgument(FIELD).addArgument(new Argument('<type>', 'its type').choices(FIELD_TYPES)))
    .description('Give a field a type. What subscribers hold in it stays as it is.')
    .addHelpText('after', '\nExample:\n  $ pennypost field type DD5 number')
    .action((number: number, type: FieldType, options: AccountOption) => retype(context, number, type, options))
}

async function list(context: Context, options: AccountOption & { all?: boolean }): Promise<void> {
  const fields = await forAccount(context, options, (db, { id, fieldCount }) => demographicFields(db, id, fieldCount))
  const shown = fields.filter(({ activated }) => activated || options.all)
  if (options.json) return context.printJson(shown.map(({ number: _, ...field }) => field))
  const width = Math.max(...shown.map(({ name }) => name.length))
  for (const { field, name, type, activated } of shown)
    context.print(`${field.padEnd(5)}  ${name.padEnd(width)}  ${type.padEnd(6)}${activated ? '' : '  not activated'}`.trimEnd())
}

async function rename(context: Context, number: number, name: string, options: AccountOption): Promise<void> {
  await change(context, number, options, (db, accountId) => nameField(db, accountId, number, name))
}

async function retype(context: Context, number: number, type: FieldType, options: AccountOption): Promise<void> {
  await change(context, number, options, (db, accountId) => setFieldType(db, accountId, number, type))
}

async function change(
  context: Context,
  number: number,
  options: AccountOption,
  work: (db: Db, accountId: number) => Promise<void>,
): Promise<void> {
  const fields = await forAccount(context, options, async (db, { id, fieldCount }) => {
    await work(db, id)
    return demographicFields(db, id, fieldCount)
  })
  const { field, name, type, activated } = fields[number - 1]!
  if (options.json) return context.printJson({ field, name, type, activated })
  const inactive = activated ? '' : ' It is not activated: pennypost account activate USER dd100'
  context.print(`${field} is called ${name} and holds ${type === 'text' ? 'text' : `a ${type}`}.${inactive}`)
}
