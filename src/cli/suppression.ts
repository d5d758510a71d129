/**
 * `pennypost suppression ...`: the suppression list, addresses that get no email because emails to
 * them bounced.
 */
import type { Command } from 'commander'
import { suppressions } from '../actions/suppressions/suppressions.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { registerExport } from './suppression-export.ts'
import { registerImport } from './suppression-import.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, suppressions, {
    'suppression list': {
      notes: `With --json one object a line. Opt-outs and complaints are listed by: \
pennypost optout list`,
      examples: [
        'suppression list --limit 20',
        'suppression list --domain example.com --since 2026-11-01 --json',
      ],
      each: ({ email, since, until, reason }) =>
        `${since}  ${email}  ${reason.replace(/\s+/g, ' ')}` +
        `${until === null ? '' : ` (until ${until})`}`,
      none: ({ query: { since, until, domain } }) =>
        since || until || domain
          ? 'No such address is on the suppression list.'
          : 'The suppression list is empty: no email bounced permanently.',
    },
    'suppression remove <email>': {
      alias: 'release',
      examples: ["suppression remove ada@example.com --reason 'new server'"],
      text: ({ released }, { print, given: { body } }) =>
        print(
          released
            ? `${body.email} is sent emails again.`
            : `${body.email} was not held back by anything that came back.`,
        ),
    },
  })
  registerImport(group, context)
  registerExport(group, context)
}
