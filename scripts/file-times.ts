/**
 * A reporter for Node's test runner: one line of JSON for each top-level test, with its file and
 * milliseconds.
 */
import type { TestEvent } from 'node:test/reporters'

export interface FileTime {
  file: string
  ms: number
}

export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting !== 0 || data.file === undefined) continue
    const time: FileTime = { file: data.file, ms: Math.round(data.details.duration_ms) }
    yield `${JSON.stringify(time)}\n`
  }
}
