/** `pennypost route ...`: relays and their limits; `list` and `test` have files of their own. */
import type { Command } from 'commander'
import { relayTests } from '../actions/relays/relay-tests.ts'
import { relayWarmUps } from '../actions/relays/relay-warm-ups.ts'
import { relays } from '../actions/relays/relays.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import type { Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { sentenceText } from './language.ts'
import { addressGiven } from './route-address.ts'
import { limitText, listText, type RelayAnswer } from './route-list.ts'
import { registerShaping, warmUpText } from './route-shaping.ts'
import { testRoute } from './route-test.ts'
import { registerToken } from './route-token.ts'

const TEST = actionOf(relayTests, 'POST /installation/routes/:route/test')

const OPTIONS = {
  flags: { ratePerSecond: 'rate' },
  files: { providerKey: 'provider-key-file' },
}

export function register(route: Command, context: Context): void {
  derive(route, context, relays, {
    'route list': {
      examples: ['route list'],
      text({ items }, { print }) {
        if (items.length === 0)
          print(
            'There are no relays: the sandbox keeps all emails. To add one: pennypost route add ' +
              'NAME, or set SMTP_URL.',
          )
        for (const relay of items) for (const line of listText(relay)) print(line)
      },
    },
    'route add <name>': {
      ...OPTIONS,
      optional: ['url'],
      async prepare(context, body) {
        body.url = await addressGiven(context, body.url as string | undefined)
      },
      notes: `An address with user and password (smtp://user:password@host:587) is read from a prompt or \
standard input, since others can see
the command line. It is stored encrypted. Options: ?starttls=required|opportunistic|never, \
&verify=no, &auth=plain, &name=host.
Log-in by OAuth 2 has a user without a password, and the options token_url, client_id, \
client_secret, refresh_token and scope
(docs/sending.md): smtp://user@host:587?token_url=https://...&client_id=...`,
      examples: [
        'route add backup --url smtp://relay.example.com:25 --priority 200',
        'route add bulk --rate 50 --daily-quota 200000 < address.txt',
        'route add mg --provider mailgun --provider-key-file key.txt < address.txt',
      ],
      text(relay, { print }) {
        for (const note of relay.notes) context.progress(`${relay.name}: ${sentenceText(note)}`)
        print(
          `The route ${relay.name} goes to ${relay.relay}. To try it: pennypost route test ` +
            `${relay.name} --to ADDRESS`,
        )
        for (const line of eventsText(relay)) print(line)
      },
    },
    'route edit': {
      ...OPTIONS,
      alias: 'limit',
      async prepare(context, body) {
        if (body.url === undefined) return
        const url = body.url === '-' ? undefined : (body.url as string)
        body.url = await addressGiven(context, url)
      },
      notes: 'With --url - the address is read from a prompt or standard input.',
      examples: [
        'route edit bulk --rate 20 --daily-quota none',
        'route edit bulk --url - < address.txt',
      ],
      text(relay, { print, given: { body } }) {
        if (body.url !== undefined) print(`The route ${relay.name} goes to ${relay.relay}.`)
        if (relay.limits) print(`The route ${relay.name}: ${limitText(relay.limits)}.`)
        if (body.provider !== undefined || body.providerKey !== undefined)
          for (const line of eventsText(relay, 'Webhooks are not taken any more.')) print(line)
      },
    },
    'route pause': {
      examples: ['route pause bulk --reason "moving house"'],
      text: ({ name }, { print }) =>
        print(`The route ${name} is paused. To go on: pennypost route resume ${name}`),
    },
    'route resume': {
      examples: ['route resume bulk'],
      text: ({ name }, { print }) => print(`The route ${name} is used again.`),
    },
    'route remove': {
      examples: ['route remove bulk'],
      async ask({ call, given: { params } }) {
        const { items } = await call('GET /installation/routes', {})
        const one = items.find(({ name }) => name.toLowerCase() === params.route.toLowerCase())
        if (!one) return
        return {
          facts: `The route ${one.name} is forgotten, with its password.`,
          what: 'Remove it',
          done: `The route ${one.name} was removed.`,
        }
      },
    },
  })
  derive(route, context, relayWarmUps, {
    'route warm-up-days': {
      examples: ['route warm-up-days bulk'],
      text: (days, { print }) => {
        for (const line of warmUpText(days)) print(line)
      },
    },
  })
  registerShaping(route, context)
  registerToken(route, context)

  const test = withAccount(route.command('test').argument('<name>', 'which relay'))
  const tested = takes(test, TEST, { values: ['to', 'from'] })
  test
    .description(TEST.about)
    .addHelpText(
      'after',
      '\nThe email is signed if there are keys for its sender. Exit code 1 when the relay does ' +
        'not take it.\n\nExample:\n  $ pennypost route test bulk --to me@example.com',
    )
    .action((name: string, options: AccountOption) =>
      testRoute(context, name, { ...options, ...tested(options) }),
    )
}

function eventsText({ name, events }: RelayAnswer, none?: string): string[] {
  if (!events) return none ? [none] : []
  const { provider, webhook, lacksKey } = events
  const nowhere = webhook.startsWith('/') ? ', behind PUBLIC_URL, which is not set.' : ''
  const key = `pennypost route edit ${name} --provider-key-file FILE`
  return [
    `Webhooks of ${provider} are taken at ${webhook}${nowhere}`,
    ...(lacksKey ? [`They are refused until their key is known: ${key}`] : []),
  ]
}
