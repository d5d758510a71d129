/** Reads the steps of a definition: each by its word, and where it leads. */
import { wrongValue } from '../../demographics/fields.ts'
import { Refusal } from '../../refusal.ts'
import { checkSms } from '../../sms/send-sms.ts'
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
  short,
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
    return report(
      reading,
      part.at,
      '"steps" is a list: lines below it that begin with "- step: NAME".',
    )
  if (part.parts.length > MOST_STEPS)
    return report(reading, part.at, `A trigger has at most ${MOST_STEPS} steps.`)
  const drafted: Drafted[] = []
  const places = new Map<string, number>()
  for (const one of part.parts) {
    const draft =
      one.kind === 'map'
        ? draftOf(reading, one)
        : report(reading, one.at, 'A step begins with "- step: NAME".')
    if (!draft) continue
    if (places.has(draft.key))
      report(
        reading,
        draft.at,
        `There is a step ${JSON.stringify(draft.key)} already: names of steps are unique.`,
      )
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
  if (!keyPart) return report(reading, map.at, 'A step needs a name: begin it with "- step: NAME".')
  const key = filledText(
    reading,
    keyPart.value,
    'The name of the step',
    MOST_KEY,
    'write "- step: hello"',
  )
  if (key === undefined) return undefined
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u.test(key))
    return report(
      reading,
      keyPart.value.at,
      'The name of a step is of letters, digits, blanks, - and _.',
    )
  if (key.toLowerCase() === 'end')
    return report(
      reading,
      keyPart.value.at,
      '"end" is reserved for the end of the run: choose another name.',
    )
  const found = map.entries.filter(entry => Object.hasOwn(WORDS, entry.key))
  if (found.length === 0) {
    const others = map.entries.filter(
      entry =>
        entry.key !== 'step' && !['then', 'else', 'unmeasured', 'to', 'within'].includes(entry.key),
    )
    const at = others[0]?.at ?? map.at
    return report(
      reading,
      at,
      `What step ${JSON.stringify(key)} does is missing. It is one of: ` +
        `${Object.keys(WORDS).join(', ')}.`,
    )
  }
  if (found.length > 1)
    return report(
      reading,
      found[1]!.at,
      `A step does one thing: "${found[0]!.key}" is given already. Make two steps.`,
    )
  const { key: word, value } = found[0]!
  const entries = entriesOf(reading, map, ['step', word, ...WORDS[word]!], `A step with "${word}"`)
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
      const text = filledText(reading, value, 'The text', MOST_SMS, 'write the text of the SMS')
      const wrong = text === undefined ? undefined : wrongSms(text)
      if (wrong !== undefined) return report(reading, value.at, wrong)
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
      const text = filledText(reading, value, 'How long', 100, 'write "wait: 3 days"')
      const delay = text === undefined ? undefined : readDelay(text, zone)
      if (delay === undefined) return undefined
      return 'wrong' in delay
        ? report(reading, value.at, delay.wrong)
        : { key, do: 'wait', delay, next }
    }
    case 'wait for':
      return waitForStep(reading, draft, all, next)
    case 'end':
      if (value.kind !== 'text' || !/^(?:|true|yes)$/i.test(value.text.trim()))
        return report(reading, value.at, '"end" takes no value.')
      return { key, do: 'end' }
    default:
      return branchStep(reading, draft, all, next)
  }
}

function wrongSms(text: string): string | undefined {
  try {
    checkSms(text)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.subject ?? error.message
  }
}

function setStep(
  reading: Reading,
  { key, at, value, entries }: Drafted,
  next: Next,
): Step | undefined {
  const field = fieldOf(reading, value)
  if (!entries.to)
    return report(reading, at, 'Add the value of the field: "to: yes", or "to: \'\'" to empty it.')
  const text = textOf(reading, entries.to, 'The value', 500)
  const wrong = text === undefined ? undefined : wrongValue(text)
  if (wrong !== undefined) return report(reading, entries.to.at, `The value ${wrong}.`)
  return field === undefined || text === undefined
    ? undefined
    : { key, do: 'set', field, value: text, next }
}

/** The default target of a branch: the next step in the list. */
function elseOf(reading: Reading, draft: Drafted, all: Drafts): Next {
  const { entries, at } = draft
  if (!entries.then && !entries.else)
    report(
      reading,
      at,
      'Add where it leads: "then: STEP", "else: STEP", or "end"; the default is the next step.',
    )
  return entries.else ? wayTo(reading, entries.else, all) : draft.next
}

function waitForStep(reading: Reading, draft: Drafted, all: Drafts, then: Next): Step | undefined {
  const { key, at, value, entries } = draft
  const keys = new Set(all.drafted.map(one => one.key))
  const messages = new Set(all.drafted.filter(({ word }) => word === 'send').map(one => one.key))
  const event = readAwaited(reading, value, messages, keys)
  const otherwise = elseOf(reading, draft, all)
  if (!entries.within) return report(reading, at, 'Add the time limit: "within: 5 days".')
  const minutes = readLength(textOf(reading, entries.within, '"within"', 100) ?? '')
  if (minutes === undefined)
    return report(reading, entries.within.at, '"within" is written as "5 days" or "12 hours".')
  if (typeof minutes !== 'number') return report(reading, entries.within.at, minutes.wrong)
  if (!event) return undefined
  const step = { key, do: 'wait for', event, minutes, then, else: otherwise } as const
  if (!entries.unmeasured) return step
  if (!isMeasured(event))
    return report(
      reading,
      entries.unmeasured.at,
      '"unmeasured" is about opens and clicks: of other events it is known who has them.',
    )
  return { ...step, unmeasured: wayTo(reading, entries.unmeasured, all) }
}

function branchStep(reading: Reading, draft: Drafted, all: Drafts, then: Next): Step | undefined {
  const { key, word, value } = draft
  const ask = word === 'filter' ? storedFilter(reading, value) : readCondition(reading, value)
  const otherwise = elseOf(reading, draft, all)
  return ask && { key, do: 'branch', ask, then, else: otherwise }
}

function wayTo(reading: Reading, part: SourcePart, all: Drafts): Next {
  const key = filledText(
    reading,
    part,
    'Where it leads',
    MOST_KEY,
    'write the name of a step, or "end"',
  )
  if (key === undefined || key.toLowerCase() === 'end') return null
  if (all.drafted.some(one => one.key === key)) return key
  const names = all.drafted.map(one => one.key)
  if (all.whole)
    report(
      reading,
      part.at,
      `There is no step ${JSON.stringify(short(key))}. There are: ${names.join(', ')}, end.`,
    )
  return null
}
