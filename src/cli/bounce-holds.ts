/** `pennypost bounce holds|confirm|release`: hard bounces that one reply caused in many people. */
import type { Command } from 'commander'
import { bounces } from '../actions/bounces/bounces.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'

export function registerHolds(bounce: Command, context: Context): void {
  derive(bounce, context, bounces, {
    'bounce holds': {
      notes: 'Nobody of them gets an email meanwhile. After BOUNCE_HOLD_DAYS they are released.',
      examples: ['bounce holds'],
      text({ items }, { print }) {
        if (items.length === 0) return print('No bounces wait for a decision.')
        for (const { id, provider, people, reply, opened } of items) {
          print(`${String(id).padStart(4)}  ${opened}  ${provider}  ${count(people)} people`)
          print(`      ${reply.replace(/\s+/g, ' ').slice(0, 200)}`)
        }
        print('To send to them again: pennypost bounce release ID; if dead: bounce confirm ID')
      },
    },
    'bounce confirm': {
      examples: ['bounce confirm 3'],
      text: ({ people }, { print }) =>
        print(`${count(people)} people stay on the suppression list.`),
    },
    'bounce release': {
      examples: ['bounce release 3'],
      text: ({ people }, { print }) => print(`${count(people)} people are sent emails again.`),
    },
  })
}
