/**
 * Shared by the readers of all parts of a definition: the objects of the account, and a list of
 * problems with their positions.
 */
import { isPlainText } from '../../../lib/plain-text.ts'
import type { DefinitionObject, DefinitionPart } from '../../details/definitions.ts'
import {
  type Detail,
  type DetailArguments,
  type DetailCode,
  detailed,
  reported,
} from '../../details/details.ts'
import { FilterError } from '../../filters/filter-words.ts'
import { type FilterField, readFilter } from '../../filters/read-filter.ts'
import type { BranchStep } from './definition.ts'
import {
  type MapPart,
  MOST_PROBLEMS,
  type Problem,
  placeIn,
  type SourcePart,
  short,
  type TextPart,
} from './definition-source.ts'

interface ScopeEntry {
  id: number
  name: string
}

/** The objects that a definition may refer to. */
export interface DefinitionScope {
  lists: readonly ScopeEntry[]
  newsletters: readonly ScopeEntry[]
  filters: readonly ScopeEntry[]
  webhooks: readonly ScopeEntry[]
  forms: readonly ScopeEntry[]
  /** Fields with a name or a type; DD1 to DD100 always exist. */
  fields: readonly FilterField[]
}

export interface Reading {
  source: string
  known: DefinitionScope
  problems: Problem[]
  /** The trigger starts by an event of a program, whose values its conditions may ask for. */
  hasEvent: boolean
}

/** Records a problem. Returns undefined, so that a reader can return its result. */
export const report = <Code extends DetailCode>(
  reading: Reading,
  at: number,
  code: Code,
  ...values: DetailArguments<Code>
): undefined => reportDetail(reading, at, detailed(code, ...values))

/** With the code of a sentence within it. */
export function reportDetail(
  { source, problems }: Reading,
  at: number,
  detail: Detail,
  because?: Omit<Detail, 'detail'>,
): undefined {
  if (problems.length < MOST_PROBLEMS)
    problems.push({ ...placeIn(source, at), ...reported(detail, because) })
}

export type Entries = Partial<Record<string, SourcePart>>

/** The entries of a map; reports unknown ones. `word` says whose they are: '' of the trigger. */
export function entriesOf(
  reading: Reading,
  map: MapPart,
  allowed: readonly string[],
  word: string,
): Entries {
  const known = allowed.join(', ')
  for (const { key, at } of map.entries)
    if (!allowed.includes(key))
      report(reading, at, 'entry-unknown', { word, name: short(key), known })
  return Object.fromEntries(map.entries.map(({ key, value }) => [key, value]))
}

/** A text, trimmed. Reports any other kind, and texts longer than `most`. */
export function textOf(
  reading: Reading,
  part: SourcePart,
  what: DefinitionPart,
  most: number,
): string | undefined {
  if (part.kind !== 'text') return report(reading, part.at, 'part-text', { what })
  const text = part.text.trim()
  if (text.length > most) return report(reading, part.at, 'part-long', { what, most })
  if (!isPlainText(text)) return report(reading, part.at, 'part-controls', { what })
  return text
}

/** Like textOf, but not empty. */
export function filledText(reading: Reading, part: SourcePart, what: DefinitionPart, most: number) {
  const text = textOf(reading, part, what, most)
  return text === '' ? report(reading, part.at, 'part-missing', { what }) : text
}

/** Resolves a reference by id or, if unique, by name. A quoted number may be a name. */
export function idOf(
  reading: Reading,
  part: SourcePart,
  kind: DefinitionObject,
  among: readonly ScopeEntry[],
): number | undefined {
  const text = filledText(reading, part, kind, 200)
  if (text === undefined) return undefined
  const digits = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
  const byName = among.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const preferName = (part as TextPart).quoted && byName.length > 0
  const none = { kind, name: short(text), known: listed(among) }
  if (digits !== undefined && !preferName)
    return among.some(({ id }) => id === digits)
      ? digits
      : report(reading, part.at, 'named-none', none)
  if (byName.length === 0) return report(reading, part.at, 'named-none', none)
  if (byName.length === 1) return byName[0]!.id
  const ids = byName
    .map(({ id }) => id)
    .slice(0, 10)
    .join(', ')
  const found = byName.length
  return report(reading, part.at, 'named-many', { kind, name: short(text), found, ids })
}

function listed(among: readonly ScopeEntry[]): string {
  const some = among.slice(0, 10).map(({ id, name }) => `${id} ${JSON.stringify(short(name))}`)
  return [...some, ...(among.length > some.length ? ['...'] : [])].join(', ')
}

/** The number of a data field, by DD5, by 5, or by its name in the account. */
export function fieldOf(reading: Reading, part: SourcePart): number | undefined {
  const text = filledText(reading, part, 'field', 200)
  if (text === undefined) return undefined
  const named = reading.known.fields.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (named) return named.number
  const digits = /^(?:dd)?0*(\d{1,3})$/i.exec(text)?.[1]
  const number = Number(digits)
  if (digits !== undefined && number >= 1 && number <= 100) return number
  const names = reading.known.fields.map(({ name }) => JSON.stringify(name)).slice(0, 20)
  const known = names.join(', ')
  return report(reading, part.at, 'named-field', { name: short(text), known })
}

/** The address of a link, as written in the newsletter. */
export function linkOf(reading: Reading, part: SourcePart): string | undefined {
  const link = filledText(reading, part, 'link', 2000)
  if (link === undefined || /^(?:https?:\/\/|mailto:|tel:|\{[{%])/i.test(link)) return link
  return report(reading, part.at, 'link-shape')
}

export function storedFilter(reading: Reading, value: SourcePart): BranchStep['ask'] | undefined {
  const filterId = idOf(reading, value, 'filter', reading.known.filters)
  return filterId === undefined ? undefined : { filterId }
}

export function readCondition(reading: Reading, value: SourcePart): BranchStep['ask'] | undefined {
  const text = filledText(reading, value, 'condition', 20_000)
  if (text === undefined || value.kind !== 'text') return undefined
  try {
    return { condition: readFilter(text, reading.known.fields, { events: reading.hasEvent }) }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { detail, line, column } = error
    if (value.literalAt !== undefined && line === 1)
      return reportDetail(reading, value.literalAt + column - 1, detail)
    const within = detailed('condition-wrong', { line, column, says: detail.detail })
    return reportDetail(reading, value.at, within, detail)
  }
}
