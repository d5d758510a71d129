/**
 * One execution of a prepared statement: cells as text, without a row description, which
 * scripts/sql-types.ts has read at build time. The driver's own query requests that description
 * each time, and processes options that we don't use: 20 µs of our time and 5 of the store's per
 * statement.
 */
import { arrayLiteral } from './array-literal.ts'
import type { Deadline } from './deadlines.ts'
import type { Cells, Statement, StatementResult } from './statement.ts'

/** Missing in the driver's types: the statements prepared on a connection. */
interface Connection {
  parsedStatements: Record<string, string>
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(given: { statement: string; values: (string | Buffer | null)[] }): void
  execute(given: object): void
  sync(): void
}

/**
 * Sent ahead of a statement with its own statement_timeout, in the same write: both are one
 * implicit transaction, with which the setting ends. `SET` before and after would be two round
 * trips more. Each session has it prepared (session.ts).
 */
export const LIMIT = {
  name: 'session.limit',
  text: "select set_config('statement_timeout', $1, true)",
}

/**
 * Sent ahead of a statement at the node of an account, as LIMIT is: holds the shards that it names,
 * or fails (functions/hold_shard.sql). Each session with a node has it prepared.
 */
export const HOLD = { name: 'session.hold', text: 'select hold_shard($1)' }

/** Sent ahead of a statement that gets a generic plan, and behind it. */
const PLANS = "select set_config('plan_cache_mode', $1, true)"

export class Execution {
  /** The driver records the prepared statement under this name. */
  readonly name: string
  readonly text: string
  /** Read by watch.ts. */
  readonly deadline: Deadline
  readonly done: Promise<StatementResult>
  readonly #values: (string | Buffer | null)[]
  /** Statements pipelined before this one: names of prepared statements, each with its value. */
  readonly #ahead: [name: string, value: string][] = []
  readonly #rows: Cells[] = []
  readonly #generic: boolean
  /** The number of complete replies: first those to the pipelined statements. */
  #replies = 0
  #count = 0
  #resolve!: (answer: StatementResult) => void
  #reject!: (error: unknown) => void

  /**
   * `limit`: its statement_timeout in milliseconds, else that of the session or transaction.
   * `shard`: whose names it has. Throws for a value of an unsupported type.
   */
  constructor(
    { name, text, deadline = 'usual', generic = false, custom = false }: Statement,
    values: unknown[],
    limit?: number | undefined,
    shard?: string | undefined,
  ) {
    // An unnamed statement is planned each time, by the present contents of the tables.
    this.name = generic || custom ? '' : name
    this.text = text
    this.deadline = deadline
    this.#values = values.map(asParameter)
    if (limit !== undefined) this.#ahead.push([LIMIT.name, String(limit)])
    if (shard !== undefined) this.#ahead.push([HOLD.name, shard])
    this.#generic = generic
    const answered = new Promise<StatementResult>((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.done = answered.catch(error => {
      // The stack of the server's error ends at the socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  }

  /** The driver calls these methods when the execution is sent, and with the server's replies. */
  submit(given: unknown): void {
    const connection = given as Connection
    // One write for all messages.
    connection.stream.cork()
    try {
      for (const [statement, value] of this.#ahead) {
        connection.bind({ statement, values: [value] })
        connection.execute({})
      }
      if (this.#generic) runUnnamed(connection, PLANS, ['force_generic_plan'])
      // A shard that lies elsewhere may have no tables here.
      if (connection.parsedStatements[this.name] === undefined)
        connection.parse({ name: this.name, text: this.text })
      connection.bind({ statement: this.name, values: this.#values })
      connection.execute({})
      if (this.#generic) runUnnamed(connection, PLANS, ['auto'])
    } catch (error) {
      // Too large for a message. The connection stays usable: sync ends the messages sent.
      this.handleError(error as Error)
    } finally {
      connection.sync()
      connection.stream.uncork()
    }
  }

  handleDataRow({ fields }: { fields: Cells }): void {
    if (this.#isOurs()) this.#rows.push(fields)
  }

  /** `INSERT 0 12`, `UPDATE 3`, `SELECT 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isOurs()) this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    this.#replies++
  }

  /** Whether the reply that arrives is that of the statement. */
  #isOurs(): boolean {
    return this.#replies === this.#ahead.length + (this.#generic ? 1 : 0)
  }

  handleReadyForQuery(): void {
    this.#resolve({ rows: this.#rows, count: this.#count })
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
}

function runUnnamed(connection: Connection, text: string, values: string[]): void {
  connection.parse({ name: '', text })
  connection.bind({ statement: '', values })
  connection.execute({})
}

/**
 * A value as text for a parameter whose type the statement declares; bytes are passed as they are.
 */
function asParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return arrayLiteral(value.every(isPlain) ? value : value.map(asElement))
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Date) return momentText(value)
  if (typeof value === 'object')
    throw new TypeError(
      'unsupported type: expected a string, number, date, buffer or array of them',
    )
  return String(value)
}

const USUAL = '2026-11-24T10:00:00.000Z'.length

/** PostgreSQL expects years of more than four digits without a sign, and years before 1 as "BC". */
export function momentText(moment: Date): string {
  const text = moment.toISOString()
  if (text.length === USUAL && text >= '0001') return text
  const [, year, rest] = /^([+-]?\d+)(-.*)$/.exec(text)!
  const number = Number(year)
  return number > 0
    ? `${String(number).padStart(4, '0')}${rest}`
    : `${String(1 - number).padStart(4, '0')}${rest} BC`
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value)

function asElement(value: unknown): string | null {
  const text = asParameter(value)
  return Buffer.isBuffer(text) ? `\\x${text.toString('hex')}` : text
}
