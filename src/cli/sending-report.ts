/** The state of a sending as text: for `sending show`, and line by line for watching. */

import type { RemovedPeople } from '../domain/deliveries/removed.ts'
import type { Hits, HitsOfSending } from '../domain/reports/hits-of-sending.ts'
import type { AbTest } from '../domain/reports/sendings/ab-results.ts'
import type { LanguageOutcome } from '../domain/reports/sendings/by-language.ts'
import type { RepeatRisk } from '../domain/sendings/accepted.ts'
import { shownTime } from '../domain/sendings/audience/due-time.ts'
import type { DeliveryState, SendingProgress } from '../domain/sendings/progress.ts'
import { formatInstant, momentOfStore } from '../lib/instant.ts'
import { senderFinding } from '../mail/message/sender.ts'
import { findingText, leftOutText, recordedText, standstillText } from './language.ts'
import { count } from './long-work.ts'

const ORDER: DeliveryState[] = [
  'accepted',
  'planned',
  'claimed',
  'handed over',
  'deferred',
  'bounced',
  'failed',
  'uncertain',
  'withdrawn',
]

const OPEN: DeliveryState[] = ['planned', 'claimed', 'handed over', 'deferred']

export const emailCount = (number: number): string =>
  `${count(number)} ${number === 1 ? 'email' : 'emails'}`

