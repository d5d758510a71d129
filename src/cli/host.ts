/** `pennypost host ...`: the hosts of the public pages of an account. */
import type { Command } from 'commander'
import { type HostDnsAnswer, hosts } from '../actions/hosts/hosts.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, hosts, {
    'host list': {
      examples: ['host list', 'host list --json'],
      text({ items, installation }, { print }) {
        if (items.length === 0)
          print(`No host yet: links begin with ${installation ?? 'the address of the service'}.`)
        for (const { host, isDefault, retired } of items)
          print(`${host}${isDefault ? '  (default)' : retired === null ? '' : '  (retired)'}`)
      },
    },
    'host add <host>': {
      notes: 'It answers once its name leads here and the proxy has a certificate.',
      examples: ['host add news.example.com'],
      text: ({ host }, { print }) =>
        print(`${host} was added. To see what to publish: pennypost host check ${host}`),
    },
    'host check': {
      examples: ['host check news.example.com'],
      text(answer, { print }) {
        print(`${answer.host} ${LEADS[answer.state]}.`)
        print(`Found:   ${answer.found.join(', ') || 'none'}`)
        print(`Wanted:  ${answer.wanted.join(', ') || 'none'}`)
        if (answer.state !== 'here') print(`Publish: ${answer.record.line}`)
      },
    },
    'host default': {
      examples: ['host default news.example.com', 'host default news.example.com --unchecked'],
      text: ({ host }, { print }) => print(`New links have ${host}.`),
    },
    'host no-default': {
      examples: ['host no-default'],
      text: (_, { print }) => print('New links have the host of the installation.'),
    },
    'host remove': {
      examples: ['host remove news.example.com', 'host remove news.example.com --links end'],
      ask: async ({ given: { params, query } }) => ({
        facts:
          query?.links === 'end'
            ? 'Links in emails that have it will lead nowhere, and unsubscribing by them fails.'
            : 'Links in emails that have it go on.',
        what: `Take ${params.host} away`,
        done: `${params.host} was taken away.`,
      }),
    },
  })
}

const LEADS: Record<HostDnsAnswer['state'], string> = {
  here: 'leads here',
  elsewhere: 'leads elsewhere',
  nowhere: 'has no address',
  unknown: 'could not be looked up: the DNS did not answer',
}
