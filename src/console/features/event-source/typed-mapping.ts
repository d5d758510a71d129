/** A mapping as it is typed: both ways of naming, and rows of values in their order. */
import type { Mapping } from '../../shared/event-sources/calls.ts'

export interface TypedValue {
  /** Of the row, as long as it is there. */
  key: number
  name: string
  path: string
}

export interface TypedMapping extends Omit<Mapping, 'values'> {
  /** One name for all events, or one that stands in each body. */
  naming: 'one' | 'body'
  values: readonly TypedValue[]
}

export const MOST_VALUES = 50
const LONGEST_NAME = 50

export const typedOf = ({ event, eventAt, emailAt, idAt, values }: Mapping): TypedMapping => ({
  naming: event === '' && eventAt !== '' ? 'body' : 'one',
  event,
  eventAt,
  emailAt,
  idAt,
  values: Object.entries(values).map(([name, path], key) => ({ key, name, path })),
})

/** Without rows that are empty. */
export function mappingOf({ naming, values, ...typed }: TypedMapping): Mapping {
  const rows = values
    .map(({ name, path }) => [name.trim(), path.trim()] as const)
    .filter(([name, path]) => name !== '' || path !== '')
  return {
    event: naming === 'one' ? typed.event.trim() : '',
    eventAt: naming === 'body' ? typed.eventAt.trim() : '',
    emailAt: typed.emailAt.trim(),
    idAt: typed.idAt.trim(),
    values: Object.fromEntries(rows),
  }
}

export const isNamed = ({ event, eventAt, emailAt }: Mapping): boolean =>
  event + eventAt !== '' && emailAt !== ''

/** Another row; `path` with the name that its last part makes. */
export function withValue(values: readonly TypedValue[], path = ''): readonly TypedValue[] {
  if (values.length >= MOST_VALUES) return values
  if (path !== '' && values.some(value => value.path === path)) return values
  const key = Math.max(-1, ...values.map(value => value.key)) + 1
  return [...values, { key, name: nameFrom(path, values), path }]
}

/** As tags take it: letters, digits and _, not first a digit. */
function nameFrom(path: string, values: readonly TypedValue[]): string {
  const last = path.split(/[./]/).findLast(part => /[A-Za-z]/.test(part)) ?? ''
  const cleaned = last.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, LONGEST_NAME - 3)
  const name = /^\d/.test(cleaned) ? `_${cleaned}` : cleaned
  const taken = new Set(values.map(value => value.name))
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) if (!taken.has(`${name}${number}`)) return `${name}${number}`
}
