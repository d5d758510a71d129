/** `pennypost changes ...`: what has changed since a moment, for programs that keep a copy. */
import type { Command } from 'commander'
import { changes } from '../actions/changes/changes.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { recordedText } from './language.ts'

interface Page {
  items: readonly unknown[]
  cursor: string
  more: boolean
}

type Print = (text: string) => void

const lines = (
  { items, cursor, more }: Page,
  print: Print,
  line: (item: never) => string,
): void => {
  for (const item of items) print(line(item as never))
  print(`${more ? 'There is more. ' : ''}To go on: --cursor ${cursor}`)
}

const NOTES = `Begin without options, which reads all there is, and keep the cursor of each answer: \
with it comes what has changed since, and some of it twice.`

export function register(group: Command, context: Context): void {
  derive(group, context, changes, {
    'changes subscribers': {
      notes: NOTES,
      examples: [
        'changes subscribers --changed-since 2026-11-30',
        'changes subscribers --cursor WyJzdWJzY3JpYmVycyIsMF0 --json',
      ],
      text: (page, { print }) =>
        lines(page, print, ({ id, changed, newId, subscriber }: (typeof page.items)[number]) =>
          subscriber
            ? `${changed}  ${id}  ${subscriber.email}  ${subscriber.standing}`
            : `${changed}  ${id}  ${newId === null ? 'gone' : `now ${newId}`}`,
        ),
    },
    'changes subscriptions': {
      notes: NOTES,
      examples: ['changes subscriptions --changed-since 2026-11-30'],
      text: (page, { print }) =>
        lines(page, print, (one: (typeof page.items)[number]) => {
          const left = one.unsubscribed === null ? 'on the list' : 'unsubscribed'
          const state = one.removed ? 'removed' : left
          return `${one.changed}  subscriber ${one.subscriberId}  list ${one.listId}  ${state}`
        }),
    },
    'changes opt-outs': {
      notes: NOTES,
      examples: ['changes opt-outs --changed-since 2026-11-30'],
      text: (page, { print }) =>
        lines(page, print, (one: (typeof page.items)[number]) => {
          const whose = one.email ?? (one.erased ? 'erased' : 'lifted')
          return `${one.changed}  ${one.id}  ${whose}`
        }),
    },
    'changes deliveries': {
      notes: NOTES,
      examples: ['changes deliveries --changed-since 2026-11-30 --limit 1000 --json'],
      text: (page, { print }) =>
        lines(page, print, (one: (typeof page.items)[number]) => {
          const of = `${one.source} ${one.sourceId}  ${one.id}`
          return `${one.changed}  ${of}  ${one.state}  ${recordedText(one.reply ?? one.reason ?? '')}`.trimEnd()
        }),
    },
  })
}
