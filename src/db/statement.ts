/** A prepared statement, and what the store answers to it. */
import type { Deadline } from './deadlines.ts'

/** One row as the store writes it: text or null, in the order of the columns. */
export type Cells = (string | null)[]

export interface Statement {
  /** The name it is prepared under: unique in the program. */
  name: string
  text: string
  /**
   * Leaves and answers the same when it is sent twice, so it may be sent again when its outcome is
   * unknown.
   */
  again: boolean
  /** How long it may take; usual if not said. */
  deadline?: Deadline
}

export interface StatementResult {
  rows: Cells[]
  count: number
}
