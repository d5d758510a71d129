/**
 * One execution of a prepared statement, as our queries want it: cells as the store writes them,
 * and no description of the columns, which scripts/sql-types.ts has read when the program was
 * built. The driver's own query asks for that description each time, and copies and looks through
 * options that we don't use: 20 µs of ours and 5 of the store's for each statement.
 */
import { arrayLiteral } from './array-literal.ts'
import type { Deadline } from './deadlines.ts'
import type { Cells, Statement, StatementResult } from './statement.ts'

/** What the driver knows of a connection, beyond its types: which statements it has prepared. */
interface Connection {
  parsedStatements: Record<string, string>
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(given: { statement: string; values: (string | Buffer | null)[] }): void
  execute(given: object): void
  sync(): void
}

export class Execution {
  /** The driver notes under it that the statement is prepared. */
  readonly name: string
  readonly text: string
  /** watch.ts looks for it. */
  readonly deadline: Deadline
  readonly done: Promise<StatementResult>
  readonly #values: (string | Buffer | null)[]
  readonly #rows: Cells[] = []
  #count = 0
  #resolve!: (answer: StatementResult) => void
  #reject!: (error: unknown) => void

  /** Throws for a value of no kind that the store takes. */
  constructor({ name, text, deadline = 'usual' }: Statement, values: unknown[]) {
    this.name = name
    this.text = text
    this.deadline = deadline
    this.#values = values.map(asParameter)
    const answered = new Promise<StatementResult>((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.done = answered.catch(error => {
      // The trace of what was answered leads to the socket; this one leads to whoever waits.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  }

  /** The driver calls these when it is this execution's turn, and with what the store answers. */
  submit(given: unknown): void {
    const connection = given as Connection
    // One write for all messages.
    connection.stream.cork()
    try {
      if (connection.parsedStatements[this.name] === undefined)
        connection.parse({ name: this.name, text: this.text })
      connection.bind({ statement: this.name, values: this.#values })
      connection.execute({})
    } catch (error) {
      // Too large for a message. The connection stays good: what was sent ends with the sync.
      this.handleError(error as Error)
    } finally {
      connection.sync()
      connection.stream.uncork()
    }
  }

  handleDataRow({ fields }: { fields: Cells }): void {
    this.#rows.push(fields)
  }

  /** `INSERT 0 12`, `UPDATE 3`, `SELECT 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
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

/** A value as text for a parameter whose type the statement states; bytes go as they are. */
function asParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return arrayLiteral(value.map(asElement))
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Date) return momentText(value)
  if (typeof value === 'object')
    throw new TypeError('the store takes texts, numbers, moments, bytes and lists of them')
  return String(value)
}

/**
 * PostgreSQL takes years of more than four digits without a sign, and those before the first as
 * "BC".
 */
function momentText(moment: Date): string {
  const [, year, rest] = /^([+-]?\d+)(-.*)$/.exec(moment.toISOString())!
  const number = Number(year)
  return number > 0
    ? `${String(number).padStart(4, '0')}${rest}`
    : `${String(1 - number).padStart(4, '0')}${rest} BC`
}

function asElement(value: unknown): string | null {
  const text = asParameter(value)
  return Buffer.isBuffer(text) ? `\\x${text.toString('hex')}` : text
}
