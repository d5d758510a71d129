/** `pennypost api-key ...`: the keys that programs call the JSON API with. */
import { type Command, InvalidArgumentError } from 'commander'
import {
  type ApiKey,
  limitApiKey,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  takeOverApiKey,
} from '../domain/members/api-keys.ts'
import type { Loss } from '../domain/members/key-maker.ts'
import { isRight, RIGHTS, type Right } from '../domain/members/rights.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, number } from './arguments.ts'
import type { Context } from './context.ts'

interface KeyOptions extends AccountOption {
  rights: Right[]
  days?: number
  personalData: boolean
  callsPerMinute?: number
}

const DAY = 86_400_000

const COMMAND = { kind: 'command' } as const

const ABOUT_RIGHTS = `
Rights: read (see all), content (write newsletters and templates), people (change subscribers,
lists, filters, imports, triggers), send (send, and steer sendings), own (keys, members, webhooks,
credits), operate (routes, the store: the installation, not the account).`

function readRights(text: string): Right[] {
  const given = text.split(',').map(right => right.trim())
  const wrong = given.find(right => !isRight(right))
  if (wrong === undefined) return given as Right[]
  throw new InvalidArgumentError(`There is no right "${wrong}". There are: ${RIGHTS.join(', ')}.`)
}

const callsOrDefault = (text: string): number | null => (text === 'default' ? null : number(text))

export function register(group: Command, context: Context): void {
  withAccount(group.command('add').argument('<name>', 'which program uses it'))
    .option('--rights <rights>', 'what it may do, separated by commas', readRights, ['read'])
    .option('--days <days>', 'how long it is valid; without it until it is removed', number)
    .option('--calls-per-minute <calls>', 'a limit of its own for calls', number)
    .option('--no-personal-data', 'show it no addresses of subscribers')
    .description('Make an API key. It is shown once.')
    .addHelpText(
      'after',
      `${ABOUT_RIGHTS}

Examples:
  $ pennypost api-key add shop --rights read,people
  $ curl -H "Authorization: Bearer KEY" https://mail.example.com/api/v1/lists`,
    )
    .action((name: string, options: KeyOptions) => add(context, name, options))

  withAccount(group.command('list'))
    .description('List the API keys: rights, maker, what is without effect, end, and last use.')
    .addHelpText('after', '\nExample:\n  $ pennypost api-key list')
    .action((options: AccountOption) => list(context, options))

  withAccount(
    group
      .command('limit')
      .argument('<id>', 'which key', idOf('key'))
      .argument('<calls>', 'how many calls a minute, or "default"', callsOrDefault),
  )
    .description('Give a key a limit of its own for calls, in each process of the service.')
    .addHelpText(
      'after',
      `
Without one a key may make API_CALLS_PER_MINUTE calls, and all of an account five times as many.
A key with a limit of its own takes none from the others.

Examples:
  $ pennypost api-key limit 3 60000
  $ pennypost api-key limit 3 default`,
    )
    .action((id: number, calls: number | null, options: AccountOption) =>
      limit(context, { id, calls }, options),
    )

  withAccount(group.command('take-over').argument('<id>', 'which key', idOf('key')))
    .description(
      'Make this server the maker of a key, whose own maker may be gone: all its rights hold.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost api-key take-over 3')
    .action((id: number, options: AccountOption) => takeOver(context, id, options))

  withAccount(group.command('remove').argument('<id>', 'which key', idOf('key')))
    .description('Remove an API key: calls with it are refused immediately.')
    .addHelpText('after', '\nExample:\n  $ pennypost api-key remove 3')
    .action((id: number, options: AccountOption) => remove(context, id, options))
}

async function add(context: Context, name: string, options: KeyOptions): Promise<void> {
  const { rights, days, personalData, callsPerMinute } = options
  const expires = days === undefined ? undefined : new Date(Date.now() + days * DAY)
  const { key, token } = await forAccount(context, options, (db, { id }) =>
    makeApiKey(db, id, {
      ...{ name, rights, maker: COMMAND, masked: !personalData, expires, callsPerMinute },
    }),
  )
  if (options.json) return context.printJson({ ...shown(key), token })
  context.print(`The API key ${key.id} may: ${rights.join(', ')}. It is shown this once:`)
  context.print(`\n  ${token}\n`)
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const keys = await forAccount(context, options, (db, { id }) => listApiKeys(db, id))
  if (options.json) return context.printJson(keys.map(shown))
  if (keys.length === 0)
    return context.print('There are no API keys. To make one: pennypost api-key add NAME')
  for (const key of keys.map(shown)) {
    const { id, name, rights, masked, expires, expired, used, callsPerMinute } = key
    const end = expires === null ? '' : `  ${expired ? 'expired' : 'expires'} ${expires}`
    context.print(
      `${String(id).padStart(4)}  ${name}  ${rights.join(', ')}` +
        `${masked ? ', no personal data' : ''}` +
        `${callsPerMinute === null ? '' : `, ${callsPerMinute} calls a minute`}${end}  ${used ? `last used ${used}` : 'never used'}` +
        `  by ${makerOf(key)}${lossOf(key)}`,
    )
  }
}

const makerOf = ({ maker: { kind, email } }: Pick<ApiKey, 'maker'>): string =>
  kind === 'person' ? (email ?? 'nobody known') : kind === 'account' ? 'the account' : 'a command'

const WHY: Record<Loss, string> = {
  'maker-gone': 'its maker is no member any more',
  'maker-has-less': 'its maker may not do that any more',
  'not-alone': 'there are other accounts now',
}

function lossOf({ rights, lost, why }: Pick<ApiKey, 'rights' | 'lost' | 'why'>): string {
  if (why === null) return ''
  const what = lost.length === rights.length ? 'STOPPED' : `without effect: ${lost.join(', ')}`
  return `  ${what} (${WHY[why]})`
}

const shown = ({ created, expires, used, ...key }: ApiKey) => ({
  ...key,
  created: formatInstant(created),
  expires: expires && formatInstant(expires),
  used: used && formatInstant(used),
})

async function limit(
  context: Context,
  { id, calls }: { id: number; calls: number | null },
  options: AccountOption,
): Promise<void> {
  const key = await forAccount(context, options, (db, account) =>
    limitApiKey(db, account.id, id, calls),
  )
  if (options.json) context.printJson(shown(key))
  else if (calls === null) context.print(`The API key ${id} has no limit of its own any more.`)
  else context.print(`The API key ${id} may make ${calls} calls a minute.`)
}

async function takeOver(context: Context, id: number, options: AccountOption): Promise<void> {
  const taker = { maker: COMMAND, rights: new Set(RIGHTS), masked: false }
  const key = await forAccount(context, options, (db, account) =>
    takeOverApiKey(db, account.id, id, taker),
  )
  if (options.json) context.printJson(shown(key))
  else context.print(`The API key ${id} may: ${key.rights.join(', ')}. Its token is as it was.`)
}

async function remove(context: Context, id: number, options: AccountOption): Promise<void> {
  await forAccount(context, options, (db, account) => revokeApiKey(db, account.id, id))
  if (options.json) context.printJson({ id, done: true })
  else context.print(`The API key ${id} is gone: calls with it are refused.`)
}
