/** `pennypost key ...`: the keys that sign links, and those that shops report purchases with. */
import type { Command } from 'commander'
import { linkKeys } from '../actions/link-keys/link-keys.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'

export function register(key: Command, context: Context): void {
  derive(key, context, linkKeys, {
    'key rotate': {
      notes: 'Every process signs with the new key within a minute.',
      examples: ['key rotate'],
      text: ({ key }, { print }) =>
        print(`Key ${key} signs from now on. Links signed with former keys stay valid.`),
    },
  })
  withYes(withAccount(key.command('shop')))
    .option('--remove', 'make all keys of the account useless, instead')
    .description(actionOf(linkKeys, 'POST /shop-keys').about)
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost key shop\n' +
        '  $ curl -H "Authorization: Bearer KEY" -d email=asa@example.com -d value=99.50 -d ' +
        'order=1001 https://mail.example.com/c',
    )
    .action((options: ShopOptions) =>
      acting(context, options, linkKeys, async call => {
        if (!options.remove) {
          const made = await call('POST /shop-keys', {})
          return options.json ? context.printJson(made) : context.print(made.key)
        }
        const facts = 'Shops that report with these keys are refused.'
        await confirmed(context, options, facts, 'Remove them')
        const gone = await call('DELETE /shop-keys', {})
        if (options.json) context.printJson(gone)
        else context.print(`Keys made useless: ${gone.removed}.`)
      }),
    )
}

type ShopOptions = AccountOption & YesOption & { remove?: boolean }
