/** A log line for human readers: time, level, message, facts; below it the stack of an error. */
import { lineShown } from './controls.ts'

/** `line` is a JSON object written by the log. */
export function textOfLine(line: string): string {
  const { level, time, msg, error, ...facts } = JSON.parse(line)
  const shown = Object.entries({ ...facts, ...(error ? { error: error.message } : {}) })
  const fields = shown.map(([name, value]) => ` ${name}=${shownValue(value)}`).join('')
  const clock = new Date(time).toTimeString().slice(0, 8)
  const first = `${clock} ${String(level).toUpperCase().padEnd(5)} ${msg ?? ''}${fields}`
  return `${[first, ...stackOf(error)].map(lineShown).join('\n')}\n`
}

const shownValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

/** The lines of a stack after its message. */
const stackOf = (error: { stack?: string } | undefined): string[] =>
  (error?.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
