import type { RouteLimits } from '../domain/routes/keep-route.ts'
import { NO_QUOTA } from '../domain/routes/warm-up.ts'
import { describedRoutes } from '../use-cases/relays/route-states.ts'
import { forStore } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { providerLimitText } from './route-shaping.ts'
import { relaysOf } from './secret.ts'

export const limitText = ({
  ratePerSecond,
  connections,
  emailsPerConnection,
  dailyQuota,
  priority,
}: RouteLimits): string =>
  [
    ratePerSecond === null ? 'as many emails a second as go' : `${ratePerSecond} emails a second`,
    `${count(connections)} connections with ${count(emailsPerConnection)} emails each`,
    ...(dailyQuota === null ? [] : [`${count(dailyQuota)} emails a day`]),
    `priority ${priority}`,
  ].join(', ')

export async function listRoutes(context: Context, { json }: { json?: boolean }): Promise<void> {
  const config = context.config()
  const rows = await forStore(context, db => describedRoutes(db, relaysOf(db, config)))
  if (json) return context.printJson(rows)
  if (rows.length === 0)
    return context.print(
      'There are no relays: the sandbox keeps all emails. To add one: pennypost route add ' +
        'NAME, or set SMTP_URL.',
    )
  for (const {
    name,
    relay,
    state,
    reason,
    refusing,
    usedToday,
    limits,
    slowed,
    pace,
    notes,
    ...shape
  } of rows) {
    const { warmUp, providerLimits, today, events } = shape
    context.print(`${name}  ${relay}  ${state}${reason === null ? '' : `: ${reason}`}`)
    for (const note of notes) context.print(`  ${note}`)
    if (refusing !== null)
      context.print(
        `  accepts no emails since ${refusing.since}; next attempt ${refusing.next ?? 'with the next email'}: ` +
          `${refusing.reply}. To find the cause: pennypost route test ${name} --to ADDRESS`,
      )
    if (limits)
      context.print(
        '  ' +
          `${limitText(limits)}${limits.dailyQuota === null ? '' : `; ${count(usedToday)} used today`}`,
      )
    if (pace) for (const line of paceTexts(pace)) context.print(`  ${line}`)
    if (events)
      context.print(
        `  webhooks of ${events.provider}: ${events.webhook}` +
          (events.lacksKey ? '; refused, for their key is not known' : ''),
      )
    for (const one of slowed) context.print(`  ${slowText(one)}`)
    if (warmUp)
      context.print(
        `  warms up: each day ${warmUp.growth} times the emails of the day before, up to ` +
          `${count(warmUp.goal)} to a provider`,
      )
    for (const { provider, limits } of providerLimits)
      context.print(`  to ${provider}: ${providerLimitText(limits)}`)
    for (const { provider, quota, messages, held } of today)
      context.print(
        `  to ${provider} today: ${count(messages)}` +
          (quota < NO_QUOTA ? ` of ${count(quota)}` : '') +
          (held === null ? '' : `; held back: ${held}`),
      )
  }
}

interface ShownPace {
  perSecond: number | null
  emailsPerConnection: number | null
  quotaUntil: string | null
  reply: string | null
}

const paceTexts = ({ perSecond, emailsPerConnection, quotaUntil, reply }: ShownPace): string[] => [
  ...(quotaUntil === null
    ? []
    : [`its quota is used up; an email tries it again at ${quotaUntil}, or after route resume`]),
  ...(perSecond === null
    ? []
    : [`the relay takes ${perSecond} emails a second, as found out; it said ${reply}`]),
  ...(emailsPerConnection === null
    ? []
    : [`the relay takes ${count(emailsPerConnection)} emails over a connection, as found out`]),
]

interface ShownSlowdown {
  domains: string
  until: string
  paused: boolean
  perMinute: number
  reply: string
}

const slowText = ({ domains, until, paused, perMinute, reply }: ShownSlowdown): string =>
  `${domains} more slowly${paused ? ` until ${until}` : ''}: ` +
  `${paused ? 'then ' : ''}${count(perMinute)} emails a minute; it said ${reply}`
