/** `pennypost route ...`: relays and their limits; `list` and `test` have files of their own. */
import type { Command } from 'commander'
import type { Db } from '../db/db.ts'
import {
  changeLimits,
  dropRoute,
  pauseRouteNamed,
  type RouteLimits,
  resumeRouteNamed,
  routeNamed,
} from '../domain/routes/keep-route.ts'
import type { RelayEvents } from '../domain/routes/relay-events.ts'
import { describeRelay, notesOnRelay } from '../mail/smtp/url.ts'
import type { Config } from '../settings/config.ts'
import { addRelay, moveRelay } from '../use-cases/relays/add-relay.ts'
import {
  addressOfEvents,
  changeProvider,
  checkProvider,
  KNOWN_PROVIDERS,
  lacksKey,
  type ProviderGiven,
} from '../use-cases/relays/relay-events.ts'
import { type AccountOption, forStore, withAccount } from './account-option.ts'
import { number, numberOrNone, textOfFile } from './arguments.ts'
import { confirmed, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'
import { addressGiven } from './route-address.ts'
import { limitText, listRoutes } from './route-list.ts'
import { registerShaping } from './route-shaping.ts'
import { testRoute } from './route-test.ts'
import { registerToken } from './route-token.ts'
import { sealerOf } from './secret.ts'

interface LimitOptions {
  rate?: number | 'none'
  connections?: number
  emailsPerConnection?: number
  dailyQuota?: number | 'none'
  priority?: number
  provider?: string
  providerKeyFile?: string
  json?: boolean
}

const withLimits = (command: Command): Command =>
  command
    .option('--rate <number>', 'emails a second, over all workers; none lifts it', numberOrNone)
    .option('--connections <number>', 'how many at a time, over all workers', number)
    .option(
      '--emails-per-connection <number>',
      'emails sent before a connection is replaced',
      number,
    )
    .option('--daily-quota <number>', 'emails a day (UTC); none lifts it', numberOrNone)
    .option(
      '--priority <number>',
      'the lowest is used first; the next while that one is not usable',
      number,
    )
    .option(
      '--provider <name>',
      `take its webhooks of bounces and complaints: ${KNOWN_PROVIDERS.join(', ')}; none ends that`,
    )
    .option(
      '--provider-key-file <file>',
      'the key that it signs webhooks with: of mailgun the signing key, of sendgrid the ' +
        'verification key, of ses the ARN of the topic; - for standard input',
    )
    .option('--json', 'as JSON, for programs')

export function register(route: Command, context: Context): void {
  withLimits(route.command('add').argument('<name>', 'what it is called here'))
    .option('--url <address>', 'where it is: smtp://host:port or smtps://host:port')
    .description('Add a relay. Workers use it within two seconds.')
    .addHelpText(
      'after',
      `
An address with user and password (smtp://user:password@host:587) is read from a prompt or \
standard input, since others can see
the command line. It is stored encrypted. Options: ?starttls=required|opportunistic|never, \
&verify=no, &auth=plain, &name=host.
Log-in by OAuth 2 has a user without a password, and the options token_url, client_id, \
client_secret, refresh_token and scope
(docs/sending.md): smtp://user@host:587?token_url=https://...&client_id=...

Examples:
  $ pennypost route add backup --url smtp://relay.example.com:25 --priority 200
  $ pennypost route add bulk --rate 50 --daily-quota 200000 < address.txt
  $ pennypost route add mg --provider mailgun --provider-key-file key.txt < address.txt`,
    )
    .action((name: string, options: LimitOptions & { url?: string }) => add(context, name, options))

  route
    .command('list')
    .option('--json', 'as JSON, for programs')
    .description(
      'List the relays: limits, quota used today, which are paused or accept no emails and ' +
        'why, and which mailbox providers are limited, warm up or are sent to more slowly.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost route list')
    .action((options: { json?: boolean }) => listRoutes(context, options))

  route
    .command('pause')
    .argument('<name>', 'which relay')
    .option('--reason <text>', 'the reason, shown in the list', 'Paused by an operator.')
    .option('--json', 'as JSON, for programs')
    .description('Hand no further email to a relay. Others are used instead, if there are any.')
    .addHelpText('after', '\nExample:\n  $ pennypost route pause bulk --reason "moving house"')
    .action((name: string, { reason, json }: { reason: string; json?: boolean }) =>
      change(
        context,
        json,
        { name, paused: true, reason },
        `The route ${name} is paused. To go on: pennypost route resume ${name}`,
        db => pauseRouteNamed(db, name, reason),
      ),
    )

  route
    .command('resume')
    .argument('<name>', 'which relay')
    .option('--json', 'as JSON, for programs')
    .description('Use a paused relay again.')
    .addHelpText('after', '\nExample:\n  $ pennypost route resume bulk')
    .action((name: string, { json }: { json?: boolean }) =>
      change(context, json, { name, paused: false }, `The route ${name} is used again.`, db =>
        resumeRouteNamed(db, name),
      ),
    )

  withLimits(route.command('edit').alias('limit').argument('<name>', 'which relay'))
    .option('--url <address>', 'its new address; - for a prompt or standard input')
    .description('Change the limits or the address of a relay. What is not given is kept.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost route edit bulk --rate 20 --daily-quota none\n' +
        '  $ pennypost route edit bulk --url - < address.txt',
    )
    .action((name: string, options: LimitOptions & { url?: string }) =>
      limit(context, name, options),
    )

  registerShaping(route, context)
  registerToken(route, context)

  route
    .command('remove')
    .argument('<name>', 'which relay')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'as JSON, for programs')
    .description('Remove a relay. Its emails stay in the reports.')
    .addHelpText('after', '\nExample:\n  $ pennypost route remove bulk')
    .action((name: string, options: { json?: boolean } & YesOption) =>
      change(
        context,
        options.json,
        { name, removed: true },
        `The route ${name} was removed.`,
        async db => {
          await routeNamed(db, name)
          await confirmed(
            context,
            options,
            `The route ${name} is forgotten, with its password.`,
            'Remove it',
          )
          await dropRoute(db, name)
        },
      ),
    )

  withAccount(route.command('test').argument('<name>', 'which relay'))
    .requiredOption('--to <address>', 'who gets the email')
    .option('--from <address>', 'who it is from; otherwise the sender of the first list')
    .description(
      'Hand one real email to a relay, and say what it answers. Exit code 1 when it does ' +
        'not take it.',
    )
    .addHelpText(
      'after',
      '\nThe email is signed if there are keys for its sender.\n\nExample:\n' +
        '  $ pennypost route test bulk --to me@example.com',
    )
    .action((name: string, options: AccountOption & { to: string; from?: string }) =>
      testRoute(context, name, options),
    )
}

