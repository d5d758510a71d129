/**
 * Rows that another transaction inserted first. A node of a cluster (Citus) names the constraint of
 * a shard, and COPY reports an internal error with the node's words.
 */

const UNIQUE_VIOLATION = '23505'
const INTERNAL = 'XX000'
const LONGEST = 1000
const WORDS = /duplicate key value violates unique constraint "([^"]{1,63})"/
const SHARD = /_\d{1,18}$/

/**
 * The name of the unique constraint or index that refused a row; undefined for any other error.
 * '' if the store did not name it.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, message } = (error ?? {}) as Record<string, unknown>
  if (code !== UNIQUE_VIOLATION && code !== INTERNAL) return undefined
  const stated =
    typeof message === 'string' ? WORDS.exec(message.slice(0, LONGEST))?.[1] : undefined
  if (code === INTERNAL && stated === undefined) return undefined
  const name = typeof constraint === 'string' ? constraint : (stated ?? '')
  return name.replace(SHARD, '')
}

const MOST_TRIES = 20

/** Repeats a transaction of which another one inserted a row first; then it reads that row. */
export async function repeatedAfterOthers<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transaction()
    } catch (error) {
      if (violatedConstraint(error) === undefined || tries === MOST_TRIES) throw error
    }
}
