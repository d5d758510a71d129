/** `pennypost bounce ...`, but for `explain` and `set-aside`. */

import type { Command } from 'commander'
import { bounceMessages } from '../actions/bounces/bounce-messages.ts'
import { bounces } from '../actions/bounces/bounces.ts'
import { detailed } from '../domain/details/details.ts'
import { registerSetAside } from './bounce-set-aside.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { detailText } from './language.ts'
import { count, counted } from './long-work.ts'
import { writeBytes } from './terminal.ts'

export function registerFacts(bounce: Command, context: Context): void {
  derive(bounce, context, bounces, {
    'bounce list': {
      notes: 'With --json one object a line. Never judged: pennypost bounce set-aside',
      flags: { sendingId: 'sending' },
      examples: ['bounce list --kind hard --since 2026-11-01 --json'],
      none: () => 'Nothing came back.',
      each({ id, received, email, kind, class: of, status, reply, counts }) {
        const code = status === null || reply?.includes(status) ? '' : ` ${status}`
        const forgiven = counts || (kind !== 'hard' && kind !== 'soft') ? '' : ' (forgiven)'
        const said = reply === null ? '' : `  ${reply.replace(/\s+/g, ' ').slice(0, 160)}`
        return `${id}  ${received}  ${email}  ${kind}/${of}${forgiven}${code}${said}`
      },
    },
    'bounce holds': {
      notes: 'Nobody of them gets an email meanwhile. After BOUNCE_HOLD_DAYS they are released.',
      examples: ['bounce holds'],
      text({ items }, { print }) {
        if (items.length === 0) return print('No bounces wait for a decision.')
        for (const { id, provider, people, reply, opened } of items) {
          print(
            `${String(id).padStart(4)}  ${opened}  ${provider}  ${people === 1 ? '1 person' : `${count(people)} people`}`,
          )
          print(`      ${reply.replace(/\s+/g, ' ').slice(0, 200)}`)
        }
        print('To send to them again: pennypost bounce release ID; if dead: bounce confirm ID')
      },
    },
    'bounce confirm': {
      examples: ['bounce confirm 3'],
      text: ({ people }, { print }) => print(detailText(detailed('people-kept-away', { people }))),
    },
    'bounce release': {
      examples: ['bounce release 3'],
      text: ({ people }, { print }) => print(detailText(detailed('people-sent-again', { people }))),
    },
  })
  derive(bounce, context, bounceMessages, {
    'bounce show': {
      examples: ['bounce show 12 > returned.eml'],
      text: ({ message }) => void writeBytes(process.stdout, Buffer.from(message, 'latin1')),
    },
    'bounce rejudge': {
      notes: 'For when the rules have changed. Without --since all messages that are kept.',
      examples: [
        'bounce rejudge --since 2026-11-01',
        'bounce rejudge --since 2026-11-01 --apply',
        'bounce undo 3',
      ],
      text({ read, changed, run, changes }, { print }) {
        for (const { email, before, after } of changes)
          print(`${email}: ${before ?? 'no bounce'} -> ${after ?? 'no bounce'}`)
        if (changed > changes.length) print(`... and ${changed - changes.length} more`)
        const messages = counted(read, 'message')
        if (changed === 0) print(`${messages}: nothing is different.`)
        else if (run === null)
          print(`${messages}: ${changed} would be different. To change it: --apply`)
        else
          print(
            `${messages}: ${changed} were changed. To take it back: pennypost bounce undo ${run}`,
          )
      },
    },
    'bounce undo': {
      examples: ['bounce undo 3'],
      text: ({ undone }, { print, given: { params } }) =>
        print(`${counted(undone, 'bounce')} as before run ${params.run}.`),
    },
  })
  registerSetAside(bounce, context)
}
