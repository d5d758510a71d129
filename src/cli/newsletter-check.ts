/** `pennypost newsletter check`: checks a newsletter before it is sent. */
import type { Command } from 'commander'
import { checkedNewsletter } from '../actions/newsletters/writing/content-check.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { withRendering } from './newsletter-preview.ts'

interface CheckOptions extends AccountOption {
  list?: number
  links?: boolean
}

export function register(newsletter: Command, context: Context): void {
  withAccount(newsletter.command('check').argument('<id>', 'which newsletter', idOf('newsletter')))
    .option('--list <id>', 'for the subscribers of this list', idOf('list'))
    .option('--no-links', 'do not request links')
    .description(
      'Check a newsletter before it is sent: subject, size, pictures, characters, links, sender.',
    )
    .addHelpText(
      'after',
      '\nEach line says fine, look (a warning) or wrong. The exit code is 1 when something is ' +
        'wrong.\n\nExamples:\n  $ pennypost newsletter check 3\n' +
        '  $ pennypost newsletter check 3 --no-links --json',
    )
    .action((id: number, options: CheckOptions) => check(context, id, options))
}

async function check(context: Context, id: number, options: CheckOptions): Promise<void> {
  const config = context.config()
  const findings = await forAccount(context, options, (db, account) =>
    withRendering(db, config, means =>
      checkedNewsletter(db, means, account.id, id, {
        listId: options.list,
        links: options.links === false ? undefined : config.fetch.allow,
      }),
    ),
  )
  const wrong = findings.some(({ severity }) => severity === 'wrong')
  if (options.json) context.printJson({ id, wrong, findings })
  else
    for (const { severity, what, says } of findings)
      context.print(`${severity.padEnd(6)} ${what.padEnd(12)} ${says}`)
  if (wrong) process.exitCode = 1
}
