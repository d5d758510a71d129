/** A relay as text: its limits, and the reasons for delays. */
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import type { relays } from '../actions/relays/relays.ts'
import { NO_QUOTA } from '../domain/routes/warm-up.ts'
import { causesText, sentenceText } from './language.ts'
import { count, counted } from './long-work.ts'
import { providerLimitText } from './route-shaping.ts'

export type RelayAnswer = AnswerOf<
  ActionOf<typeof relays, 'GET /installation/routes'>
>['items'][number]

export const limitText = ({
  ratePerSecond,
  connections,
  emailsPerConnection,
  dailyQuota,
  priority,
}: NonNullable<RelayAnswer['limits']>): string =>
  [
    ratePerSecond === null ? 'as many emails a second as go' : `${ratePerSecond} emails a second`,
    `${counted(connections, 'connection')} with ${counted(emailsPerConnection, 'email')} each`,
    ...(dailyQuota === null ? [] : [`${counted(dailyQuota, 'email')} a day`]),
    `priority ${priority}`,
  ].join(', ')

export function listText(relay: RelayAnswer): string[] {
  const { name, state, reason, causes, refusing, usedToday, limits, slowed, pace, notes } = relay
  const { warmUp, providerLimits, today, events } = relay
  const lines = [
    `${name}  ${relay.relay}  ${state.replaceAll('-', ' ')}` +
      (reason === null ? '' : `: ${causesText(reason, causes)}`),
  ]
  for (const note of notes) lines.push(`  ${sentenceText(note)}`)
  if (refusing !== null)
    lines.push(
      `  accepts no emails since ${refusing.since}; next attempt ${refusing.next ?? 'with the next email'}: ` +
        `${causesText(refusing.reply, refusing.causes)} To find the cause: pennypost route test ${name} --to ADDRESS`,
    )
  if (limits)
    lines.push(
      '  ' +
        `${limitText(limits)}${limits.dailyQuota === null ? '' : `; ${count(usedToday)} used today`}`,
    )
  if (pace) for (const line of paceTexts(pace)) lines.push(`  ${line}`)
  if (events)
    lines.push(
      `  webhooks of ${events.provider}: ${events.webhook}` +
        (events.lacksKey ? '; refused, for their key is not known' : ''),
    )
  for (const one of slowed) lines.push(`  ${slowText(one)}`)
  if (warmUp)
    lines.push(
      `  warms up: each day ${warmUp.growth} times the emails of the day before, up to ` +
        `${count(warmUp.goal)} to a provider`,
    )
  for (const { provider, limits } of providerLimits)
    lines.push(`  to ${provider}: ${providerLimitText(limits)}`)
  for (const { provider, quota, messages, held } of today)
    lines.push(
      `  to ${provider} today: ${count(messages)}` +
        (quota < NO_QUOTA ? ` of ${count(quota)}` : '') +
        (held === null ? '' : `; held back: ${held}`),
    )
  return lines
}

type ShownPace = NonNullable<RelayAnswer['pace']>

const paceTexts = ({ perSecond, emailsPerConnection, quotaUntil, reply }: ShownPace): string[] => [
  ...(quotaUntil === null
    ? []
    : [`its quota is used up; an email tries it again at ${quotaUntil}, or after route resume`]),
  ...(perSecond === null
    ? []
    : [`the relay takes ${perSecond} emails a second, as found out; it said ${reply}`]),
  ...(emailsPerConnection === null
    ? []
    : [`the relay takes ${counted(emailsPerConnection, 'email')} over a connection, as found out`]),
]

type ShownSlowdown = RelayAnswer['slowed'][number]

const slowText = ({ domains, until, paused, perMinute, reply }: ShownSlowdown): string =>
  `${domains} more slowly${paused ? ` until ${until}` : ''}: ` +
  `${paused ? 'then ' : ''}${counted(perMinute, 'email')} a minute; it said ${reply}`
