/** `pennypost route-rule ...`: which emails go by which route. */
import type { Command } from 'commander'
import { relayRules } from '../actions/relays/relay-rules.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, relayRules, {
    'route-rule list': {
      examples: ['route-rule list'],
      text({ items }, { print }) {
        if (items.length === 0)
          print(
            'There are no rules: all routes take all emails, in the order of their priority. To ' +
              'add one: pennypost route-rule add ROUTE --account USER',
          )
        for (const { id, route, account, listId, kind, senderDomain } of items) {
          const criteria = { account, list: listId, kind, 'sender domain': senderDomain }
          const asked = Object.entries(criteria).filter(([, value]) => value !== null)
          const words = asked.map(entry => entry.join(' ')).join(', ')
          print(`${String(id).padStart(4)}  ${route}  ${words}`)
        }
      },
    },
    'route-rule add <route>': {
      owner: 'accountId',
      owned: 'listId',
      flags: { listId: 'list' },
      notes: `The rule with the most criteria decides. A route with rules takes no other emails, and emails with
a rule go by no other route: while theirs is paused they wait. Two routes with the same rule are
used in the order of their priority. Emails without a rule go by the routes without rules.`,
      examples: [
        'route-rule add bulk --account shop --kind newsletter',
        'route-rule add bulk --account shop --list 1',
        'route-rule add fast --kind transaction',
      ],
      text: ({ id }, { print, given: { body } }) =>
        print(`Rule ${id}: the route ${body.route} takes these emails, and none without a rule.`),
    },
    'route-rule edit': {
      owner: 'accountId',
      owned: 'listId',
      flags: { listId: 'list' },
      examples: ['route-rule edit 3 --route fast', 'route-rule edit 3 --kind none'],
      text: (_, { print, given: { params } }) => print(`Rule ${params.ruleId} was changed.`),
    },
    'route-rule trial': {
      owner: 'accountId',
      owned: 'accountId',
      flags: { listId: 'list' },
      examples: ['route-rule trial --account shop --list 1 --kind newsletter'],
      text({ ruleIds, relays, takes, sandbox }, { print }) {
        if (sandbox) return print('There are no relays: the sandbox keeps it.')
        const by = ruleIds.length === 0 ? 'no rule decides' : `by rule ${ruleIds.join(', ')}`
        print(takes === null ? `It waits: ${by}.` : `It goes by ${takes}: ${by}.`)
        for (const { name, obstacle } of relays)
          print(`  ${name}  ${obstacle === null ? 'takes it' : obstacle}`)
      },
    },
    'route-rule remove': {
      examples: ['route-rule remove 3'],
      text: (_, { print, given: { params } }) => print(`Rule ${params.ruleId} was removed.`),
    },
  })
}
