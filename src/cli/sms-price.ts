/** `pennypost sms price ...`: the price of a segment by prefix of the number. */
import type { Command } from 'commander'
import { smsPrices } from '../actions/sms/prices.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { textOfFile } from './arguments.ts'
import type { Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'

const IMPORT = actionOf(smsPrices, 'POST /sms-prices/import')

export function registerPrices(sms: Command, context: Context): void {
  const price = sms
    .command('price')
    .description(
      'Maintain the price table. Without prices a segment costs 1 credit; with prices, ' +
        'numbers without one get no SMS.',
    )
  derive(sms, context, smsPrices, {
    'sms price list': {
      examples: ['sms price list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('There is no price table: a segment costs 1 credit everywhere.')
        for (const { prefix, price } of items) print(`${`+${prefix}`.padEnd(18)}${price}`)
      },
    },
    'sms price add <price>': {
      alias: 'set',
      examples: ['sms price add 46 0.35', 'sms price add 4670 0.30'],
      text: ({ prefix, price }, { print }) => print(`A segment to +${prefix}... costs ${price}.`),
    },
    'sms price remove': {
      examples: ['sms price remove 4670'],
      text: (_, { print, given: { params } }) =>
        print(`The price of +${params.prefix}... is gone.`),
    },
  })
  const command = withAccount(price.command('import'))
    .argument(
      '<file>',
      'rows of prefix and price, or with a header that names these columns; - reads standard input',
    )
    .description(IMPORT.about)
    .addHelpText('after', '\nExample:\n  $ pennypost sms price import prices.csv --replace')
  const given = takes(command, IMPORT, { values: ['replace'] })
  command.action(async (file: string, options: AccountOption) => {
    const { replace } = given(options)
    const body = { csv: textOfFile(file), replace }
    const done = await acting(context, options, smsPrices, call =>
      call('POST /sms-prices/import', { body }),
    )
    if (options.json) context.printJson(done)
    else
      context.print(
        `${count(done.read)} prices were read; the table has ${count(done.prices)} now.`,
      )
  })
}
