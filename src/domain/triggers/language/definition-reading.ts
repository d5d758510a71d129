/**
 * Shared by the readers of all parts of a definition: the objects of the account, and a list of
 * problems with their positions.
 */
import { FilterError } from '../../filters/filter-words.ts'
import { type FilterField, readFilter } from '../../filters/read-filter.ts'
import type { BranchStep } from './definition.ts'
import {
  type MapPart,
  MOST_PROBLEMS,
  type Problem,
  placeIn,
  type SourcePart,
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
}

/** Records a problem. Returns undefined, so that a reader can return its result. */
export function report({ source, problems }: Reading, at: number, says: string): undefined {
  if (problems.length < MOST_PROBLEMS) problems.push({ ...placeIn(source, at), says })
}

export type Entries = Partial<Record<string, SourcePart>>

/** The entries of a map; reports unknown ones. */
export function entriesOf(
  reading: Reading,
  map: MapPart,
  allowed: readonly string[],
  of: string,
): Entries {
  for (const { key, at } of map.entries)
    if (!allowed.includes(key))
      report(
        reading,
        at,
        `${of} has no ${JSON.stringify(short(key))}. It has: ${allowed.join(', ')}.`,
      )
  return Object.fromEntries(map.entries.map(({ key, value }) => [key, value]))
}

const BRACES = 'Text that begins with a brace or bracket must be quoted.'

/** A text, trimmed. Reports any other kind, and texts longer than `most`. */
export function textOf(
  reading: Reading,
  part: SourcePart,
  what: string,
  most: number,
): string | undefined {
  if (part.kind !== 'text') return report(reading, part.at, `${what} must be text. ${BRACES}`)
  const text = part.text.trim()
  if (text.length > most)
    return report(reading, part.at, `${what} must have at most ${most} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) || !text.isWellFormed())
    return report(reading, part.at, `${what} contains control characters.`)
  return text
}

/** Like textOf, but not empty. `example` shows a valid value. */
export function filledText(
  reading: Reading,
  part: SourcePart,
  what: string,
  most: number,
  example: string,
) {
  const text = textOf(reading, part, what, most)
  return text === '' ? report(reading, part.at, `${what} is missing: ${example}.`) : text
}

/** Resolves a reference by id or, if unique, by name. A quoted number may be a name. */
export function idOf(
  reading: Reading,
  part: SourcePart,
  what: string,
  among: readonly ScopeEntry[],
): number | undefined {
  const text = filledText(reading, part, `The ${what}`, 200, `write its number or its name`)
  if (text === undefined) return undefined
  const digits = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
  const byName = among.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const preferName = (part as TextPart).quoted && byName.length > 0
  if (digits !== undefined && !preferName)
    return among.some(({ id }) => id === digits)
      ? digits
      : report(reading, part.at, `There is no ${what} ${digits}. ${listed(among, what)}`)
  if (byName.length === 1) return byName[0]!.id
  if (byName.length > 1)
    return report(
      reading,
      part.at,
      `${byName.length} ${what}s are called \
${JSON.stringify(short(text))}: write the number, ${byName
        .map(({ id }) => id)
        .slice(0, 10)
        .join(' or ')}.`,
    )
  return report(
    reading,
    part.at,
    `There is no ${what} ${JSON.stringify(short(text))}. ${listed(among, what)}`,
  )
}

function listed(among: readonly ScopeEntry[], what: string): string {
  if (among.length === 0) return `The account has no ${what}s yet.`
  const some = among.slice(0, 10).map(({ id, name }) => `${id} ${JSON.stringify(short(name))}`)
  return `There are: ${some.join(', ')}${among.length > some.length ? ', ...' : ''}.`
}

/** The number of a data field, by DD5, by 5, or by its name in the account. */
export function fieldOf(reading: Reading, part: SourcePart): number | undefined {
  const text = filledText(reading, part, 'The field', 200, 'write it as DD5, or by its name')
  if (text === undefined) return undefined
  const named = reading.known.fields.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (named) return named.number
  const digits = /^(?:dd)?0*(\d{1,3})$/i.exec(text)?.[1]
  const number = Number(digits)
  if (digits !== undefined && number >= 1 && number <= 100) return number
  const names = reading.known.fields.map(({ name }) => JSON.stringify(name)).slice(0, 20)
  return report(
    reading,
    part.at,
    `There is no field ${JSON.stringify(short(text))}. There are: ` +
      `${[...names, 'DD1 to DD100'].join(', ')}.`,
  )
}

/** The address of a link, as written in the newsletter. */
export function linkOf(reading: Reading, part: SourcePart): string | undefined {
  const link = filledText(
    reading,
    part,
    'The link',
    2000,
    'write the address as written in the newsletter',
  )
  if (link === undefined || /^(?:https?:\/\/|mailto:|tel:|\{[{%])/i.test(link)) return link
  return report(
    reading,
    part.at,
    'A link is an address, as written in the newsletter: https://shop.example/sale.',
  )
}

export const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text)

export function storedFilter(reading: Reading, value: SourcePart): BranchStep['ask'] | undefined {
  const filterId = idOf(reading, value, 'filter', reading.known.filters)
  return filterId === undefined ? undefined : { filterId }
}

export function readCondition(reading: Reading, value: SourcePart): BranchStep['ask'] | undefined {
  const text = filledText(
    reading,
    value,
    'The condition',
    20_000,
    `write it as in filters: if: country = "46"`,
  )
  if (text === undefined || value.kind !== 'text') return undefined
  try {
    return { condition: readFilter(text, reading.known.fields) }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const says = error.message
      .replace(/^.*?column \d+: /i, '')
      .replace(/^./, first => first.toUpperCase())
    if (value.literalAt !== undefined && error.line === 1)
      return report(reading, value.literalAt + error.column - 1, says)
    return report(
      reading,
      value.at,
      `In the condition, ${error.message.replace(/^./, first => first.toLowerCase())}`,
    )
  }
}
