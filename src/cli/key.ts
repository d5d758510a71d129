/** `pennypost key ...`: the keys that sign links, and those that shops report purchases with. */
import type { Command } from 'commander'
import { rotateKeys } from '../domain/keys/keys.ts'
import { dropConversionKeys, makeConversionKey } from '../domain/tracking/convert.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { confirmed, type YesOption } from './confirm.ts'
import { type Context, withStore } from './context.ts'
import { sealerOf } from './secret.ts'

export function register(key: Command, context: Context): void {
  key
    .command('rotate')
    .option('--json', 'as JSON, for programs')
    .description('Make a new key that signs from now on. Links signed with former keys stay valid.')
    .addHelpText(
      'after',
      '\nEvery process signs with the new key within a minute.\n\nExample:\n' +
        '  $ pennypost key rotate',
    )
    .action((options: { json?: boolean }) => rotate(context, options))

  withAccount(key.command('shop'))
    .option('--remove', 'make all keys of the account useless, instead')
    .option('--yes', 'do not ask for confirmation')
    .description(
      'Make a key that a shop reports purchases with, from server to server. It is shown once.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost key shop\n' +
        '  $ curl -H "Authorization: Bearer KEY" -d email=asa@example.com -d value=99.50 -d ' +
        'order=1001 https://mail.example.com/c',
    )
    .action((options: ShopOptions) => shop(context, options))
}

type ShopOptions = AccountOption & YesOption & { remove?: boolean }

async function shop(context: Context, options: ShopOptions): Promise<void> {
  if (options.remove) {
    const removed = await forAccount(context, options, async (db, { id }) => {
      await confirmed(
        context,
        options,
        'Shops that report with these keys are refused.',
        'Remove them',
      )
      return dropConversionKeys(db, id)
    })
    if (options.json) context.printJson({ removed })
    else context.print(`Keys made useless: ${removed}.`)
    return
  }
  const key = await forAccount(context, options, (db, { id }) => makeConversionKey(db, id))
  if (options.json) context.printJson({ key })
  else context.print(key)
}

async function rotate(context: Context, { json }: { json?: boolean }): Promise<void> {
  const config = context.config()
  const id = await withStore(config, async db => rotateKeys(db, await sealerOf(db, config)))
  if (json) context.printJson({ key: id })
  else context.print(`Key ${id} signs from now on. Links signed with former keys stay valid.`)
}
