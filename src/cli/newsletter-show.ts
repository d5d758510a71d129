/** `pennypost newsletter show`: what a newsletter is written in. */
import type { Command } from 'commander'
import { markupOf } from '../domain/newsletters/content/source.ts'
import { savedNewsletter } from '../domain/newsletters/save-newsletter.ts'
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
}

async function show(
  context: Context,
  id: number,
  options: AccountOption & { html?: boolean },
): Promise<void> {
  const draft = await forAccount(context, options, (db, account) =>
    savedNewsletter(db, account.id, id),
  )
  if (options.json) return context.printJson({ id, ...draft })
  if (options.html) return void writeText(process.stdout, draft.html)
  const { source, text } = draft
  if (source.kind === 'blocks') return context.printJson(source.document)
  if (source.kind !== 'template') return void writeText(process.stdout, markupOf(source) || text)
  const { templateId, version, slots } = source
  context.progress(`Template ${templateId}, version ${version}. Contents of its slots:`)
  context.printJson(slots)
}
