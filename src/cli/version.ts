/** `pennypost version`: versions of the program and its runtime. */
import type { Command } from 'commander'
import { schemaNumber } from '../db/migrate.ts'
import { programVersion } from '../lib/build.ts'
import type { Context } from './context.ts'

export function register(command: Command, { print, printJson }: Context): void {
  command
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ pennypost version --json')
    .action(({ json }: { json?: boolean }) => {
      const facts = {
        pennypost: programVersion(),
        schema: schemaNumber(),
        node: process.versions.node,
        platform: `${process.platform}-${process.arch}`,
      }
      if (json) printJson(facts)
      else
        print(
          `Pennypost ${facts.pennypost} (schema ${facts.schema}, Node.js ${facts.node}, ` +
            `${facts.platform})`,
        )
    })
}
