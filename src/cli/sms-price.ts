/** `pennypost sms price ...`: the price of a segment by prefix of the number. */
import type { Command } from 'commander'
import {
  dropPrice,
  keepPrices,
  readPrice,
  readPriceList,
} from '../domain/sms/credits/keep-prices.ts'
import { pricesOfAccount } from '../domain/sms/credits/prices.sql.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { textOfFile } from './arguments.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'

export function registerPrices(sms: Command, context: Context): void {
  const price = sms
    .command('price')
    .description(
      'Maintain the price table. Without prices a segment costs 1 credit; with prices, ' +
        'numbers without one get no SMS.',
    )

  withAccount(price.command('add').alias('set'))
    .argument('<prefix>', 'the first digits of the numbers, from the calling code on')
    .argument('<price>', 'credits for a segment')
    .description('Set the price of a destination. The longest prefix that fits a number counts.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost sms price add 46 0.35\n  $ pennypost sms price add 4670 0.30',
    )
    .action((prefix: string, given: string, options: AccountOption) =>
      set(context, prefix, given, options),
    )

  withAccount(price.command('list'))
    .description('List the prices.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms price list --json')
    .action((options: AccountOption) => list(context, options))

  withAccount(price.command('remove'))
    .argument('<prefix>', 'which')
    .description('Take a price out of the table.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms price remove 4670')
    .action((prefix: string, options: AccountOption) => remove(context, prefix, options))

  withAccount(price.command('import'))
    .argument(
      '<file>',
      'rows of prefix and price, or with a header that names these columns; - reads standard input',
    )
    .option('--replace', 'take all other prices away')
    .description('Set many prices from a CSV file: all of them, or none when a row is wrong.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms price import prices.csv --replace')
    .action((file: string, options: AccountOption & { replace?: boolean }) =>
      importFile(context, file, options),
    )
}

async function set(
  context: Context,
  prefix: string,
  given: string,
  options: AccountOption,
): Promise<void> {
  const price = await forAccount(context, options, async (db, { id }) => {
    const read = readPrice(prefix, given)
    await keepPrices(db, id, [read], false)
    return read
  })
  if (options.json) context.printJson(price)
  else context.print(`A segment to +${price.prefix}... costs ${price.price}.`)
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const prices = await forAccount(context, options, (db, { id }) =>
    pricesOfAccount(db, { accountId: id }),
  )
  if (options.json) return context.printJson(prices)
  if (prices.length === 0)
    return context.print('There is no price table: a segment costs 1 credit everywhere.')
  for (const { prefix, price } of prices) context.print(`${`+${prefix}`.padEnd(18)}${price}`)
}

async function remove(context: Context, given: string, options: AccountOption): Promise<void> {
  const prefix = await forAccount(context, options, (db, { id }) => dropPrice(db, id, given))
  if (options.json) context.printJson({ prefix, removed: true })
  else context.print(`The price of +${prefix}... is gone.`)
}

async function importFile(
  context: Context,
  file: string,
  options: AccountOption & { replace?: boolean },
): Promise<void> {
  const text = textOfFile(file)
  const done = await forAccount(context, options, async (db, { id }) => {
    const prices = readPriceList(text)
    return {
      read: prices.length,
      prices: await keepPrices(db, id, prices, options.replace ?? false),
    }
  })
  if (options.json) context.printJson(done)
  else
    context.print(`${count(done.read)} prices were read; the table has ${count(done.prices)} now.`)
}