/** The given options, as limits of the domain. */
function limitsOf({
  rate,
  connections,
  emailsPerConnection,
  dailyQuota,
  priority,
}: LimitOptions): Partial<RouteLimits> {
  const lifted = (limit: number | 'none' | undefined) => (limit === 'none' ? null : limit)
  const given = {
    ratePerSecond: lifted(rate),
    connections,
    emailsPerConnection,
    dailyQuota: lifted(dailyQuota),
    priority,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

async function add(
  context: Context,
  name: string,
  options: LimitOptions & { url?: string },
): Promise<void> {
  const { url, address } = await addressGiven(context, options.url)
  const config = context.config()
  const given = providerOf(options)
  if (given) checkProvider(given.provider, given.key)
  const events = await forStore(context, async db => {
    const sealer = await sealerOf(db, config)
    await addRelay(db, sealer, { name, url, limits: limitsOf(options) })
    return given && changeProvider(db, sealer, name, given)
  })
  const where = describeRelay(address)
  for (const note of notesOnRelay(address)) context.progress(`${name}: ${note}.`)
  if (options.json)
    return context.printJson({ name, relay: where, ...(events && eventsShown(config, events)) })
  context.print(
    `The route ${name} goes to ${where}. To try it: pennypost route test ${name} --to ADDRESS`,
  )
  if (events) printEvents(context, name, events)
}

function providerOf({ provider, providerKeyFile }: LimitOptions): ProviderGiven | undefined {
  if (provider === undefined && providerKeyFile === undefined) return undefined
  return {
    provider: provider === 'none' ? null : provider,
    key: providerKeyFile === undefined ? undefined : textOfFile(providerKeyFile).trim(),
  }
}

const eventsShown = ({ http }: Config, events: RelayEvents) => ({
  provider: events.provider,
  webhook: addressOfEvents(http.publicUrl, events),
})

function printEvents(context: Context, name: string, events: RelayEvents): void {
  const { provider, webhook } = eventsShown(context.config(), events)
  context.print(
    `Webhooks of ${provider} are taken at ${webhook}` +
      (webhook.startsWith('/') ? ', behind PUBLIC_URL, which is not set.' : ''),
  )
  if (lacksKey(events))
    context.print(
      'They are refused until their key is known: pennypost route edit ' +
        `${name} --provider-key-file FILE`,
    )
}

async function change(
  context: Context,
  json: boolean | undefined,
  facts: object,
  sentence: string,
  work: (db: Db) => Promise<void>,
) {
  await forStore(context, work)
  if (json) context.printJson(facts)
  else context.print(sentence)
}

async function limit(
  context: Context,
  name: string,
  options: LimitOptions & { url?: string },
): Promise<void> {
  const changes = limitsOf(options)
  const given = providerOf(options)
  if (Object.keys(changes).length === 0 && !given && options.url === undefined)
    throw new CommandFailed('Nothing to change: give --url, --rate, --daily-quota, --provider, ...')
  const moved =
    options.url === undefined
      ? undefined
      : await addressGiven(context, options.url === '-' ? undefined : options.url)
  const config = context.config()
  const { limits, events } = await forStore(context, async db => {
    const sealer = await sealerOf(db, config)
    if (moved) await moveRelay(db, sealer, name, moved.url)
    const events = given && (await changeProvider(db, sealer, name, given))
    return { events, limits: await changeLimits(db, name, changes) }
  })
  if (options.json)
    return context.printJson({ name, ...limits, ...(events && eventsShown(config, events)) })
  if (moved) context.print(`The route ${name} goes to ${describeRelay(moved.address)}.`)
  context.print(`The route ${name}: ${limitText(limits)}.`)
  if (events) printEvents(context, name, events)
  else if (given) context.print('Webhooks are not taken any more.')
}
