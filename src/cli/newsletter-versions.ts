/** `pennypost newsletter show|versions|restore`: a newsletter and its versions. */
import type { Command } from 'commander'
import { newsletterVersions } from '../domain/newsletters/newsletters.sql.ts'
import { keptDraft, restoreVersion } from '../domain/newsletters/save-newsletter.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

export function register(newsletter: Command, context: Context): void {
  withAccount(newsletter.command('show').argument('<id>', 'which newsletter', idOf('newsletter')))
    .option('--html', 'the HTML that emails are composed of, and nothing else')
    .description(
      'Show what a newsletter is written in: its file as it was saved, or its template and slots.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost newsletter show 3 > newsletter.mjml\n' +
        '  $ pennypost newsletter show 3 --json',
    )
    .action((id: number, options: AccountOption & { html?: boolean }) => show(context, id, options))

  withAccount(
    newsletter.command('versions').argument('<id>', 'which newsletter', idOf('newsletter')),
  )
    .description('List the versions of a newsletter, the newest first. Every save makes one.')
    .addHelpText('after', '\nExample:\n  $ pennypost newsletter versions 3')
    .action((id: number, options: AccountOption) => versions(context, id, options))

  withAccount(
    newsletter.command('restore').argument('<id>', 'which newsletter', idOf('newsletter')),
  )
    .argument('<version>', 'which version', idOf('version'))
    .description(
      'Make an earlier version the newest. Nothing is lost: it becomes a version of its own.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost newsletter restore 3 1')
    .action((id: number, version: number, options: AccountOption) =>
      restore(context, id, version, options),
    )
}

async function show(
  context: Context,
  id: number,
  options: AccountOption & { html?: boolean },
): Promise<void> {
  const draft = await forAccount(context, options, (db, account) => keptDraft(db, account.id, id))
  if (options.json) return context.printJson({ id, ...draft })
  if (options.html) return void writeText(process.stdout, draft.html)
  if (draft.kind === 'blocks') return context.printJson(JSON.parse(draft.source))
  if (draft.kind !== 'template') return void writeText(process.stdout, draft.source || draft.text)
  context.progress(
    `Template ${draft.templateId}, version ${draft.templateVersion}. Contents of its slots:`,
  )
  context.printJson(draft.slots)
}

async function versions(context: Context, id: number, options: AccountOption): Promise<void> {
  const rows = await forAccount(context, options, async (db, { id: accountId }) => {
    await keptDraft(db, accountId, id)
    return newsletterVersions(db, { accountId, newsletterId: id })
  })
  if (options.json)
    return context.printJson(rows.map(row => ({ ...row, created: formatInstant(row.created) })))
  context.print('Version  Saved             Written in  Subject')
  for (const { version, created, kind, subject } of rows) {
    const at = formatInstant(created).slice(0, 16).replace('T', ' ')
    context.print(`${String(version).padStart(7)}  ${at}  ${kind.padEnd(10)}  ${subject}`)
  }
}

async function restore(
  context: Context,
  id: number,
  from: number,
  options: AccountOption,
): Promise<void> {
  const version = await forAccount(context, options, (db, account) =>
    restoreVersion(db, account.id, id, from),
  )
  if (options.json) return context.printJson({ id, version, restored: from })
  context.print(`Newsletter ${id} is as it was in version ${from}; this is version ${version}.`)
}
