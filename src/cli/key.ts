/** `pennypost key ...`: the keys that links are signed with. */
import type { Command } from 'commander'
import { rotateKeys } from '../domain/keys/keys.ts'
import { type Context, withStore } from './context.ts'
import { sealerOf } from './secret.ts'

export function register(program: Command, context: Context): void {
  const key = program.command('key').description('Keep the keys that links in letters are signed with.')

  key
    .command('rotate')
    .option('--json', 'as JSON, for programs')
    .description('Make a new key that signs from now on. Links signed with former keys stay valid.')
    .addHelpText('after', '\nEvery process signs with the new key within a minute.\n\nExample:\n  $ pennypost key rotate')
    .action((options: { json?: boolean }) => rotate(context, options))
}

async function rotate(context: Context, { json }: { json?: boolean }): Promise<void> {
  const config = context.config()
  const id = await withStore(config, async db => rotateKeys(db, await sealerOf(db, config)))
  if (json) context.printJson({ key: id })
  else context.print(`Key ${id} signs from now on. Links signed with former keys stay valid.`)
}
