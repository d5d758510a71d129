/** `pennypost test-group ...`: the recipients of test emails. */

import type { Command } from 'commander'
import { testGroupRoutes } from '../actions/test-groups/test-groups.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { counted } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, testGroupRoutes, {
    'test-group list': {
      examples: ['test-group list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('There are no test groups yet. To make one: pennypost test-group add NAME ADDRESS')
        for (const { name, emails } of items) print(`${name}: ${emails.join(', ')}`)
      },
    },
    'test-group add <emails>': {
      examples: ['test-group add office ada@example.com bo@example.com'],
      text: ({ size }, { print, given: { params } }) =>
        print(`The test group ${params.group} has ${counted(size, 'address', 'addresses')}.`),
    },
    'test-group remove <emails>': {
      examples: ['test-group remove office bo@example.com', 'test-group remove office'],
      async ask({ call, given: { params, body } }) {
        const { items } = await call('GET /test-groups', {})
        const whole = items.some(({ name }) => name === params.group) && body.emails.length === 0
        if (!whole) return
        return {
          facts: `The whole test group ${params.group} is removed.`,
          what: 'Remove it',
          done: `The test group ${params.group} is gone.`,
        }
      },
      text: ({ removed }, { print }) =>
        print(removed === 1 ? 'One address was removed.' : `${removed} addresses were removed.`),
    },
  })
}
