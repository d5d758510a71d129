/** `pennypost subscriber put`: saves a person by address, as a program that syncs does. */
import type { Command } from 'commander'
import { upserts } from '../actions/subscribers/upserts.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { jsonOption } from './derived/json-option.ts'

export function registerPut(subscriber: Command, context: Context): void {
  derive(subscriber, context, upserts, {
    'subscriber put <email>': {
      examples: [
        `subscriber put ada@example.com --list-id 1 --name Ada --fields '{"City": "Lund"}'`,
        'subscriber put ada@example.com --list-id 1 --resubscribe yes ' +
          `--consent '{"source": "by telephone", "given": "2026-11-29T10:00:00Z"}'`,
      ],
      read: {
        fields: jsonOption('{"City": "Lund"}'),
        consent: jsonOption('{"source": "by telephone", "given": "2026-11-29T10:00:00Z"}'),
      },
      text({ id, created, subscribed, why }, { print }) {
        print(created ? `Subscriber ${id} is new.` : `Subscriber ${id} was known.`)
        if (subscribed) print('They are on the list.')
        if (why) print(`Not on the list: unsubscribed ${why.since} (${why.source || 'unknown'}).`)
      },
    },
  })
}
