/**
 * How long a statement may take, in milliseconds. First the server ends it (statement_timeout),
 * which leaves the connection good; a server that has said nothing for longer than that is out of
 * reach, and the connection is cut.
 */
export interface StatementLimits {
  /** statement_timeout; 0 for none. */
  server: number
  /** No octet has moved on the connection for so long while a statement was in flight. */
  silence: number
}

/**
 * `usual`: what calls, pages and workers send. `long`: what goes over all of a list, a sending or
 * an account; says so in its .sql file. `upkeep`: migrations, backup and restore, where one index
 * may take hours.
 */
export type Deadline = 'usual' | 'long' | 'upkeep'

const MINUTE = 60_000

export const DEADLINES: Record<Deadline, StatementLimits> = {
  usual: { server: 25_000, silence: 30_000 },
  long: { server: 30 * MINUTE, silence: 31 * MINUTE },
  upkeep: { server: 0, silence: 12 * 60 * MINUTE },
}
