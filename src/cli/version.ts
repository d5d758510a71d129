/** `pennypost version`: of the program, and of what it runs on. */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { schemaNumber } from '../db/migrate.ts'
import type { Context } from './context.ts'

/** Two folders up, both from src/cli and from dist/cli. */
export const programVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

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
      else print(`Pennypost ${facts.pennypost} (schema ${facts.schema}, Node.js ${facts.node}, ${facts.platform})`)
    })
}
