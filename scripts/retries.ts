/**
 * The gate's second look at tests that failed: their files alone, once, so that one flaky test does
 * not refuse a day's work. They are named at the end, to be mended at their cause.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type Job, type JobOptions, noTests, runJobs } from './test-jobs.ts'
import type { TestResult } from './test-results.ts'

/** More files than these do not fail by chance. */
const MOST_FILES = 3

export interface RetryOptions extends JobOptions {
  /** The job that runs a file alone; without it nothing is tried again. */
  alone: ((file: string) => Job) | undefined
  /** Gets the files whose tests failed at first and passed alone. */
  flaky: string[]
}

/** Runs the jobs, and the files of failed tests once more: whether all passed in the end. */
export async function runOrRetry(
  jobs: readonly Job[],
  { alone, flaky, ...options }: RetryOptions,
): Promise<boolean> {
  const { counts } = options.totals
  const before = { ...counts }
  const failed = await runJobs(jobs, options)
  if (failed.length === 0) return true
  const files = failed.map(job => failedFiles(job, options.cwd))
  const all = [...new Set(files.flat())]
  // A job that failed without naming a test has failed for good.
  if (alone === undefined || files.some(({ length }) => length === 0)) return false
  if (all.length > MOST_FILES) return false
  console.log(`--- again, alone: ${all.join(', ')}`)
  const again = await runJobs(all.map(alone), { ...options, atOnce: 1, totals: noTests() })
  if (again.length > 0) return false
  counts.pass += counts.fail - before.fail + counts.cancelled - before.cancelled
  counts.fail = before.fail
  counts.cancelled = before.cancelled
  flaky.push(...all)
  return true
}

/** The files, relative to `cwd`, of the tests that failed in a job. */
function failedFiles({ files = [], results }: Job, cwd: string): readonly string[] {
  // A test may stand in a module that several files share: then the job's one file tells.
  if (files.length === 1) return files
  if (results === undefined || !existsSync(results)) return []
  const lines = readFileSync(results, 'utf8').split('\n').filter(Boolean)
  const failed = lines
    .map(line => JSON.parse(line) as TestResult)
    .filter(({ passed }) => !passed)
    .map(({ file }) => relative(cwd, resolve(cwd, file)))
  return failed.every(file => files.includes(file)) ? failed : []
}