const sum = (numbers: (number | undefined)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Emails by state. */
interface Counted {
  counts: Record<string, number | undefined>
}

/** Number of emails without an outcome. */
export const openMessages = ({ counts }: Counted): number => sum(OPEN.map(state => counts[state]))

const allMessages = ({ counts }: Counted): number => sum(Object.values(counts))

export function report(progress: SendingProgress): string[] {
  const {
    id,
    state,
    name,
    subject,
    listName,
    dueAt,
    zone,
    finishedAt,
    candidates,
    leftOut,
    replies,
    standstill,
  } = progress
  const row = (title: string, value: string) => `${`${title}:`.padEnd(14)}${value}`
  const lines = [
    row(`Sending ${id}`, name),
    row('Subject', subject),
    row('List', listName),
    row('Sender', senderText(progress)),
    row('State', state),
    row('Time', shownTime(dueAt, zone)),
  ]
  if (finishedAt !== null) lines.push(row('Ended', shownTime(finishedAt, zone)))
  if (progress.peopleRemoved)
    lines.push(row('Recipients', removedText(progress, progress.peopleRemoved)))
  for (const { route, rule } of progress.routedBy)
    lines.push(row('Route', `${route}, by rule ${rule} of pennypost route-rule list`))
  if (standstill !== undefined)
    lines.push(row('Stopped', standstillText(standstill, progress.stands)))
  if (progress.repeatRisk !== undefined)
    lines.push(row('Twice', repeatWarning(progress.repeatRisk)))
  if (candidates !== null) {
    const out = Object.entries(leftOut).map(
      ([reason, number]) => `${leftOutText(reason)} ${count(number)}`,
    )
    lines.push(row('Audience', `${count(candidates)}; left out: ${out.join(', ') || 'none'}`))
    lines.push(row('Emails', count(allMessages(progress))))
    for (const [one, number] of statesOf(progress))
      lines.push(`  ${one.padEnd(12)}${count(number).padStart(10)}`)
  }
  if (progress.onceUncertain > 0)
    lines.push(
      `  On the way when a connection or a process ended: ${emailCount(progress.onceUncertain)}; ` +
        'some may have arrived then.',
    )
  if (replies.length > 0) lines.push('Replies:', ...replyLines(progress))
  return lines
}

function removedText({ zone }: SendingProgress, { at, months }: RemovedPeople): string {
  const after = `${months} ${months === 1 ? 'month' : 'months'}`
  return `removed on ${shownTime(at, zone)}, ${after} after the end; the numbers stay`
}

const senderText = ({ sender }: SendingProgress): string => findingText(senderFinding(sender))

/** For a sending held since a restore. */
export function repeatWarning({ most, perMinute }: RepeatRisk): string {
  if (most === 0) return 'No email can have gone out after the backup was made.'
  const pace = perMinute === null ? '' : ` (before it, ${count(perMinute)} a minute went)`
  return (
    `Up to ${emailCount(most)} may have gone out after the backup was made${pace}, and ` +
    'would be sent twice. ' +
    'Those that the relay is known to have taken are left out with: pennypost sending ' +
    'confirm ID --accepted FILE'
  )
}

/** Opens and clicks; empty before there are any. */
export function hitLines(
  { candidates, zone, tracked }: SendingProgress,
  { opens, clicks, closures }: HitsOfSending,
): string[] {
  if (candidates === null) return []
  if (!tracked) return ['Opens:        not tracked', 'Clicks:       not tracked']
  const line = (title: string, { all, byPeople, people, last }: Hits) => {
    const who = people === null ? '' : ` by ${count(people)} ${people === 1 ? 'person' : 'people'}`
    const when = last === null ? '' : `, the last at ${shownTime(last, zone)}`
    return `${`${title}:`.padEnd(14)}${count(byPeople)}${who}; ${count(all)} with machines${when}`
  }
  const values = closures.map(
    ({ currency, count: number, value }) =>
      `${count(number)} worth ${value}${currency && ` ${currency}`}`,
  )
  return [
    line('Opens', opens),
    line('Clicks', clicks),
    ...(values.length > 0 ? [`Closures:     ${values.join(', ')}`] : []),
  ]
}

const TOO_FEW =
  'Less than a tenth of a variant is measured: nobody can win, and the rest gets the first ' +
  'variant unless somebody chooses.'

/** An A/B test: the result of each variant, and the confidence of the difference. */
export function testLines({ by, currency, variants, ...test }: AbTest): string[] {
  const value = (score: number) =>
    by === 'value' ? `${score.toFixed(4)} ${currency ?? ''}`.trim() : percent(score)
  const did = { clicks: 'clicked', opens: 'opened', value: 'bought' }[by]
  const sure = test.clear ? 'clear' : 'may be chance'
  return [
    `A/B test by ${by}:`,
    ...variants.map(
      ({ variant, sendingId, people, delivered, measured, score }) =>
        `  ${variant + 1}. sending ${sendingId}: ${value(score)}, ${count(people)} of ` +
        `${count(measured)}${measured < delivered ? ` measured, of ${count(delivered)},` : ''} ` +
        `${did}${test.winner === variant && test.undecided === null ? ': the winner' : ''}`,
    ),
    `  Difference of the best and the next: ${value(test.difference)}, margin ` +
      `${value(test.margin)} (95 %): ${sure}`,
    ...(test.tooFew ? [`  ${TOO_FEW}`] : []),
  ]
}

/** The emails in each language, the base first; empty for a newsletter in one. */
export const languageLines = (languages: readonly LanguageOutcome[]): string[] =>
  languages.length === 0
    ? []
    : [
        'Languages:',
        ...languages.map(
          ({ language, counts, opened, clicked }) =>
            `  ${language.padEnd(4)}${emailCount(allMessages({ counts }))}; accepted ` +
            `${count(counts.accepted ?? 0)}, opened ${count(opened)}, clicked ${count(clicked)}`,
        ),
      ]

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

const statesOf = ({ counts }: SendingProgress): [DeliveryState, number][] =>
  ORDER.flatMap(state => (counts[state] ? [[state, counts[state]] as [DeliveryState, number]] : []))

const replyLines = ({ replies }: SendingProgress): string[] =>
  replies.map(
    ({ state, reply, count: number }) =>
      `  ${count(number).padStart(8)}  ${state.padEnd(10)}${oneLine(recordedText(reply)).slice(0, 160)}`,
  )

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** The JSON output, for a sending that is not tracked. */
export const UNTRACKED = { opens: null, clicks: null, closures: [] }

/** The JSON output. */
export const hitFacts = ({ opens, clicks, closures }: HitsOfSending) => {
  const inMoments = ({ first, last, ...hits }: Hits) => ({
    ...hits,
    first: first && formatInstant(first),
    last: last && formatInstant(last),
  })
  return { opens: inMoments(opens), clicks: inMoments(clicks), closures }
}

/** The JSON output. */
export const facts = ({ finishedAt, dueAt, ...progress }: SendingProgress) => ({
  ...progress,
  dueAt: formatInstant(dueAt),
  finishedAt: finishedAt && formatInstant(finishedAt),
  standstill: progress.standstill ?? null,
  repeatRisk: progress.repeatRisk ?? null,
})

interface Sample {
  at: number
  done: number
}

/** Prints the changes since the last call. */
export function createTeller(say: (line: string) => void) {
  const samples: Sample[] = []
  let spoken = ''
  let why: string | undefined
  let repliesSpoken = ''
  return (progress: SendingProgress, now = performance.now()): void => {
    const all = allMessages(progress)
    const left = openMessages(progress)
    samples.push({ at: now, done: all - left })
    while (samples.length > 2 && samples[0]!.at < now - 10_000) samples.shift()
    if (progress.standstill !== why && progress.standstill !== undefined)
      say(standstillText(progress.standstill, progress.stands))
    why = progress.standstill
    const line = lineOf(progress, all, left, perSecond(samples))
    if (line !== spoken) say(line)
    spoken = line
    const replies = replyLines(progress)
    // The numbers change all the time; only a new kind of reply is worth a line.
    const kinds = progress.replies.map(({ state, reply }) => `${state} ${reply}`).join('\n')
    if (kinds !== repliesSpoken) for (const reply of replies) say(reply)
    repliesSpoken = kinds
  }
}

function perSecond(samples: Sample[]): number {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  return last.at === first.at ? 0 : ((last.done - first.done) * 1000) / (last.at - first.at)
}

function lineOf(progress: SendingProgress, all: number, left: number, rate: number): string {
  const { state, dueAt, zone } = progress
  if (state === 'scheduled')
    return momentOfStore(dueAt).getTime() > Date.now()
      ? `scheduled for ${shownTime(dueAt, zone)}`
      : 'waits for a worker'
  if (all === 0) return `${state}: no emails`
  const parts = [`${state}: ${count(all - left)} of ${emailCount(all)}`]
  if (state === 'sending' && rate >= 0.1)
    parts.push(
      `${rate >= 10 ? count(rate) : rate.toFixed(1)} emails/s`,
      `${span(left / rate)} left`,
    )
  return `${parts.join(', ')}; ${statesOf(progress)
    .map(([one, number]) => `${one} ${count(number)}`)
    .join(', ')}`
}

function span(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
