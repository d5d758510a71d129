/**
 * Reads the start of a trigger, and the events that steps wait for, which share most of their
 * syntax.
 */
import { checkUrl } from '../../../lib/download/address.ts'
import { LONGEST_LINK } from '../../feeds/feed.ts'
import { EVENT_NAME } from '../../program-events/event-name.ts'
import type { AwaitedEvent, DateStart, FeedStart, Happening, Start } from './definition.ts'
import { MOST_DELAY_DAYS } from './definition.ts'
import {
  type Entries,
  entriesOf,
  fieldOf,
  filledText,
  idOf,
  linkOf,
  type Reading,
  report,
  textOf,
} from './definition-reading.ts'
import type { MapPart, SourcePart } from './definition-source.ts'
import { readClock, readDays, readSchedule } from './definition-times.ts'

const STARTS: Record<string, readonly string[]> = {
  joined: [],
  date: ['before', 'after', 'every', 'at', 'leap day'],
  opened: [],
  clicked: ['link'],
  'not opened': ['within'],
  converted: [],
  changed: ['to'],
  event: ['unknown people'],
  feed: ['at', 'first'],
  'signed-up': [],
  confirmed: [],
}
const WAITS: Record<string, readonly string[]> = {
  opened: [],
  clicked: ['link'],
  converted: [],
  changed: ['to'],
  event: [],
  joined: [],
}

export function readStart(reading: Reading, part: SourcePart): Start | undefined {
  const read = wordAndMore(reading, part, 'start')
  if (!read) return undefined
  const { word, value, more } = read
  if (word === 'joined') return { on: 'joined' }
  if (word === 'date') return readDate(reading, value!, more)
  if (word === 'feed') return readFeedStart(reading, value!, more)
  if (word === 'not opened') {
    const newsletterId = idOf(reading, value!, 'newsletter', reading.known.newsletters)
    if (!more.within) return report(reading, part.at, 'within-missing')
    const days = daysOf(reading, more.within, 1)
    return newsletterId === undefined || days === undefined
      ? undefined
      : { on: 'not opened', newsletterId, days }
  }
  if (word === 'signed-up' || word === 'confirmed') {
    const formId = idOf(reading, value!, 'form', reading.known.forms)
    return formId === undefined ? undefined : { on: word, formId }
  }
  return readHappening(reading, word, value, more)
}

/** `stepMessages` are the keys of the steps that send emails, `stepKeys` those of all steps. */
export function readAwaited(
  reading: Reading,
  part: SourcePart,
  stepMessages: ReadonlySet<string>,
  stepKeys: ReadonlySet<string>,
): AwaitedEvent | undefined {
  const read = wordAndMore(reading, part, 'wait for')
  if (!read) return undefined
  const { word, value, more } = read
  if (word === 'joined') {
    const listId = idOf(reading, value!, 'list', reading.known.lists)
    return listId === undefined ? undefined : { on: 'listed', listId }
  }
  const step = value?.kind === 'text' ? value.text.trim() : ''
  if ((word === 'opened' || word === 'clicked') && stepKeys.has(step)) {
    if (!stepMessages.has(step)) return report(reading, value!.at, 'event-step', { step })
    const link = more.link && linkOf(reading, more.link)
    return { on: word, step, ...(link === undefined ? {} : { link }) }
  }
  return readHappening(reading, word, value, more)
}

function readHappening(
  reading: Reading,
  word: string,
  value: SourcePart | undefined,
  more: Entries,
): Happening | undefined {
  if (word === 'converted') return { on: 'converted' }
  if (word === 'event') {
    const event = textOf(reading, value!, 'event', 100)?.trim()
    if (event === undefined) return undefined
    if (EVENT_NAME.test(event)) return { on: 'event', event, ...readUnknown(reading, more) }
    return report(reading, value!.at, 'event-shape')
  }
  if (word === 'changed') {
    const field = fieldOf(reading, value!)
    const to = more.to && textOf(reading, more.to, 'value', 500)
    return field === undefined
      ? undefined
      : { on: 'changed', field, ...(to === undefined ? {} : { to }) }
  }
  const newsletterId = idOf(reading, value!, 'newsletter', reading.known.newsletters)
  const link = more.link && linkOf(reading, more.link)
  if (newsletterId === undefined) return undefined
  return { on: word as 'opened' | 'clicked', newsletterId, ...(link === undefined ? {} : { link }) }
}

