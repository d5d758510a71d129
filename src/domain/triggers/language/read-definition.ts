/**
 * Parses a definition. docs/triggers.md describes the language, docs/trigger.schema.json its shape.
 * Reports all problems together, by line and column, each with a fix; checks only what needs no
 * database.
 */
import { isOneLine } from '../../../lib/plain-text.ts'
import { zoneNamed } from '../../../lib/zones.ts'
import { DEFAULT_ZONE } from '../../sendings/audience/due-time.ts'
import type { Definition, Start } from './definition.ts'
import {
  type DefinitionScope,
  entriesOf,
  fieldOf,
  filledText,
  idOf,
  type Reading,
  report,
  textOf,
} from './definition-reading.ts'
import { type Problem, placeIn, readSource } from './definition-source.ts'
import { readClock, readDays } from './definition-times.ts'
import { readStart } from './read-definition-start.ts'
import { readSteps } from './read-definition-steps.ts'

interface SourcePosition {
  line: number
  column: number
}

export type ReadDefinition =
  | { problems: Problem[]; definition?: never }
  /** `places` has the position of each step, by its key. */
  | { problems: []; definition: Definition; places: Map<string, SourcePosition> }

const PARTS = [
  'trigger',
  'list',
  'zone',
  'start',
  'again',
  'paused',
  'quiet hours',
  'steps',
] as const
const MOST_NAME = 200

export function readDefinition(text: string, known: DefinitionScope): ReadDefinition {
  const { part: root, problems } = readSource(text)
  if (problems.length > 0) return { problems }
  const reading: Reading = {
    source: text.replace(/^\ufeff/, ''),
    known,
    problems: [],
    hasEvent: true,
  }
  if (root!.kind !== 'map') {
    report(reading, root!.at, 'definition-shape', { known: PARTS.join(', ') })
    return { problems: reading.problems }
  }
  const entries = entriesOf(reading, root!, PARTS, '')
  for (const word of ['trigger', 'list', 'start', 'steps'] as const)
    if (!entries[word]) report(reading, root!.at, 'definition-lacks', { word })
  const { trigger, list, start: startPart, steps: stepsPart } = entries
  const name = trigger && filledText(reading, trigger, 'trigger', MOST_NAME)
  if (trigger && name && !isOneLine(name))
    report(reading, trigger.at, 'part-controls', { what: 'trigger' })
  const listId = list && idOf(reading, list, 'list', known.lists)
  const zone = readZone(reading, entries.zone)
  const start = startPart && readStart(reading, startPart)
  reading.hasEvent = start === undefined || start.on === 'event'
  const again = readAgain(reading, entries.again, start)
  const paused = readPaused(reading, entries.paused)
  const quiet = readQuiet(reading, entries['quiet hours'])
  const read = stepsPart && readSteps(reading, stepsPart, zone)
  if (reading.problems.length > 0 || !name || !listId || !start || !read)
    return { problems: inOrder(reading.problems) }
  const places = new Map([...read.places].map(([key, at]) => [key, placeIn(reading.source, at)]))
  return {
    problems: [],
    definition: { name, listId, zone, start, again, ...paused, ...quiet, steps: read.steps },
    places,
  }
}

const inOrder = (problems: Problem[]): Problem[] =>
  problems.sort((a, b) => a.line - b.line || a.column - b.column)

function readZone(reading: Reading, part: Parameters<typeof textOf>[1] | undefined): string {
  if (!part) return DEFAULT_ZONE
  const text = filledText(reading, part, 'zone', 100)
  if (text === undefined) return DEFAULT_ZONE
  const zone = zoneNamed(text)
  if (zone === undefined) report(reading, part.at, 'zone-unknown')
  return zone ?? DEFAULT_ZONE
}

/** The default: an email that falls into a person's pause is left out. */
function readPaused(
  reading: Reading,
  part: Parameters<typeof textOf>[1] | undefined,
): Pick<Definition, 'paused'> {
  const text = part && textOf(reading, part, 'paused', 100)?.toLowerCase()
  if (text === 'wait') return { paused: text }
  if (part && text !== undefined && text !== 'skip') report(reading, part.at, 'paused-shape')
  return {}
}

/** `none`, `22:00 to 08:00`, or with the data field of zones: `22:00 to 08:00 in DD7`. */
function readQuiet(
  reading: Reading,
  part: Parameters<typeof textOf>[1] | undefined,
): Pick<Definition, 'quiet'> {
  const text = part && textOf(reading, part, 'quiet', 300)
  if (!part || text === undefined) return {}
  if (text === 'none') return { quiet: 'none' }
  const [, begin = '', end = '', field] = /^(\S{4,5}) to (\S{4,5})(?: in (.+))?$/i.exec(text) ?? []
  const [from, until] = [readClock(begin), readClock(end)]
  if (from === undefined || until === undefined) {
    report(reading, part.at, 'quiet-shape')
    return {}
  }
  if (from === until) report(reading, part.at, 'quiet-whole-day')
  if (field === undefined || part.kind !== 'text') return { quiet: { from, until } }
  const zoneField = fieldOf(reading, { ...part, text: field })
  return zoneField === undefined ? {} : { quiet: { from, until, zoneField } }
}

const isRepeated = (start: Start | undefined): boolean =>
  start?.on === 'feed' || (start?.on === 'date' && start.repeat === 'yearly')

/** The default: once; for a yearly date and a feed, always. */
function readAgain(
  reading: Reading,
  part: Parameters<typeof textOf>[1] | undefined,
  start: Start | undefined,
): Definition['again'] {
  if (!part) return isRepeated(start) ? 'always' : 'never'
  const text = textOf(reading, part, 'again', 100)?.toLowerCase()
  if (text === undefined || text === 'never' || text === 'always') return text ?? 'never'
  const days = readDays(text.replace(/^after +/, ''))
  if (days !== undefined && days >= 1 && days <= 3660) return { days }
  report(reading, part.at, 'again-shape')
  return 'never'
}
