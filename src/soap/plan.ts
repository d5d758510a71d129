/**
 * Derived from each operation's entry in the contract at startup, so that a call only does lookups.
 */
import { credentials, operationsServed, type ServedOperations } from '../contract/index.ts'
import type { Param } from '../contract/params.ts'
import type { Operation, Result } from '../contract/types.ts'

export interface Plan extends ParameterPlaces {
  name: string
  entry: Operation
  result: Result
}

export interface ParameterPlaces {
  /** Credentials first, then the operation's own, in the order of the contract. */
  params: readonly Param<unknown>[]
  /** Our names of the parameters, in the same order. */
  keys: readonly string[]
  /** Wire name to index in `params`. */
  places: ReadonlyMap<string, number>
  /** The same by lower-case name: the forms are case-insensitive. */
  placesLower: ReadonlyMap<string, number>
}

/** The unparsed value of one parameter. Undefined instead of it: missing or nil. */
export interface RawParameter {
  text: string
  /** The values of a list. */
  items?: string[]
  /** Its end in the document, for messages. */
  at: number
  /** Contains elements instead of text. */
  nested?: boolean
  /** xsi:nil: the same as missing, but the first occurrence counts. */
  nil?: boolean
  /** The bytes are invalid in the character set. */
  broken?: boolean
}

function planOf(name: string, entry: Operation): Plan {
  return { name, entry, result: entry.result, ...placed({ ...credentials, ...entry.params }) }
}

function placed(params: Operation['params']): ParameterPlaces {
  const named = Object.entries(params)
  return {
    params: named.map(([, param]) => param as Param<unknown>),
    keys: named.map(([key]) => key),
    places: new Map(named.map(([, param], place) => [param.wire, place])),
    placesLower: new Map(named.map(([, param], place) => [param.wire.toLowerCase(), place])),
  }
}

/** Of a call whose operation is not known. */
export const CREDENTIALS: ParameterPlaces = placed(credentials)

/** By the name of the operation. */
export type Plans = ReadonlyMap<string, Plan>

export const plansOf = (served: ServedOperations): Plans =>
  new Map(
    Object.entries(operationsServed(served)).map(([name, entry]) => [name, planOf(name, entry)]),
  )

export const plans: Plans = plansOf('all')

/** The operation whose name differs in letter case only. */
export function nameIgnoringCase(served: Plans, name: string): string | undefined {
  const lower = name.toLowerCase()
  return [...served.keys()].find(one => one.toLowerCase() === lower)
}
