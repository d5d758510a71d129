/**
 * The log: one JSON object per line, on standard error; on a terminal, text. URLs are logged
 * without their query, which contains passwords in the GET binding; values of properties named
 * password, token and the like are redacted at any depth.
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
  'clientSecret',
  'refreshToken',
  'databaseUrl',
  'replicaUrl',
]

export type LogFormat = 'auto' | 'json' | 'text'

export interface LogOptions {
  level: string
  /** The format of lines; `auto`, the default, is text on a terminal, otherwise JSON. */
  format?: LogFormat
  /** The destination; default: standard error. */
  to?: { write(line: string): void }
  /**
   * Whether the error means that the store is unreachable: such errors are counted instead of
   * written one by one.
   */
  isOutage?: (error: unknown) => boolean
}

export function createLog({ level, format = 'auto', to, isOutage = () => false }: LogOptions): Log {
  const outage = createOutageLog({ write: (level, facts, message) => log[level](facts, message) })
  const options: LoggerOptions = {
    hooks: {
      logMethod(given, method) {
        const [facts] = given as unknown[] as [Record<string, unknown> | undefined]
        const error = typeof facts === 'object' ? facts?.error : undefined
        if (error instanceof Error && isOutage(error))
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

/** An error with its causes. PostgreSQL's `detail` is omitted: it quotes values. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, code: (error as { code?: unknown }).code }
}
