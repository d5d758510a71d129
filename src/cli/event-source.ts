/** `pennypost event-source ...`: addresses that shops post events to. */

import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { sourceActions } from '../actions/events/event-sources.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { jsonOption } from './derived/json-option.ts'
import { counted } from './long-work.ts'

type Source = AnswerOf<ActionOf<typeof sourceActions, 'GET /event-sources/:source'>>
type Tried = AnswerOf<ActionOf<typeof sourceActions, 'POST /event-sources/try'>>

const VALUES = '{"total": "total_price"}'

export function register(group: Command, context: Context): void {
  derive(group, context, sourceActions, {
    'event-source list': {
      examples: ['event-source list', 'event-source list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('There are no sources. To add one: pennypost event-source add NAME --event order')
        for (const { name, scheme, address, received, paused } of items) {
          const last = `last call: ${received ?? 'none yet'}`
          print(`${name}  ${scheme}  ${address}  ${last}${paused === null ? '' : '  paused'}`)
        }
      },
    },
    'event-source add <name>': {
      read: { values: jsonOption(VALUES) },
      files: { secret: 'secret-file' },
      notes: 'A path is written as customer.email, items.0.name, or as a JSON pointer.',
      examples: [
        'event-source add shop --event cart --email-at customer.email --id-at id',
        `event-source add orders --scheme shopify --event order --values '${VALUES}'`,
      ],
      text({ address, ...key }, { print }) {
        print(`Let the shop post to ${address}`)
        print(secretOf(key))
      },
    },
    'event-source try': {
      read: { values: jsonOption(VALUES) },
      file: { of: 'body', called: 'body', only: true },
      notes: 'It reads a body with the paths that an event-source add would have.',
      examples: ['event-source try --event cart --email-at customer.email --file cart.json'],
      text: tried,
    },
    'event-source show': { examples: ['event-source show shop'], text: show },
    'event-source edit': {
      read: { values: jsonOption(VALUES) },
      examples: ['event-source edit shop --email-at billing.email'],
      text: (_, { print, given: { params } }) => print(`The source ${params.source} is changed.`),
    },
    'event-source rotate': {
      files: { secret: 'secret-file' },
      examples: ['event-source rotate shop', 'event-source rotate shop --keep-hours 0'],
      text(key, { print, given: { body } }) {
        print(secretOf(key))
        print(
          body.keepHours === 0
            ? 'Former secrets hold no more.'
            : `Former secrets hold as well for ${body.keepHours} hours.`,
        )
      },
    },
    'event-source pause': {
      notes:
        'Its shop gets 503 with Retry-After. Shops give up after hours, and some switch a webhook ' +
        'off after five refusals: for longer, pause the trigger instead.',
      examples: ['event-source pause shop'],
      text: (_, { print, given: { params } }) =>
        print(`The source ${params.source} is paused. Its shop is asked to try again.`),
    },
    'event-source resume': {
      examples: ['event-source resume shop'],
      text: (_, { print, given: { params } }) =>
        print(`The source ${params.source} takes events again.`),
    },
    'event-source remove': {
      examples: ['event-source remove shop'],
      ask: async ({ given: { params } }) => ({
        facts: 'Its address answers nothing from then on. Its events stay.',
        what: `Remove ${params.source}`,
        done: `The source ${params.source} is gone.`,
      }),
    },
  })
}

const secretOf = ({ keyId, secret }: { keyId: string; secret: string }): string =>
  `The secret of key ${keyId} is shown this once:\n\n  ${secret}\n`

function tried({ lacks, event, outline }: Tried, { print }: { print(line: string): void }): void {
  if (event) print(JSON.stringify(event, null, 2))
  else print(`It would be refused: ${lacks}.`)
  for (const { path, kind } of outline ?? []) print(`  ${path}  (${kind})`)
}

function show(source: Source, { print }: { print(line: string): void }): void {
  const { event, eventAt, emailAt, idAt, values } = source
  print(`${source.name}  ${source.scheme}  ${source.address}`)
  if (source.paused !== null) print(`Paused:  since ${source.paused}`)
  print(`Event:   ${event === '' ? `at ${eventAt}` : event}`)
  print(`Address: at ${emailAt}`)
  print(`Id:      ${idAt === '' ? 'of what is signed' : `at ${idAt}`}`)
  const named = Object.entries(values).map(([name, path]) => `${name} at ${path}`)
  print(`Values:  ${named.join(', ') || 'the whole body'}`)
  for (const { id, made, ends } of source.keys)
    print(`Key:     ${id}, made ${made}${ends === null ? '' : `, holds until ${ends}`}`)
  for (const { outcome, times, last } of source.outcomes)
    print(`${outcome}: ${counted(times, 'call', 'calls')}, last ${last}`)
  for (const { path, kind } of source.outline ?? []) print(`  ${path}  (${kind})`)
}
