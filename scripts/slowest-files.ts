/** Prints the test files that took longest, so that they begin first. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestResult } from './test-results.ts'

const MOST_PRINTED = 20

/** Of the results that `scripts/test-results.ts` has written to some files. */
export function printSlowest(written: readonly string[], root: string): void {
  const sums = new Map<string, number>()
  for (const path of written) {
    if (!existsSync(path)) continue
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const { file, ms } = JSON.parse(line) as TestResult
      sums.set(file, (sums.get(file) ?? 0) + ms)
    }
  }
  const slowest = [...sums].sort(([, one], [, other]) => other - one).slice(0, MOST_PRINTED)
  if (slowest.length === 0) return
  console.log('--- slowest files')
  for (const [file, ms] of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s ${relative(root, file)}`)
}
