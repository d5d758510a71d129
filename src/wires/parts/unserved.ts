/**
 * What programs ask of a wire that it does not serve: counted by names of closed lists, so that
 * strangers add none, and logged as it was asked.
 */
import { ApiProblem } from '../../actions/problem.ts'
import { wireUnserved } from '../../lib/telemetry.ts'
import type { ProviderWire, ValueUse, WireCall } from './wire.ts'

const LONGEST_NAME = 60

/** Answers the name of the list; empty: it is not in it. */
export type NoteUnserved = (wire: ProviderWire, name: string) => string

/** `log`: given a name as the program gave it, cut, without control characters. */
export const createUnserved =
  (log: (facts: { wire: string; name: string }) => void): NoteUnserved =>
  (wire, name) => {
    const known = Object.hasOwn(wire.values, name) || isUnservedRoute(wire, name)
    wireUnserved.publish({ wire: wire.name, name: known ? name : 'other' })
    log({ wire: wire.name, name: name.slice(0, LONGEST_NAME).replace(/[^\x20-\x7e]/g, '?') })
    return known ? name : ''
  }

/** The name of a path that no route has: of the list, or its first segment. */
export function nameOfPath({ unservedRoutes }: ProviderWire, path: string): string {
  const known = unservedRoutes.find(one => path === `/${one}` || path.startsWith(`/${one}/`))
  return `/${known ?? path.split('/')[1]}`
}

const isUnservedRoute = (wire: ProviderWire, name: string): boolean =>
  name.startsWith('/') && wire.unservedRoutes.includes(name.slice(1))

/**
 * Passes values that have an effect, and such as are not set. `within`: the name of the list that
 * an object is in.
 */
export function demandServed(
  { unserved }: Pick<WireCall, 'unserved'>,
  values: Readonly<Record<string, ValueUse>>,
  given: object,
  within = '',
): void {
  for (const [name, value] of Object.entries(given)) {
    const place = within === '' ? name : `${within}.${name}`
    const use = Object.hasOwn(values, place) ? values[place] : 'refused'
    if (use === 'served' || isUnset(value)) continue
    unserved(place)
    if (use === 'refused') throw notServed(place)
  }
}

/** A value that is not served, or not in this form. */
export const notServed = (name: string): ApiProblem => {
  const shown = name.slice(0, LONGEST_NAME)
  return new ApiProblem('not-valid', { field: shown, detail: `${shown}: it is not served here.` })
}

function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
