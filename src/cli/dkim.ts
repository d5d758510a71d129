/** `pennypost dkim ...`: DKIM keys, and the DNS records that publish them. */
import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { domains } from '../actions/domains/domains.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

const ROTATION = `Two keys are made, RSA-2048 and Ed25519; emails get a signature by each. \
The first pair of a domain is used immediately. To change keys:
  1. pennypost dkim add example.com          makes a second pair, which waits
  2. publish its DNS records, and wait until they have propagated (a day)
  3. pennypost dkim retire example.com OLD   from now on the new pair signs
  4. leave the old records for a week, for emails in transit; then remove them`

export function register(dkim: Command, context: Context): void {
  derive(dkim, context, domains, {
    'dkim list': {
      examples: ['dkim list'],
      text({ items }, { print }) {
        if (items.length === 0)
          print(
            'There are no keys yet: emails are not signed. To make some: pennypost dkim add DOMAIN',
          )
        for (const key of items) {
          const { domain, selector, algorithm, state, created } = key
          print(`${domain}  ${selector}  ${algorithm}  ${state}, made ${created.slice(0, 10)}`)
          if (state !== 'retired') print(`  ${zoneLine(key)}`)
        }
      },
    },
    'dkim add <domain>': {
      notes: ROTATION,
      examples: ['dkim add example.com'],
      text({ items }, { print }) {
        print(
          items.some(({ state }) => state === 'waits')
            ? 'The keys were made. They wait: publish their records, then retire the former pair ' +
                '(see --help).'
            : 'The keys were made, and sign from now on. Publish their records, so that receivers ' +
                'can verify:',
        )
        for (const key of items) {
          print(`\nName:   ${key.record.name}\nType:   TXT\nValue:  ${key.record.text}`)
          print(`In a zone file:\n${zoneLine(key)}`)
        }
      },
    },
    'dkim retire <domain> <selector>': {
      alias: 'remove',
      notes: ROTATION,
      examples: ['dkim retire example.com pp20261121'],
      async ask({ call, given: { body } }) {
        const { domain, selector } = body
        const { items } = await call('GET /dkim-keys', {})
        if (!items.some(key => key.domain === domain && key.selector === selector)) return
        return {
          facts: `${selector} signs no email from ${domain} again.`,
          what: 'Retire it',
        }
      },
      text({ signing }, { print, given: { body } }) {
        const now =
          signing.length === 0
            ? `emails from ${body.domain} are not signed`
            : `${signing.join(' and ')} sign`
        print(
          `${body.selector} is retired; from now on ${now}. Leave its records in the DNS for a ` +
            'week, for emails on their way.',
        )
      },
    },
  })
}

type DkimKey = AnswerOf<ActionOf<typeof domains, 'GET /dkim-keys'>>['items'][number]

const zoneLine = ({ record }: DkimKey): string => `${record.name}. IN TXT ( ${record.strings} )`
