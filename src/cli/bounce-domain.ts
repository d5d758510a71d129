/** `pennypost bounce-domain ...`: where the emails of an account bounce to. */
import type { Command } from 'commander'
import { bounceDomainActions } from '../actions/hosts/bounce-domains.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { dnsText } from './language.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, bounceDomainActions, {
    'bounce-domain list': {
      examples: ['bounce-domain list', 'bounce-domain list --json'],
      text({ items, installation }, { print }) {
        if (!items.some(({ isUsed }) => isUsed))
          print(`Emails bounce to ${installation ?? 'nowhere: set BOUNCE_DOMAIN'}.`)
        for (const { domain, isUsed } of items)
          print(`${domain}${isUsed ? '  (emails have it)' : '  (takes what still comes back)'}`)
      },
    },
    'bounce-domain check': {
      notes: 'All that receivers check: pennypost dns check.',
      examples: ['bounce-domain check bounce.example.com'],
      text({ findings }, { print }) {
        for (const { check, state, says, mend, records } of findings) {
          print(`${state.padEnd(7)}  ${check}: ${dnsText(says)}`)
          if (mend !== null) print(`         ${dnsText([mend])}`)
          if (state !== 'ok') for (const { line } of records) print(`         Publish: ${line}`)
        }
      },
    },
    'bounce-domain use': {
      examples: [
        'bounce-domain use bounce.example.com',
        'bounce-domain use bounce.example.com --unchecked',
      ],
      text: ({ items }, { print }) =>
        print(`New emails bounce to ${items.find(({ isUsed }) => isUsed)?.domain}.`),
    },
    'bounce-domain remove': {
      examples: [
        'bounce-domain remove bounce.example.com',
        'bounce-domain remove bounce.example.com --mail end',
      ],
      ask: async ({ given: { params, query } }) => ({
        facts:
          query?.mail === 'end'
            ? 'What comes back to it is refused: bounces are not noticed, and who unsubscribes by ' +
              'mail stays on the list.'
            : 'What comes back to it is taken as before.',
        what: `Let emails no longer bounce to ${params.domain}`,
        done: `${params.domain} was taken away.`,
      }),
    },
  })
}
