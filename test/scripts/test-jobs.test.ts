import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type Job, noTests, runJobs } from '../../scripts/test-jobs.ts'

const JOBS = '../../scripts/test-jobs.ts'
const script = (text: string, seconds?: number) => ({
  command: [process.execPath, '-e', text],
  seconds,
})
const options = () => ({ cwd: process.cwd(), env: process.env, atOnce: 2, totals: noTests() })
const failures = async (jobs: Job[]) => (await runJobs(jobs, options())).length

test('a job that does not end is killed with what it started, and has failed', async () => {
  const child =
    `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(Date, 1e6)'], ` +
    `{ stdio: 'inherit' })`
  assert.equal(await failures([script(child, 1)]), 1)
})

test('a job that ends and leaves a process with its output has failed', async () => {
  const child =
    `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(Date, ` +
    `1e6)'], { stdio: 'inherit' });` +
    'process.exit(0)'
  assert.equal(await failures([script(child)]), 1)
})

test('jobs that end pass or fail by their exit code', async () => {
  assert.equal(await failures([script('0')]), 0)
  const bad = script('process.exit(3)')
  assert.deepEqual(await runJobs([bad, script('0')], options()), [bad])
})

test('failed tests are repeated, and the last lines of what else failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennypost-jobs-'))
  try {
    const file = join(folder, 'two.test.mjs')
    await writeFile(
      file,
      `import { test } from 'node:test'
      test('holds', () => {})
      test('breaks', () => { throw new Error('for this reason') })`,
    )
    const jobs = [
      { command: [process.execPath, '--test', '--test-reporter=spec', file] },
      script(`console.log('before'); process.exit(3)`),
      script('0'),
    ]
    // In a process of its own: the output of these jobs is not that of this test.
    const program = `
      import { noTests, runJobs } from ${JSON.stringify(import.meta.resolve(JOBS))}
      const totals = noTests()
      const options = { cwd: '.', env: process.env, atOnce: 2, totals }
      await runJobs(${JSON.stringify(jobs)}, options)
      console.log(JSON.stringify(totals.failures.sort()))`
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    const [crashed, failed, ...others] = JSON.parse(stdout.trim().split('\n').at(-1)!)
    assert.equal(crashed, 'before\n')
    assert.match(failed, /^✖ failing tests:.*breaks.*for this reason/s)
    assert.doesNotMatch(failed, /holds/)
    assert.deepEqual(others, [])
  } finally {
    await rm(folder, { recursive: true })
  }
})
