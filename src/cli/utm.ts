/** `pennypost utm ...`: UTM parameters of links. */
import type { Command } from 'commander'
import { utm } from '../actions/utm/utm.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, utm, {
    'utm show': {
      examples: ['utm show', 'utm show --json'],
      text: (answer, { print }) => {
        for (const line of linesOf(answer)) print(line)
      },
    },
    'utm edit': {
      notes: 'Absent values stay.',
      examples: [
        'utm edit --hosts shop.example --parameters "utm_source=newsletter,utm_campaign={{ newsletter }}"',
        'utm edit --no-hosts',
      ],
      text: (answer, { print }) => {
        for (const line of linesOf(answer)) print(line)
      },
    },
    'utm newsletter': {
      examples: ['utm newsletter 3'],
      text({ own, ...answer }, { print }) {
        print(own ? 'The newsletter has its own parameters.' : 'As the account says.')
        for (const line of linesOf(answer)) print(line)
      },
    },
    'utm set': {
      examples: ['utm set 3 --parameters utm_campaign=spring', 'utm set 3'],
      text: (answer, { print }) => {
        for (const line of linesOf(answer)) print(line)
      },
    },
    'utm reset': {
      examples: ['utm reset 3'],
      text: (_, { print }) => print('The newsletter gets the parameters of the account again.'),
    },
  })
}

function linesOf({ hosts, parameters }: { hosts: string[]; parameters: string[] }): string[] {
  if (hosts.length === 0) return ['No host is named: links get no parameters.']
  const added = parameters.length === 0 ? 'no parameters' : parameters.join(' & ')
  return [`Links to ${hosts.join(', ')} get ${added}.`]
}
