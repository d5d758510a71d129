/** SMS as text: segments, cost, and state. */
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { apiWord } from '../actions/http/api-words.ts'
import type { smsRoutes } from '../actions/sms/sms.ts'
import { SMS_LEFT_OUT } from '../domain/sms/plan-message.ts'
import type { SmsState } from '../domain/sms/receipts/settle.ts'
import { segment } from '../sms/segments.ts'
import { causesText, whyText } from './language.ts'
import { count } from './long-work.ts'

export const numbers = (of: number) => `${count(of)} ${of === 1 ? 'number' : 'numbers'}`
const segments = (of: number) => `${count(of)} ${of === 1 ? 'segment' : 'segments'}`
export const credits = (amount: string) => `${amount} ${amount === '1' ? 'credit' : 'credits'}`

const MOST_SHOWN = 20

type Answer<Route extends string> = AnswerOf<ActionOf<typeof smsRoutes, Route>>

export type SmsPlan = Omit<Answer<'POST /sms'>, 'id'>

/** The alphabet, the segments, and the characters that force the costlier alphabet. */
export function textLines(
  text: string,
  { alphabet, characters, segments: parts, offending }: SmsPlan,
): string[] {
  const lines = [
    `Text:      ${count(characters)} characters in ` +
      `${alphabet === 'gsm' ? 'the GSM alphabet' : 'UCS-2'}, ${segments(parts)}`,
  ]
  if (alphabet === 'gsm') return lines
  const names = offending.slice(0, MOST_SHOWN).map(shownCharacter).join(' ')
  lines.push(
    `           not in the GSM alphabet: ${names}${offending.length > MOST_SHOWN ? ' ...' : ''}`,
  )
  const plain = segment(
    [...text].map(character => (offending.includes(character) ? '?' : character)).join(''),
  ).parts.length
  if (plain < parts)
    lines.push(`           without ${offending.length === 1 ? 'it' : 'them'}: ${segments(plain)}`)
  return lines
}

/** With its code point, since “ and " look alike, and a blank may be a no-break space. */
const shownCharacter = (character: string) =>
  `${/[\p{Z}\p{C}\p{M}]/u.test(character) ? '' : character}(U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`

/** Recipients and cost. */
export function planLines(
  { planned, candidates, leftOut, cost, balance, state }: SmsPlan,
  list: string,
): string[] {
  const lines = [`Goes to:   ${numbers(planned)} of ${list}: ${credits(cost)}`]
  if (candidates > planned) lines.push(`Left out:  ${reasonsOf(leftOut)}`)
  lines.push(
    state === 'held'
      ? `Balance:   ${balance}, too little or owed to earlier messages: it is held until ` +
          'there is enough'
      : `Balance:   ${balance} after it`,
  )
  return lines
}

const reasonsOf = (leftOut: Record<string, number>) =>
  Object.entries(leftOut)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, number]) => `${count(number)} ${leftOutText(reason)}`)
    .join(', ')

/** As the store says it: `no number`. */
const leftOutText = (reason: string) => SMS_LEFT_OUT.find(one => apiWord(one) === reason) ?? reason

const ORDER: readonly SmsState[] = [
  'planned',
  'claimed',
  'handed over',
  'accepted',
  'delivered',
  'undelivered',
  'refused',
  'uncertain',
  'withdrawn',
]

export function report(progress: Answer<'GET /sms/:smsId'>): string[] {
  const {
    id,
    state,
    listId,
    triggerId,
    listName,
    cost,
    givenBack,
    candidates,
    planned,
    leftOut,
    counts,
    standstill,
    standstillWhy,
    text,
  } = progress
  const of = `list ${listId}${listName === null ? '' : ` (${listName})`}`
  const to = triggerId === null ? of : `subscribers of trigger ${triggerId}, on ${of}`
  return [
    `Message:   ${id}, to ${to}`,
    `State:     ${state}`,
    ...(standstill === null ? [] : [`           ${whyText(standstill, standstillWhy)}`]),
    `Text:      ${oneLine(text).slice(0, 200)}`,
    `Segments:  ${progress.segments} in ` +
      `${progress.alphabet === 'gsm' ? 'the GSM alphabet' : 'UCS-2'}`,
    `Cost:      ${cost}${givenBack === '0' ? '' : `, of which ${givenBack} came back`}`,
    `Audience:  ${numbers(planned)} of ${count(candidates)} ` +
      `subscribers${candidates > planned ? `; left out: ${reasonsOf(leftOut)}` : ''}`,
    ...ORDER.flatMap(one => (counts[one] ? [`${`${one}:`.padEnd(13)}${count(counts[one])}`] : [])),
    ...progress.reasons.map(
      row =>
        `  ${count(row.count).padStart(8)}  ` +
        `${row.state.padEnd(12)}${oneLine(causesText(row.reason, row.causes)).slice(0, 160)}`,
    ),
  ]
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ')
