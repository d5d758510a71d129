/** `pennypost route shape` and `route warm-up`: how much a relay may send to a mailbox provider. */
import type { Command } from 'commander'
import type { ActionOf, AnswerOf, CallInput } from '../actions/action.ts'
import { relayWarmUps } from '../actions/relays/relay-warm-ups.ts'
import { relays } from '../actions/relays/relays.ts'
import type { ProviderLimits } from '../domain/routes/providers.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { count, counted } from './long-work.ts'

const PROVIDER = '/installation/routes/:route/providers/:provider'
const LIMIT = actionOf(relays, `PATCH ${PROVIDER}`)
const WARM_UP = actionOf(relays, 'PUT /installation/routes/:route/warm-up')
const LIMITS = ['connections', 'emailsPerConnection', 'ratePerSecond', 'dailyQuota'] as const

interface Options {
  usual?: true
  off?: true
  keepDays?: true
  json?: boolean
}

export function registerShaping(route: Command, context: Context): void {
  const shape = route.command('shape').argument('<name>', 'which relay')
  const provider = takes(shape, LIMIT, { values: ['provider'] })
  const limits = takes(shape, LIMIT, { values: LIMITS, flags: { ratePerSecond: 'rate' } })
  shape
    .option('--usual', 'use the limits that Pennypost knows for the provider again')
    .option('--json', 'as JSON, for programs')
    .description(LIMIT.about)
    .addHelpText(
      'after',
      `
Domains whose MX records lead to a provider (Google Workspace, Microsoft 365) count as the \
provider. \`none\` uses a known limit again.

Examples:
  $ pennypost route shape bulk --provider Gmail --rate 5 --daily-quota 20000
  $ pennypost route shape bulk --provider "Microsoft 365" --connections 0
  $ pennypost route shape bulk --provider Gmail --usual`,
    )
    .action((name: string, options: Options) =>
      limit(context, { route: name, ...provider(options) }, limits(options), options),
    )

  const warm = route.command('warm-up').argument('<name>', 'which relay')
  const given = takes(warm, WARM_UP, { values: ['first', 'growth', 'goal'] })
  warm
    .option('--off', 'end it: no quotas any more')
    .option('--keep-days', 'change a running one: its days so far count')
    .option('--json', 'as JSON, for programs')
    .description(WARM_UP.about)
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
    .action((name: string, options: Options) => warmUp(context, name, given(options), options))
}

export const providerLimitText = (limits: ProviderLimits): string => {
  const { connections, emailsPerConnection, ratePerSecond, dailyQuota } = limits
  const parts = [
    ...(connections === null ? [] : [counted(connections, 'connection')]),
    ...(emailsPerConnection === null ? [] : [`${counted(emailsPerConnection, 'email')} on each`]),
    ...(ratePerSecond === null ? [] : [`${ratePerSecond} emails a second`]),
    ...(dailyQuota === null ? [] : [`${counted(dailyQuota, 'email')} a day`]),
  ]
  return parts.length === 0 ? 'no limits' : parts.join(', ')
}

async function limit(
  context: Context,
  params: { route: string; provider: string },
  body: NonNullable<CallInput<typeof LIMIT>['body']>,
  { usual, json }: Options,
): Promise<void> {
  if (!usual && Object.keys(body).length === 0)
    throw new CommandFailed('Nothing to change: give --rate, --connections, ... or --usual.')
  const which = `The route ${params.route} to ${params.provider}`
  await acting(context, {}, relays, async call => {
    if (usual) {
      await call(`DELETE ${PROVIDER}`, { params })
      return json ? context.printJson({}) : context.print(`${which}: the usual limits.`)
    }
    const limits = await call(`PATCH ${PROVIDER}`, { params, body })
    if (json) return context.printJson(limits)
    context.print(`${which}: ${providerLimitText(limits)}.`)
  })
}

type WarmUpDays = AnswerOf<ActionOf<typeof relayWarmUps, 'GET /installation/routes/:route/warm-up'>>

export function warmUpText({ warmUp, providers, plan, today }: WarmUpDays): string[] {
  if (!warmUp) return ['It does not warm up.']
  const quotaText = (quota: number | null) => (quota === null ? 'no limit' : count(quota))
  const ahead = (days: WarmUpDays['plan']) =>
    days.map(({ day, quota }) => `    ${day}  planned ${quotaText(quota)}`)
  if (providers.length === 0) return ['Nothing was sent yet. Each provider:', ...ahead(plan)]
  return providers.flatMap(({ provider, days, planned }) => [
    `  ${provider}`,
    ...days.map(
      ({ day, quota, sent, held }) =>
        `    ${day}  ${count(sent)} of ${quotaText(quota)}${day === today ? ' today' : ''}` +
        `${held === null ? '' : `; held back: ${held}`}`,
    ),
    ...ahead(planned),
  ])
}

async function warmUp(
  context: Context,
  name: string,
  body: CallInput<typeof WARM_UP>['body'],
  { off, keepDays, json }: Options,
): Promise<void> {
  const params = { route: name }
  if (keepDays)
    return acting(context, {}, relayWarmUps, async call => {
      const days = await call('PATCH /installation/routes/:route/warm-up', { params, body })
      if (json) return context.printJson(days)
      for (const line of warmUpText(days)) context.print(line)
    })
  await acting(context, {}, relays, async call => {
    if (off) {
      await call('DELETE /installation/routes/:route/warm-up', { params })
      if (json) return context.printJson({})
      return context.print(`The route ${name} sends without the quotas of a warm-up.`)
    }
    const relay = await call('PUT /installation/routes/:route/warm-up', { params, body })
    if (json) return context.printJson(relay)
    const { warmUp } = relay
    context.print(
      `The route ${name} warms up: ${counted(warmUp!.first, 'email')} to each provider today, ` +
        `${warmUp!.growth} times as many each day, up to ${count(warmUp!.goal)}.`,
    )
  })
}
