/**
 * What all parts of a definition are read with: what the account has, and a list of what is wrong,
 * each with its place.
 */
import type { FilterField } from '../../filters/read-filter.ts'
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

/** What a definition may name. */
export interface DefinitionScope {
  lists: readonly ScopeEntry[]
  newsletters: readonly ScopeEntry[]
  filters: readonly ScopeEntry[]
  webhooks: readonly ScopeEntry[]
  /** Those with a name or a type; DD1 to DD100 are there anyway. */
  fields: readonly FilterField[]
}

export interface Reading {
  source: string
  known: DefinitionScope
  problems: Problem[]
}

/** Answers undefined, so that a reader can return what it said. */
export function say({ source, problems }: Reading, at: number, says: string): undefined {
  if (problems.length < MOST_PROBLEMS) problems.push({ ...placeIn(source, at), says })
}

export type Entries = Partial<Record<string, SourcePart>>

/** The entries of a map; says which are none of the allowed. */
export function entriesOf(
  reading: Reading,
  map: MapPart,
  allowed: readonly string[],
  of: string,
): Entries {
  for (const { key, at } of map.entries)
    if (!allowed.includes(key))
      say(reading, at, `${of} has no ${JSON.stringify(short(key))}. It has: ${allowed.join(', ')}.`)
  return Object.fromEntries(map.entries.map(({ key, value }) => [key, value]))
}

const BRACES = 'A text with braces or brackets at its start stands in quotes.'

/** A text, without blanks around it. Says so when it is none, or longer than `most`. */
export function textOf(
  reading: Reading,
  part: SourcePart,
  what: string,
  most: number,
): string | undefined {
  if (part.kind !== 'text') return say(reading, part.at, `${what} is a text here. ${BRACES}`)
  const text = part.text.trim()
  if (text.length > most) return say(reading, part.at, `${what} has at most ${most} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) || !text.isWellFormed())
    return say(reading, part.at, `${what} holds control characters.`)
  return text
}

/** As textOf, and not empty. `example` shows what is wanted. */
export function filledText(
  reading: Reading,
  part: SourcePart,
  what: string,
  most: number,
  example: string,
) {
  const text = textOf(reading, part, what, most)
  return text === '' ? say(reading, part.at, `${what} is missing: ${example}.`) : text
}

/**
 * The id of what is named, by id or, if only one is called so, by name. A number in quotes may be a
 * name.
 */
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
      : say(reading, part.at, `There is no ${what} ${digits}. ${listed(among, what)}`)
  if (byName.length === 1) return byName[0]!.id
  if (byName.length > 1)
    return say(
      reading,
      part.at,
      `${byName.length} ${what}s are called ${JSON.stringify(short(text))}: write the number, ${byName
        .map(({ id }) => id)
        .slice(0, 10)
        .join(' or ')}.`,
    )
  return say(
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

/** The number of a data field, by DD5, by 5, or by the account's name for it. */
export function fieldOf(reading: Reading, part: SourcePart): number | undefined {
  const text = filledText(reading, part, 'The field', 200, 'write it as DD5, or by its name')
  if (text === undefined) return undefined
  const named = reading.known.fields.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (named) return named.number
  const digits = /^(?:dd)?0*(\d{1,3})$/i.exec(text)?.[1]
  const number = Number(digits)
  if (digits !== undefined && number >= 1 && number <= 100) return number
  const names = reading.known.fields.map(({ name }) => JSON.stringify(name)).slice(0, 20)
  return say(
    reading,
    part.at,
    `There is no field ${JSON.stringify(short(text))}. There are: ${[...names, 'DD1 to DD100'].join(', ')}.`,
  )
}

/** The address of a link, as it is written in the newsletter. */
export function linkOf(reading: Reading, part: SourcePart): string | undefined {
  const link = filledText(
    reading,
    part,
    'The link',
    2000,
    'write the address as it stands in the newsletter',
  )
  if (link === undefined || /^(?:https?:\/\/|mailto:|tel:|\{[{%])/i.test(link)) return link
  return say(
    reading,
    part.at,
    'A link is an address, as it stands in the newsletter: https://shop.example/sale.',
  )
}

export const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text)
