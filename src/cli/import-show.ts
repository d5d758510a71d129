/** `pennypost import list|show|undo`: imports, their rejected rows as a file, and undoing one. */
import type { Command } from 'commander'
import { imports } from '../actions/imports/imports.ts'
import { type RejectReason, rejectReasons } from '../domain/imports/apply/reject-reasons.ts'
import { importProgress, importRejects } from '../domain/imports/progress.ts'
import { undoImport } from '../domain/imports/undo-import.ts'
import { noSuch } from '../domain/refusal.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { actionOf } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { importLines, listLines } from './import-report.ts'
import { rejectText } from './language.ts'
import { count } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { printRejects, writeRejects } from './rejects-file.ts'

const id = idOf('import')

export function registerShowing(command: Command, context: Context): void {
  derive(command, context, imports, {
    'import list': {
      all: true,
      examples: ['import list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          return print('There are no imports yet. To make one: pennypost import FILE --list ID')
        for (const line of listLines(items)) print(line)
      },
    },
    'import show': {
      notes: 'The first 100,000 rejected rows of an import are kept; the rest is only counted.',
      examples: ['import show 3 --rejects rejected.csv'],
      options: show =>
        show.option(
          '--rejects <file>',
          'write its rejected rows to a CSV file: line, reason, the row as it was',
        ),
      async beside({ id }, { here, options: { rejects } }) {
        if (typeof rejects !== 'string') return {}
        const rows = importRejects(here.db, here.account.id, id)
        return { rejectsWritten: await writeRejects(rejects, rows, sentenceOf) }
      },
      text(found, { print, options: { rejects } }) {
        for (const line of importLines(found)) print(line)
        if (typeof rejects !== 'string') return
        const { rejectsWritten: written } = found as typeof found & { rejectsWritten: number }
        printRejects(context, rejects, { rejected: found.rejected, written })
      },
    },
  })

  withYes(withAccount(command.command('undo').argument('<id>', 'which import', id)))
    .description(actionOf(imports, 'POST /imports/:importId/undo').about)
    .addHelpText(
      'after',
      '\nLater changes are kept. If interrupted, run undo again: it continues.\n\nExample:\n' +
        '  $ pennypost import undo 3',
    )
    .action((importId: number, options: AccountOption & YesOption) =>
      undo(context, importId, options),
    )
}

const sentenceOf = (reason: string): string =>
  rejectText(reason, rejectReasons[reason as RejectReason] ?? reason)

async function undo(
  context: Context,
  importId: number,
  options: AccountOption & YesOption,
): Promise<void> {
  const bar = progressBar()
  const undone = await forAccount(context, options, async (db, account) => {
    const found = await importProgress(db, account.id, importId)
    if (!found) throw noSuch('no-such-import', importId)
    const facts =
      `${count(found.inserted)} subscribers were added by import ${importId}, ` +
      `${count(found.updated)} changed.`
    if (found.undone === null) await confirmed(context, options, facts, 'Take it back')
    return undoImport(db, account.id, importId, context.config().imports.keepDays, so =>
      bar.show({ part: undefined, rows: so.removed + so.restored + so.unlisted, also: [] }),
    )
  }).finally(bar.end)
  if (options.json) return context.printJson({ id: importId, ...undone })
  context.print(`Import ${importId} is undone:`)
  const line = (number: number, what: string) =>
    number > 0 && context.print(`  ${count(number).padStart(12)}  ${what}`)
  line(undone.removed, 'subscribers it added were removed')
  line(undone.unlisted, 'subscriptions it had made are gone')
  line(undone.restored, 'subscribers have their former values')
  line(undone.stayed, 'subscribers it added are kept: they have other data by now')
  line(undone.changedSince, 'subscribers were changed since, and keep that')
  if (Object.values(undone).every(number => number === 0)) context.print('  nothing was left of it')
}
