/** `pennypost route shape` and `route warm-up`: how much a relay may send to a mailbox provider. */
import type { Command } from 'commander'
import { changeProviderLimits, dropProviderLimits } from '../domain/routes/provider-limits.ts'
import type { ProviderLimits } from '../domain/routes/providers.ts'
import { changeWarmUp, USUAL_WARM_UP } from '../domain/routes/warm-up.ts'
import { forStore } from './account-option.ts'
import { number, numberOrNone } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
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
  if (usual) {
    const dropped = await forStore(context, db => dropProviderLimits(db, name, provider))
    if (json) return context.printJson({ name, provider, usual: true })
    return context.print(
      dropped
        ? `The route ${name} to ${provider}: the usual limits.`
        : `The route ${name} to ${provider} has the usual limits.`,
    )
  }
  const lifted = (value: number | 'none' | undefined) => (value === 'none' ? 0 : value)
  const given = {
    connections: lifted(options.connections),
    emailsPerConnection: lifted(options.emailsPerConnection),
    ratePerSecond: lifted(options.rate),
    dailyQuota: lifted(options.dailyQuota),
  }
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(changes).length === 0)
    throw new CommandFailed('Nothing to change: give --rate, --connections, ... or --usual.')
  const limits = await forStore(context, db => changeProviderLimits(db, name, provider, changes))
  if (json) context.printJson({ name, provider, ...limits })
  else context.print(`The route ${name} to ${provider}: ${providerLimitText(limits)}.`)
}

async function warmUp(context: Context, name: string, options: WarmUpOptions): Promise<void> {
  const { off, json, first, growth, goal } = options
  const schedule = off
    ? null
    : {
        first: first ?? USUAL_WARM_UP.first,
        growth: growth ?? USUAL_WARM_UP.growth,
        goal: goal ?? USUAL_WARM_UP.goal,
      }
  await forStore(context, db => changeWarmUp(db, name, schedule))
  if (json) return context.printJson({ name, warmUp: schedule })
  context.print(
    schedule
      ? `The route ${name} warms up: ${count(schedule.first)} emails to each provider today, ` +
          `${schedule.growth} times as many each day, up to ${count(schedule.goal)}.`
      : `The route ${name} sends without the quotas of a warm-up.`,
  )
}
