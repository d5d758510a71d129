/** `pennypost event ...`: events that programs post about people, for triggers. */
import type { Command } from 'commander'
import { programEvents } from '../actions/events/events.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { jsonOption } from './derived/json-option.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, programEvents, {
    'event add <name>': {
      examples: [`event add cart --email ada@example.com --id 4711 --values '{"total": 49.5}'`],
      read: { values: jsonOption('{"total": 49.5}') },
      text: ({ id, subscriberId, repeated }, { print }) =>
        print(
          repeated
            ? `The event ${id} was recorded before.`
            : `The event ${id} of subscriber ${subscriberId} is recorded.`,
        ),
    },
    'event list': {
      examples: ['event list', 'event list --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('No program has posted an event yet.')
        for (const { name, lately, last, starts } of items) {
          const started = starts.map(one => `${one.name}: ${one.entered} entered`).join(', ')
          print(`${name}  ${lately} in 30 days, last ${last ?? 'long ago'}  ${started}`.trimEnd())
        }
      },
    },
    'event values': {
      examples: ['event values cart'],
      text({ items }, { print }) {
        if (items.length === 0) print('Nothing is known of its values.')
        for (const { path, kind } of items) print(`event.${path}  (${kind})`)
      },
    },
    'event person': {
      examples: ['event person 90001'],
      text({ items }, { print }) {
        if (items.length === 0) print('No program has posted an event about them.')
        for (const { recorded, name, id, values } of items)
          print(`${recorded}  ${name}  ${id}  ${JSON.stringify(values)}`)
      },
    },
  })
}
