/** `pennypost api-key ...`: the keys that programs call the JSON API with. */
import type { Command } from 'commander'
import { type ApiKeyAnswer, apiKeys } from '../actions/api-keys/api-keys.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

const ABOUT_RIGHTS = `\
Rights: read (see all), content (write newsletters and templates), people (change subscribers,
lists, filters, imports, triggers), send (send, and steer sendings), own (keys, members, webhooks,
credits), operate (routes, the store: the installation, not the account).`

export function register(group: Command, context: Context): void {
  derive(group, context, apiKeys, {
    'api-key add <name>': {
      flags: { masked: 'no-personal-data', listId: 'list', networks: 'network' },
      notes: ABOUT_RIGHTS,
      examples: [
        'api-key add shop --rights read,people',
        'api-key add trial --rights read,send --test',
        'api-key add webshop --rights send,read --project Orders --network 10.0.0.0/8',
        'api-key add agency --no-personal-data --expires 2027-12-31',
      ],
      text({ id, rights, token }, { print }) {
        print(`The API key ${id} may: ${rights.join(', ')}. It is shown this once:`)
        print(`\n  ${token}\n`)
      },
    },
    'api-key list': {
      examples: ['api-key list'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('There are no API keys. To make one: pennypost api-key add NAME')
        for (const key of items) print(lineOf(key))
      },
    },
    'api-key limit <callsPerMinute>': {
      notes: `\
Without one a key may make API_CALLS_PER_MINUTE calls, and all of an account five times as many.
A key with a limit of its own takes none from the others.`,
      examples: ['api-key limit 3 60000', 'api-key limit 3 none'],
      text: ({ id, callsPerMinute }, { print }) =>
        print(
          callsPerMinute === null
            ? `The API key ${id} has no limit of its own any more.`
            : `The API key ${id} may make ${callsPerMinute} calls a minute.`,
        ),
    },
    'api-key take-over': {
      notes: 'This server becomes its maker, so that all its rights hold.',
      examples: ['api-key take-over 3'],
      text: ({ id, rights }, { print }) =>
        print(`The API key ${id} may: ${rights.join(', ')}. Its token is as it was.`),
    },
    'api-key remove': {
      examples: ['api-key remove 3'],
      text: (_, { print, given: { params } }) =>
        print(`The API key ${params.keyId} is gone: calls with it are refused.`),
    },
  })
}

function lineOf(key: ApiKeyAnswer): string {
  const { id, name, rights, masked, test, expires, expired, used, callsPerMinute } = key
  const { project, projectId, list, listId, networks, returnsTo } = key
  const may = [
    ...rights,
    ...(masked ? ['no personal data'] : []),
    ...(test ? ['only to try with'] : []),
    ...(projectId === null ? [] : [`only project ${projectId} (${project ?? 'removed'})`]),
    ...(listId === null ? [] : [`only list ${listId} (${list ?? 'removed'})`]),
    ...(networks.length === 0 ? [] : [`only from ${networks.join(' ')}`]),
    ...(returnsTo === null ? [] : [`only by the tools of an assistant at ${returnsTo}`]),
    ...(callsPerMinute === null ? [] : [`${callsPerMinute} calls a minute`]),
  ]
  return [
    `${String(id).padStart(4)}  ${name}  ${may.join(', ')}`,
    ...(expires === null ? [] : [`${expired ? 'expired' : 'expires'} ${expires}`]),
    used ? `last used ${used}` : 'never used',
    `by ${makerOf(key)}`,
    ...lossOf(key),
  ].join('  ')
}

const makerOf = ({ maker: { kind, email } }: ApiKeyAnswer): string =>
  kind === 'person' ? (email ?? 'nobody known') : kind === 'account' ? 'the account' : 'a command'

const WHY: Record<NonNullable<ApiKeyAnswer['why']>, string> = {
  'maker-gone': 'its maker is no member any more',
  'maker-has-less': 'its maker may not do that any more',
  'not-alone': 'there are other accounts now',
}

function lossOf({ rights, lost, why }: ApiKeyAnswer): string[] {
  if (why === null) return []
  const what = lost.length === rights.length ? 'STOPPED' : `without effect: ${lost.join(', ')}`
  return [`${what} (${WHY[why]})`]
}
