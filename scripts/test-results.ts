/**
 * A reporter for Node's test runner: one line of JSON for each top-level test, with its file,
 * milliseconds, and whether it passed.
 */
import type { TestEvent } from 'node:test/reporters'

export interface TestResult {
  file: string
  ms: number
  passed: boolean
}

export default async function* testResults(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting !== 0 || data.file === undefined) continue
    const ms = Math.round(data.details.duration_ms)
    const result: TestResult = { file: data.file, ms, passed: type === 'test:pass' }
    yield `${JSON.stringify(result)}\n`
  }
}
