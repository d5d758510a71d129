/**
 * Time limits of a statement, in milliseconds. The server ends it first (statement_timeout), which
 * leaves the connection reusable; a server silent for longer than that is unreachable, and the
 * connection is closed.
 */
export interface StatementLimits {
  /** statement_timeout; 0 for none. */
  server: number
  /** The longest time without an octet on the connection while a statement is in flight. */
  silence: number
}

/**
 * `usual`: statements of calls, pages and workers. `long`: those that process a whole list, sending
 * or account, or search it for a few rows, marked so in the .sql file. `upkeep`: migrations, backup
 * and restore, where one index may take hours.
 */
export type Deadline = 'usual' | 'long' | 'upkeep'

const MINUTE = 60_000

export const DEADLINES: Record<Deadline, StatementLimits> = {
  usual: { server: 25_000, silence: 30_000 },
  long: { server: 30 * MINUTE, silence: 31 * MINUTE },
  upkeep: { server: 0, silence: 12 * 60 * MINUTE },
}

/** The statement_timeout of a statement that has its own. */
export const limitOf = (
  { deadline }: { deadline?: Deadline },
  deadlines: Record<Deadline, StatementLimits>,
): number | undefined => deadline && deadlines[deadline].server
