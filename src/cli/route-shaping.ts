/** `pennypost route shape` and `route warm-up`: how much a relay may send to a mailbox provider. */
import type { Command } from 'commander'
import { relays } from '../actions/relays/relays.ts'
import type { ProviderLimits } from '../domain/routes/providers.ts'
import { USUAL_WARM_UP } from '../domain/routes/warm-up.ts'
import { number, numberOrNone } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { count } from './long-work.ts'

interface LimitOptions {
  provider: string
  connections?: number | 'none'
  emailsPerConnection?: number | 'none'
  rate?: number | 'none'
  dailyQuota?: number | 'none'
  usual?: true
  json?: boolean
}

interface WarmUpOptions {
  first?: number
  growth?: number
  goal?: number
  off?: true
  json?: boolean
}

export function registerShaping(route: Command, context: Context): void {
  route
    .command('shape')
    .argument('<name>', 'which relay')
    .requiredOption('--provider <name>', 'Gmail, "Microsoft 365", ..., a domain or a mail server')
    .option('--connections <number>', 'emails at the same time; none lifts it', numberOrNone)
    .option(
      '--emails-per-connection <number>',
      'emails before a connection is replaced; none lifts it',
      numberOrNone,
    )
    .option('--rate <number>', 'emails a second, over all workers; none lifts it', numberOrNone)
    .option('--daily-quota <number>', 'emails a day (UTC); none lifts it', numberOrNone)
    .option('--usual', 'use the limits that Pennypost knows for the provider again')
    .option('--json', 'as JSON, for programs')
    .description('Limit what a relay sends to one mailbox provider. Limits not given are kept.')
    .addHelpText(
      'after',
      `
Domains whose MX records lead to a provider (Google Workspace, Microsoft 365) count as the \
provider.

Examples:
  $ pennypost route shape bulk --provider Gmail --rate 5 --daily-quota 20000
  $ pennypost route shape bulk --provider "Microsoft 365" --connections none
  $ pennypost route shape bulk --provider Gmail --usual`,
    )
    .action((name: string, options: LimitOptions) => limit(context, name, options))

  const { first, growth, goal } = USUAL_WARM_UP
  route
    .command('warm-up')
    .argument('<name>', 'which relay')
    .option('--first <number>', `emails to each provider on the first day (${first})`, number)
    .option('--growth <number>', `each day so many times the day before (${growth})`, number)
    .option('--goal <number>', `the quota at which it ends (${count(goal)})`, number)
    .option('--off', 'end it: no quotas any more')
    .option('--json', 'as JSON, for programs')
    .description('Begin a warm-up: each mailbox provider gets a daily quota that grows.')
    .addHelpText(
      'after',
      `
For new IP addresses. A day with complaints or replies against us halves the next quota, and a \
day that used less
than half of it repeats it. Domains of no known provider share one quota. Emails beyond it wait \
for the next day.

Examples:
  $ pennypost route warm-up bulk
  $ pennypost route warm-up bulk --first 50 --growth 1.3 --goal 20000
  $ pennypost route warm-up bulk --off`,
    )
    .action((name: string, options: WarmUpOptions) => warmUp(context, name, options))
}

export const providerLimitText = (limits: ProviderLimits): string => {
  const { connections, emailsPerConnection, ratePerSecond, dailyQuota } = limits
  const parts = [
    ...(connections === null ? [] : [`${count(connections)} connections`]),
    ...(emailsPerConnection === null ? [] : [`${count(emailsPerConnection)} emails on each`]),
    ...(ratePerSecond === null ? [] : [`${ratePerSecond} emails a second`]),
    ...(dailyQuota === null ? [] : [`${count(dailyQuota)} emails a day`]),
  ]
  return parts.length === 0 ? 'no limits' : parts.join(', ')
}

async function limit(context: Context, name: string, options: LimitOptions): Promise<void> {
  const { provider, usual, json } = options
  const params = { route: name, provider }
  const lifted = (value: number | 'none' | undefined) => (value === 'none' ? 0 : value)
  const body = {
    connections: lifted(options.connections),
    emailsPerConnection: lifted(options.emailsPerConnection),
    ratePerSecond: lifted(options.rate),
    dailyQuota: lifted(options.dailyQuota),
  }
  if (!usual && Object.values(body).every(value => value === undefined))
    throw new CommandFailed('Nothing to change: give --rate, --connections, ... or --usual.')
  const route = '/installation/routes/:route/providers/:provider'
  await acting(context, options, relays, async call => {
    if (usual) {
      await call(`DELETE ${route}`, { params })
      if (json) return context.printJson({})
      return context.print(`The route ${name} to ${provider}: the usual limits.`)
    }
    const limits = await call(`PATCH ${route}`, { params, body })
    if (json) return context.printJson(limits)
    context.print(`The route ${name} to ${provider}: ${providerLimitText(limits)}.`)
  })
}

async function warmUp(context: Context, name: string, options: WarmUpOptions): Promise<void> {
  const { off, json, first, growth, goal } = options
  const params = { route: name }
  await acting(context, options, relays, async call => {
    if (off) {
      await call('DELETE /installation/routes/:route/warm-up', { params })
      if (json) return context.printJson({})
      return context.print(`The route ${name} sends without the quotas of a warm-up.`)
    }
    const body = { first, growth, goal }
    const relay = await call('PUT /installation/routes/:route/warm-up', { params, body })
    if (json) return context.printJson(relay)
    const { warmUp } = relay
    context.print(
      `The route ${name} warms up: ${count(warmUp!.first)} emails to each provider today, ` +
        `${warmUp!.growth} times as many each day, up to ${count(warmUp!.goal)}.`,
    )
  })
}