/** The default: an event of somebody who is no subscriber is refused. */
function readUnknown(reading: Reading, more: Entries): { adds?: true } {
  const part = more['unknown people']
  const text = part && textOf(reading, part, 'value', 100)?.toLowerCase()
  if (text === 'add') return { adds: true }
  if (part && text !== undefined && text !== 'refuse')
    report(reading, part.at, 'unknown-people-shape')
  return {}
}

/** `joined`, or `clicked: 3` with more beside it. */
function wordAndMore(
  reading: Reading,
  part: SourcePart,
  of: 'start' | 'wait for',
): { word: string; value: SourcePart | undefined; more: Entries } | undefined {
  const words = of === 'start' ? STARTS : WAITS
  const alone = Object.keys(words).filter(
    word => word === 'converted' || (word === 'joined' && of === 'start'),
  )
  const withValue = Object.keys(words).filter(word => !alone.includes(word))
  const below = withValue.map(word => `"${word}:"`).join(', ')
  const shape = of === 'start' ? 'start-shape' : 'wait-for-shape'
  const wanted = () => report(reading, part.at, shape, { words: below })
  if (part.kind === 'text') {
    const word = part.text.trim().toLowerCase()
    return alone.includes(word) ? { word, value: undefined, more: {} } : wanted()
  }
  if (part.kind !== 'map') return wanted()
  const found = (part as MapPart).entries.filter(({ key }) => withValue.includes(key))
  if (found.length === 0) return wanted()
  if (found.length > 1)
    return report(reading, found[1]!.at, 'event-second', { word: of, event: found[0]!.key })
  const word = found[0]!.key
  const more = entriesOf(reading, part, [word, ...words[word]!], word)
  return { word, value: more[word], more }
}

function readDate(reading: Reading, value: SourcePart, more: Entries): DateStart | undefined {
  const field = fieldOf(reading, value)
  const { before, after, every, at } = more
  const leap = more['leap day']
  if (before && after) return report(reading, after.at, 'date-both-ways')
  const offset = before ?? after
  const days = offset ? daysOf(reading, offset, 0) : 0
  const rhythm = every ? textOf(reading, every, 'every', 100)?.toLowerCase() : 'year'
  if (rhythm !== undefined && rhythm !== 'year' && rhythm !== 'once')
    return report(reading, every!.at, 'every-shape')
  if (!at) return report(reading, value.at, 'at-missing')
  const minute = readClock(textOf(reading, at, 'time', 100) ?? '')
  if (minute === undefined) return report(reading, at.at, 'at-shape')
  const day = leap ? filledText(reading, leap, 'leap day', 100) : '28 February'
  const leapDay = (['28 February', '1 March'] as const).find(
    known => known.toLowerCase() === day?.toLowerCase(),
  )
  if (leapDay === undefined) return leap && report(reading, leap.at, 'leap-day-shape')
  if (field === undefined || days === undefined || rhythm === undefined) return undefined
  return {
    on: 'date',
    field,
    days: before ? 0 - days || 0 : days,
    repeat: rhythm === 'year' ? 'yearly' : 'once',
    minute,
    leapDay,
  }
}

function readFeedStart(
  reading: Reading,
  value: SourcePart,
  { at, first }: Entries,
): FeedStart | undefined {
  const url = filledText(reading, value, 'link', LONGEST_LINK)
  if (url !== undefined && (!/^https?:\/\//i.test(url) || checkUrl(url) !== undefined))
    return report(reading, value.at, 'feed-address')
  if (!at) return report(reading, value.at, 'feed-at-missing')
  const schedule = readSchedule(textOf(reading, at, 'time', 150) ?? '')
  if (!schedule) return report(reading, at.at, 'feed-at-shape')
  const count = first ? (textOf(reading, first, 'value', 100) ?? '') : '0'
  if (!/^(?:1?\d|20)$/.test(count)) return report(reading, first!.at, 'feed-first-shape')
  return url === undefined ? undefined : { on: 'feed', url, ...schedule, first: Number(count) }
}

function daysOf(reading: Reading, part: SourcePart, least: number): number | undefined {
  const days = readDays(textOf(reading, part, 'days', 100)?.toLowerCase() ?? '')
  if (days !== undefined && days >= least && days <= MOST_DELAY_DAYS) return days
  return report(reading, part.at, 'days-shape', { least, most: MOST_DELAY_DAYS })
}
