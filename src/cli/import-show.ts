/**
 * `pennypost import list|show|undo`: imports that were made, their rejected rows as a file, and
 * taking one back.
 */
import type { Command } from 'commander'
import { type RejectReason, rejectReasons } from '../domain/imports/apply/reject-reasons.ts'
import { importProgress, importRejects, listImports } from '../domain/imports/progress.ts'
import { undoImport } from '../domain/imports/undo-import.ts'
import { noSuch } from '../domain/refusal.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { importFacts, importLines, listLines } from './import-report.ts'
import { count } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { openRejects } from './rejects-file.ts'

const id = idOf('import')

export function registerShowing(command: Command, context: Context): void {
  withAccount(command.command('list'))
    .description('List the imports, the newest first.')
    .addHelpText('after', '\nExample:\n  $ pennypost import list --json')
    .action((options: AccountOption) => list(context, options))

  withAccount(command.command('show').argument('<id>', 'which import', id))
    .option(
      '--rejects <file>',
      'write its rejected rows to a CSV file: line, reason, the row as it was',
    )
    .description('Show how an import stands and what came of each row.')
    .addHelpText(
      'after',
      '\nOf an import the first 100,000 rejected rows are kept, the rest is counted.\n\nExample:\n  $ pennypost import show 3 --rejects rejected.csv',
    )
    .action((importId: number, options: AccountOption & { rejects?: string }) =>
      show(context, importId, options),
    )

  withYes(withAccount(command.command('undo').argument('<id>', 'which import', id)))
    .description(
      'Take an import back: people it made and subscriptions it added go, values it changed come back.',
    )
    .addHelpText(
      'after',
      '\nWhat something newer has changed stays as it is. After a stop, undo again: it goes on.\n\nExample:\n  $ pennypost import undo 3',
    )
    .action((importId: number, options: AccountOption & YesOption) =>
      undo(context, importId, options),
    )
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const imports = await forAccount(context, options, (db, account) =>
    listImports(db, account.id, 1000),
  )
  if (options.json) return context.printJson(imports.map(importFacts))
  if (imports.length === 0)
    return context.print('There are no imports yet. To make one: pennypost import FILE --list ID')
  for (const line of listLines(imports)) context.print(line)
}

async function show(
  context: Context,
  importId: number,
  options: AccountOption & { rejects?: string },
): Promise<void> {
  const { progress, written } = await forAccount(context, options, async (db, account) => {
    const found = await importProgress(db, account.id, importId)
    if (!found) throw noSuch('no-such-import', importId)
    if (options.rejects === undefined) return { progress: found, written: 0 }
    const file = await openRejects(options.rejects)
    let rows = 0
    try {
      for await (const part of importRejects(db, account.id, importId)) {
        await file.write(
          part.map(({ line, reason, raw }) => ({ line, raw, reason: sentenceOf(reason) })),
        )
        rows += part.length
      }
    } finally {
      await file.close()
    }
    return { progress: found, written: rows }
  })
  if (options.json)
    return context.printJson({
      ...importFacts(progress),
      ...(options.rejects !== undefined && { rejectsWritten: written }),
    })
  for (const line of importLines(progress)) context.print(line)
  if (options.rejects === undefined) return
  const missing = progress.rejected - written
  context.print(
    `${count(written)} rejected rows are in ${options.rejects}.${missing > 0 ? ` ${count(missing)} more were counted and not kept.` : ''}`,
  )
}

const sentenceOf = (reason: string): string => rejectReasons[reason as RejectReason] ?? reason

async function undo(
  context: Context,
  importId: number,
  options: AccountOption & YesOption,
): Promise<void> {
  const bar = progressBar()
  const undone = await forAccount(context, options, async (db, account) => {
    const found = await importProgress(db, account.id, importId)
    if (!found) throw noSuch('no-such-import', importId)
    const facts = `${count(found.inserted)} people were made by import ${importId}, ${count(found.updated)} changed.`
    if (found.undone === null) await confirmed(context, options, facts, 'Take it back')
    return undoImport(db, account.id, importId, context.config().imports.keepDays, so =>
      bar.show({ part: undefined, rows: so.removed + so.restored + so.unlisted, also: [] }),
    )
  }).finally(bar.end)
  if (options.json) return context.printJson({ id: importId, ...undone })
  context.print(`Import ${importId} is undone:`)
  const line = (number: number, what: string) =>
    number > 0 && context.print(`  ${count(number).padStart(12)}  ${what}`)
  line(undone.removed, 'people it had made are gone')
  line(undone.unlisted, 'subscriptions it had made are gone')
  line(undone.restored, 'people have their former values')
  line(undone.stayed, 'people it had made stay: something else is known of them by now')
  line(undone.changedSince, 'people were changed since, and stay so')
  if (Object.values(undone).every(number => number === 0)) context.print('  nothing was left of it')
}
