/**
 * What is worked out once per operation from its entry in the contract, so that a call only looks
 * things up.
 */
import { contract, credentials } from '../contract/index.ts'
import type { Param } from '../contract/params.ts'
import type { Operation, Result } from '../contract/types.ts'

export interface Plan {
  name: string
  entry: Operation
  result: Result
  /** Credentials first, then the operation's own, in the order of the contract. */
  params: readonly Param<unknown>[]
  /** Our names of the parameters, in the same order. */
  keys: readonly string[]
  /** Wire name to its place in `params`. */
  places: ReadonlyMap<string, number>
  /** The same by the name in lower case: the forms do not look at letter case. */
  placesLower: ReadonlyMap<string, number>
}

/**
 * What a request says of one parameter, before it is read. Undefined in its stead: nothing is said,
 * or nil.
 */
export interface RawParameter {
  text: string
  /** The values of a list. */
  items?: string[]
  /** Where it ends in the document, for messages. */
  at: number
  /** Elements stand where text should. */
  nested?: boolean
  /** xsi:nil: the same as not given, but the first one counts. */
  nil?: boolean
  /** The bytes are no text of the character set. */
  broken?: boolean
}

function planOf(name: string, entry: Operation): Plan {
  const named = Object.entries({ ...credentials, ...entry.params })
  return {
    name,
    entry,
    result: entry.result,
    params: named.map(([, param]) => param as Param<unknown>),
    keys: named.map(([key]) => key),
    places: new Map(named.map(([, param], place) => [param.wire, place])),
    placesLower: new Map(named.map(([, param], place) => [param.wire.toLowerCase(), place])),
  }
}

export const plans: ReadonlyMap<string, Plan> = new Map(
  Object.entries(contract as Record<string, Operation>).map(([name, entry]) => [
    name,
    planOf(name, entry),
  ]),
)

const namesLower = new Map([...plans.keys()].map(name => [name.toLowerCase(), name]))

/** The name that differs in letter case only. */
export const nameIgnoringCase = (name: string): string | undefined =>
  namesLower.get(name.toLowerCase())
