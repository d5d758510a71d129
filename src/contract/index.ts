/**
 * The table of all operations, in the order of the specification, then those beyond it, and the
 * types derived from it.
 */
import { additions } from './additions.ts'
import { imports } from './imports.ts'
import { lists } from './lists.ts'
import { newsletters } from './newsletters.ts'
import { cutText } from './params.ts'
import { reports } from './reports.ts'
import { sms } from './sms.ts'
import { subscribers } from './subscribers.ts'
import { transactions } from './transactions.ts'
import type { InputOf, Operation, OutputOf } from './types.ts'

/** The first parameters of every call, section 5 of the specification. */
export const credentials = {
  username: cutText('strUsername', { most: 1_000 }),
  password: cutText('strPassword', { most: 1_000 }),
}

/** The groups of the specification, sections 4.2 to 4.8, and the additions. */
export const groups = {
  subscribers,
  lists,
  imports,
  transactions,
  sms,
  reports,
  newsletters,
  additions,
}

export const contract = {
  ...subscribers,
  ...lists,
  ...imports,
  ...transactions,
  ...sms,
  ...reports,
  ...newsletters,
  ...additions,
}

/** `38`: those of the specification. */
export type ServedOperations = 'all' | '38'

export const operationsServed = (served: ServedOperations): Record<string, Operation> =>
  Object.fromEntries(
    Object.entries<Operation>(contract).filter(([, { addition }]) => served === 'all' || !addition),
  )

export type Contract = typeof contract
export type OperationName = keyof Contract
export type Input<N extends OperationName> = InputOf<Contract[N]>
export type Output<N extends OperationName> = OutputOf<Contract[N]>

export const operationNames = Object.keys(contract) as OperationName[]

/** The entry of an operation; `name` may be any text that the caller sent. */
export function entryOf(name: string): Operation | undefined {
  return Object.hasOwn(contract, name) ? (contract as Record<string, Operation>)[name] : undefined
}
