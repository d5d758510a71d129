/** `pennypost optout import`: adds the addresses of a file to the opt-out list. */
import type { Command } from 'commander'
import {
  ADDRESS_FILE,
  type AddressImportOptions,
  importAddressFile,
  withAddressFile,
} from './address-import.ts'
import type { Context } from './context.ts'

export function registerImport(optout: Command, context: Context): void {
  withAddressFile(optout)
    .description('Opt out all addresses of a file. Those on the list already keep their record.')
    .addHelpText(
      'after',
      `
${ADDRESS_FILE}

Examples:
  $ pennypost optout import unsubscribed.csv --reason "from the former system"
  $ pennypost optout import - --rejects wrong.csv < addresses.txt`,
    )
    .action(async (file: string, options: AddressImportOptions) => {
      const { importOptOuts } = await import('../domain/opt-outs/import-opt-outs.ts')
      await importAddressFile(context, file, options, (db, accountId, rows) =>
        importOptOuts(db, accountId, rows, options.reason ?? ''),
      )
    })
}
