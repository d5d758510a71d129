/** Reads the steps of a definition: each by its word, and where it leads. */
import { wrongValue } from '../../demographics/fields.ts'
import { wrongSms } from '../../sms/checks/check-sms.ts'
import { isMeasured, MOST_KEY, MOST_STEPS, type Next, type Step } from './definition.ts'
import {
  type Entries,
  entriesOf,
  fieldOf,
  filledText,
  idOf,
  type Reading,
  readCondition,
  report,
  reportDetail,
  storedFilter,
  textOf,
} from './definition-reading.ts'
import type { MapPart, SourcePart } from './definition-source.ts'
import { readDelay, readLength } from './definition-times.ts'
import { readAwaited } from './read-definition-start.ts'

/** The word of each kind of step, and the entries allowed beside it. */
const WORDS: Record<string, readonly string[]> = {
  send: ['then'],
  sms: ['then'],
  set: ['to', 'then'],
  join: ['then'],
  leave: ['then'],
  call: ['then'],
  wait: ['then'],
  'wait for': ['within', 'then', 'else', 'unmeasured'],
  if: ['then', 'else'],
  filter: ['then', 'else'],
  end: [],
}
/** Far above the limit for an SMS, which depends on its characters. */
const MOST_SMS = 20_000

interface Drafted {
  key: string
  at: number
  word: string
  value: SourcePart
  entries: Entries
  next: Next
}

interface Drafts {
  drafted: Drafted[]
  /** All steps could be drafted. If not, a reference to a missing step is not reported as well. */
  whole: boolean
}

export interface ReadSteps {
  steps: Step[]
  /** The position of each step in the text, by its key. */
  places: Map<string, number>
}

export function readSteps(reading: Reading, part: SourcePart, zone: string): ReadSteps | undefined {
  if (part.kind !== 'list' || part.parts.length === 0)
    return report(reading, part.at, 'steps-shape')
  if (part.parts.length > MOST_STEPS)
    return report(reading, part.at, 'steps-many', { most: MOST_STEPS })
  const drafted: Drafted[] = []
  const places = new Map<string, number>()
  for (const one of part.parts) {
    const draft = one.kind === 'map' ? draftOf(reading, one) : report(reading, one.at, 'step-shape')
    if (!draft) continue
    if (places.has(draft.key)) report(reading, draft.at, 'step-twice', { step: draft.key })
    places.set(draft.key, draft.at)
    drafted.push(draft)
  }
  drafted.forEach((draft, i) => {
    draft.next = drafted[i + 1]?.key ?? null
  })
  const all: Drafts = { drafted, whole: drafted.length === part.parts.length }
  const steps = drafted.map(draft => stepOf(reading, draft, all, zone))
  return { steps: steps.filter(step => step !== undefined), places }
}

function draftOf(reading: Reading, map: MapPart): Drafted | undefined {
  const keyPart = map.entries.find(({ key }) => key === 'step')
  if (!keyPart) return report(reading, map.at, 'step-nameless')
  const key = filledText(reading, keyPart.value, 'step', MOST_KEY)
  if (key === undefined) return undefined
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u.test(key))
    return report(reading, keyPart.value.at, 'step-signs')
  if (key.toLowerCase() === 'end') return report(reading, keyPart.value.at, 'step-end')
  const found = map.entries.filter(entry => Object.hasOwn(WORDS, entry.key))
  if (found.length === 0) {
    const others = map.entries.filter(
      entry =>
        entry.key !== 'step' && !['then', 'else', 'unmeasured', 'to', 'within'].includes(entry.key),
    )
    const at = others[0]?.at ?? map.at
    return report(reading, at, 'step-idle', { step: key, known: Object.keys(WORDS).join(', ') })
  }
  if (found.length > 1) return report(reading, found[1]!.at, 'step-second', { word: found[0]!.key })
  const { key: word, value } = found[0]!
  const entries = entriesOf(reading, map, ['step', word, ...WORDS[word]!], word)
  return { key, at: map.at, word, value, entries, next: null }
}

