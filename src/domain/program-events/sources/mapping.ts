/** Where name, address, id and values of an event stand in the body of a webhook. */
import { createHash } from 'node:crypto'
import { isEmailAddress } from '../../../lib/email-address.ts'
import { type RuleCheck, refused, type Violation, violationsOf } from '../../refusal.ts'
import { EVENT_NAME } from '../event-name.ts'
import { LONGEST_DETAILS } from '../record-event.ts'

export interface SourceMapping {
  /** The name of all its events; '': it stands in the body. */
  event: string
  /** Paths: `customer.email`, or a JSON pointer, `/customer/email`. '': none. */
  eventAt: string
  emailAt: string
  idAt: string
  /** Paths by the name that tags read them by; none: the whole body. */
  values: Readonly<Record<string, string>>
}

/** What a body lacks. */
export type MappingTrouble = 'event-name' | 'address' | 'id' | 'values'

export interface MappedEvent {
  name: string
  email: string
  /** Of the shop; without one an id is made of the signed octets. */
  id: string | undefined
  values: Record<string, unknown>
}

export const LONGEST_PATH = 200
const MOST_VALUES = 50
const DEEPEST = 20
const LONGEST_ID = 150
/** A name of a value, as a tag writes it: event.total. */
const VALUE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/

/** Validates the given parts of a mapping: names, and paths that lead nowhere. */
export function violationsOfMapping(mapping: Partial<SourceMapping>): Violation[] {
  const { event, eventAt, emailAt, idAt, values = {} } = mapping
  const named = Object.entries(values)
  return violationsOf([
    [['event'], () => checkEvent(event, eventAt)],
    [['values'], () => checkMostValues(named.length)],
    ...named.map(([name]): RuleCheck => [['values', name], () => checkValueName(name)]),
    [['emailAt'], () => emailAt !== undefined && checkPath(emailAt)],
    [['eventAt'], () => eventAt && checkPath(eventAt)],
    [['idAt'], () => idAt && checkPath(idAt)],
    ...named.map(([name, path]): RuleCheck => [['values', name], () => checkPath(path)]),
  ])
}

/** Exactly one of them names the event. */
function checkEvent(event: string | undefined, eventAt: string | undefined): void {
  const none = event === '' && eventAt === ''
  if (none || (event && eventAt) || (event && !EVENT_NAME.test(event)))
    throw refused('not-valid', 'source-event')
}

function checkMostValues(values: number): void {
  if (values > MOST_VALUES) throw refused('not-valid', 'source-values-many', { most: MOST_VALUES })
}

function checkValueName(name: string): void {
  if (!VALUE_NAME.test(name))
    throw refused('not-valid', 'source-value-name', { name: name.slice(0, 60) })
}

function checkPath(path: string): void {
  if (partsOf(path) === undefined)
    throw refused('not-valid', 'source-path', { path: path.slice(0, 60) })
}

/** The event of a body, or the missing part. */
export function mappedEvent(mapping: SourceMapping, body: object): MappedEvent | MappingTrouble {
  const at = (path: string) => valueAt(body, path)
  // Shops write orders/create.
  const named = mapping.event || textOf(at(mapping.eventAt))?.replaceAll('/', '.')
  if (named === undefined || !EVENT_NAME.test(named)) return 'event-name'
  const email = textOf(at(mapping.emailAt))
  if (email === undefined || !isEmailAddress(email)) return 'address'
  const id = mapping.idAt === '' ? undefined : textOf(at(mapping.idAt))
  if (mapping.idAt !== '' && (id === undefined || id.length > LONGEST_ID)) return 'id'
  const chosen = Object.entries(mapping.values)
    .map(([name, path]) => [name, at(path)] as const)
    .filter(([, value]) => value !== undefined)
  const values =
    Object.keys(mapping.values).length === 0
      ? (body as Record<string, unknown>)
      : Object.fromEntries(chosen)
  if (JSON.stringify(values).length > LONGEST_DETAILS) return 'values'
  return { name: named, email, id, values }
}

/**
 * The key of an event in the account. Without an id of the shop it is of what the signature covers,
 * so that the same call again, or replayed by another, is the same event.
 */
export function keyOfEvent(
  sourceId: number,
  { name, id }: Pick<MappedEvent, 'name' | 'id'>,
  signed: { id: string | undefined; body: string },
): string {
  const within = id !== undefined ? `${name}:${id}` : (signed.id ?? `sha256:${digest(signed.body)}`)
  const key = `in-${sourceId}:${within}`
  return key.length > LONGEST_ID ? `in-${sourceId}:long:${digest(within)}` : key
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Of texts and numbers. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (text.length > 1_000) return undefined
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed
}

/** Undefined: it is no path. */
function partsOf(path: string): string[] | undefined {
  if (path === '' || path.length > LONGEST_PATH) return undefined
  const parts = path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.')
  return parts.length > DEEPEST || parts.includes('') ? undefined : parts
}

function valueAt(body: object, path: string): unknown {
  let value: unknown = body
  for (const part of partsOf(path) ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value === null ? undefined : value
}
