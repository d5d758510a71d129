/**
 * The log: one JSON object a line, on standard error; on a terminal a line of text. Addresses are
 * logged without their query, which carries passwords in the GET binding; what is called password,
 * token or the like is never written, wherever it stands.
 */
import { isatty } from 'node:tty'
import { destination, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import { textOfLine } from './log-text.ts'
import { createOutageLog } from './outage-log.ts'

export type Log = Logger

const SECRET = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'secretKey',
  'databaseUrl',
]

export type LogFormat = 'auto' | 'json' | 'text'

export interface LogOptions {
  level: string
  /** How lines look; `auto` is text on a terminal, else JSON, and what is taken if not said. */
  format?: LogFormat
  /** Where to; standard error if not said. */
  to?: { write(line: string): void }
  /** The store is away, says this error: such are counted instead of written one by one. */
  isAway?: (error: unknown) => boolean
}

export function createLog({ level, format = 'auto', to, isAway = () => false }: LogOptions): Log {
  const outage = createOutageLog({ write: (level, facts, message) => log[level](facts, message) })
  const options: LoggerOptions = {
    hooks: {
      logMethod(given, method) {
        const [facts] = given as unknown[] as [Record<string, unknown> | undefined]
        const error = typeof facts === 'object' ? facts?.error : undefined
        if (error instanceof Error && isAway(error))
          outage.count(error, facts as Record<string, unknown>)
        else method.apply(this, given)
      },
    },
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
      censor: '(not logged)',
    },
    serializers: { error: serializeError, err: serializeError },
  }
  const stream = to ?? destination({ fd: 2, sync: true })
  const asText = format === 'text' || (format === 'auto' && !to && isatty(2))
  const log = pino(options, asText ? { write: line => stream.write(textOfLine(line)) } : stream)
  return log
}

/** An error with its causes. The store's own details are left out: they quote values. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, code: (error as { code?: unknown }).code }
}
