import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noTests, runJobs } from '../../scripts/test-jobs.ts'

const script = (text: string, seconds?: number) => ({
  command: [process.execPath, '-e', text],
  seconds,
})
const options = () => ({ cwd: process.cwd(), env: process.env, atOnce: 2, totals: noTests() })

test('a job that does not end is killed with what it started, and has failed', async () => {
  const child =
    `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(Date, 1e6)'], ` +
    `{ stdio: 'inherit' })`
  assert.equal(await runJobs([script(child, 1)], options()), false)
})

test('a job that ends and leaves a process with its output has failed', async () => {
  const child =
    `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(Date, ` +
    `1e6)'], { stdio: 'inherit' });` +
    'process.exit(0)'
  assert.equal(await runJobs([script(child)], options()), false)
})

test('jobs that end pass or fail by their exit code', async () => {
  assert.equal(await runJobs([script('0')], options()), true)
  assert.equal(await runJobs([script('process.exit(3)'), script('0')], options()), false)
})
