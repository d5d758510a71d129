/** `pennypost trigger check`: a trigger from a file, checked and drawn. */
import type { Command } from 'commander'
import { checkTrigger, problemText } from '../domain/triggers/check-trigger.ts'
import { namesIn } from '../domain/triggers/draw-names.ts'
import { drawTrigger } from '../domain/triggers/language/draw-trigger.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, textOfFile } from './arguments.ts'
import type { Context } from './context.ts'

interface FileOptions extends AccountOption {
  file: string
  id?: number
}

const FILE = ['--file <file>', 'the trigger, in YAML or JSON; - for standard input'] as const

export function register(trigger: Command, context: Context): void {
  withAccount(trigger.command('check'))
    .requiredOption(...FILE)
    .option('--id <id>', 'as a new version of this trigger', idOf('trigger'))
    .description('Report errors of a trigger by line and column, or draw it. Saves nothing.')
    .addHelpText(
      'after',
      '\nThe exit code is 1 when something is wrong.\n\nExample:\n' +
        '  $ pennypost trigger check --file welcome.yaml',
    )
    .action((options: FileOptions) => check(context, options))
}

async function check(context: Context, options: FileOptions): Promise<void> {
  const source = textOfFile(options.file)
  const { problems, notes, drawing, name } = await forAccount(
    context,
    options,
    async (db, { id: accountId }) => {
      const { definition, ...checked } = await checkTrigger(db, accountId, source, options.id)
      const drawing = definition
        ? drawTrigger(definition, await namesIn(db, accountId, definition))
        : []
      return { ...checked, drawing, name: definition?.name }
    },
  )
  if (problems.length > 0) process.exitCode = 1
  if (options.json) return context.printJson({ ok: problems.length === 0, problems, notes })
  for (const problem of problems) context.print(`wrong  ${problemText(problem)}`)
  for (const note of notes) context.print(`look   ${problemText(note)}`)
  if (problems.length > 0) return
  context.print(`ok     ${name}`)
  for (const line of ['', ...drawing]) context.print(line)
}