function stepOf(reading: Reading, draft: Drafted, all: Drafts, zone: string): Step | undefined {
  const { key, word, value, entries } = draft
  const { known } = reading
  const next = entries.then ? wayTo(reading, entries.then, all) : draft.next
  switch (word) {
    case 'send': {
      const newsletterId = idOf(reading, value, 'newsletter', known.newsletters)
      return newsletterId === undefined ? undefined : { key, do: 'send', newsletterId, next }
    }
    case 'sms': {
      const text = filledText(reading, value, 'sms', MOST_SMS)
      const wrong = text === undefined ? undefined : wrongSms(text)
      if (wrong !== undefined) return reportDetail(reading, value.at, wrong)
      return text === undefined ? undefined : { key, do: 'sms', text, next }
    }
    case 'set':
      return setStep(reading, draft, next)
    case 'join':
    case 'leave': {
      const listId = idOf(reading, value, 'list', known.lists)
      return listId === undefined ? undefined : { key, do: word, listId, next }
    }
    case 'call': {
      const webhookId = idOf(reading, value, 'webhook', known.webhooks)
      return webhookId === undefined ? undefined : { key, do: 'call', webhookId, next }
    }
    case 'wait': {
      const text = filledText(reading, value, 'wait', 100)
      const delay = text === undefined ? undefined : readDelay(text, zone)
      if (delay === undefined) return undefined
      return 'wrong' in delay
        ? reportDetail(reading, value.at, delay.wrong)
        : { key, do: 'wait', delay, next }
    }
    case 'wait for':
      return waitForStep(reading, draft, all, next)
    case 'end':
      if (value.kind !== 'text' || !/^(?:|true|yes)$/i.test(value.text.trim()))
        return report(reading, value.at, 'end-value')
      return { key, do: 'end' }
    default:
      return branchStep(reading, draft, all, next)
  }
}

function setStep(
  reading: Reading,
  { key, at, value, entries }: Drafted,
  next: Next,
): Step | undefined {
  const field = fieldOf(reading, value)
  if (!entries.to) return report(reading, at, 'set-value')
  const text = textOf(reading, entries.to, 'value', 500)
  const wrong = text === undefined ? undefined : wrongValue(text, '"to"')
  if (wrong !== undefined) return reportDetail(reading, entries.to.at, wrong)
  return field === undefined || text === undefined
    ? undefined
    : { key, do: 'set', field, value: text, next }
}

/** The default target of a branch: the next step in the list. */
function elseOf(reading: Reading, draft: Drafted, all: Drafts): Next {
  const { entries, at } = draft
  if (!entries.then && !entries.else) report(reading, at, 'ways-missing')
  return entries.else ? wayTo(reading, entries.else, all) : draft.next
}

function waitForStep(reading: Reading, draft: Drafted, all: Drafts, then: Next): Step | undefined {
  const { key, at, value, entries } = draft
  const keys = new Set(all.drafted.map(one => one.key))
  const messages = new Set(all.drafted.filter(({ word }) => word === 'send').map(one => one.key))
  const event = readAwaited(reading, value, messages, keys)
  const otherwise = elseOf(reading, draft, all)
  if (!entries.within) return report(reading, at, 'within-missing')
  const minutes = readLength(textOf(reading, entries.within, 'within', 100) ?? '')
  if (minutes === undefined) return report(reading, entries.within.at, 'within-shape')
  if (typeof minutes !== 'number') return reportDetail(reading, entries.within.at, minutes.wrong)
  if (!event) return undefined
  const step = { key, do: 'wait for', event, minutes, then, else: otherwise } as const
  if (!entries.unmeasured) return step
  if (!isMeasured(event)) return report(reading, entries.unmeasured.at, 'unmeasured-event')
  return { ...step, unmeasured: wayTo(reading, entries.unmeasured, all) }
}

function branchStep(reading: Reading, draft: Drafted, all: Drafts, then: Next): Step | undefined {
  const { key, word, value } = draft
  const ask = word === 'filter' ? storedFilter(reading, value) : readCondition(reading, value)
  const otherwise = elseOf(reading, draft, all)
  return ask && { key, do: 'branch', ask, then, else: otherwise }
}

function wayTo(reading: Reading, part: SourcePart, all: Drafts): Next {
  const key = filledText(reading, part, 'way', MOST_KEY)
  if (key === undefined || key.toLowerCase() === 'end') return null
  if (all.drafted.some(one => one.key === key)) return key
  const names = all.drafted.map(one => one.key)
  if (all.whole) report(reading, part.at, 'step-none', { step: key, known: names.join(', ') })
  return null
}
