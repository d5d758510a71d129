/** A prepared statement and its result. */
import type { Deadline } from './deadlines.ts'

/** One row: each cell as text or null, in the order of the columns. */
export type Cells = (string | null)[]

export interface Statement {
  /** The name of the prepared statement: unique in the program. */
  name: string
  text: string
  /** Idempotent: it may be sent again if its outcome is unknown. */
  again: boolean
  /** It names no account: it looks over those of all nodes. */
  overAll?: boolean
  /** It changes nothing: a standby may answer it (replica.ts). */
  replica?: boolean
  /** The place of its account among its values. */
  accountAt?: number
  /** On a cluster it runs at the node of the account (at-node/at-node.ts). */
  node?: boolean
  /**
   * It is planned each time it is sent, for any account: statistics that do not know an account yet
   * expect no row of it, and any index then looks as good as the right one. Not by the
   * coordinator of a cluster.
   */
  generic?: boolean
  /**
   * It is planned each time it is sent, for its values: lists of hundreds, of which a plan that is
   * kept expects ten each, and compares all with all.
   */
  custom?: boolean
  /**
   * It has no values, and the rows of several shards put together answer it: on a cluster the nodes
   * are asked, past the coordinator, each for its shards at once.
   */
  perShard?: boolean
  /** Its time limits; default `usual`. */
  deadline?: Deadline
}

export interface StatementResult {
  rows: Cells[]
  count: number
}

/** Undefined: it has none among its values. */
export const accountOf = ({ accountAt }: Statement, values: unknown[]): unknown =>
  accountAt === undefined ? undefined : values[accountAt]
