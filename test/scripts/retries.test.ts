import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'

const RETRIES = import.meta.resolve('../../scripts/retries.ts')
const JOBS = import.meta.resolve('../../scripts/test-jobs.ts')
const RESULTS = import.meta.resolve('../../scripts/test-results.ts')

/** A test that fails in its first run, or in each, or in none. */
const FILES = {
  flaky: `
    import { existsSync, writeFileSync } from 'node:fs'
    test('flaky', () => {
      const isFirst = !existsSync('seen')
      writeFileSync('seen', '')
      if (isFirst) throw new Error('once')
    })`,
  broken: `test('broken', () => { throw new Error('each time') })`,
  sound: `test('sound', () => {})`,
}

/** What a run of some files in one process, with retries, says of its failures. */
async function retried(...names: (keyof typeof FILES)[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'pennypost-retries-'))
  try {
    for (const name of names)
      await writeFile(
        join(folder, `${name}.test.mjs`),
        `import { test } from 'node:test'\n${FILES[name]}`,
      )
    const files = names.map(name => `${name}.test.mjs`)
    // In a process of its own: the output of these jobs is not that of this test.
    const program = `
      import { runOrRetry } from ${JSON.stringify(RETRIES)}
      import { noTests } from ${JSON.stringify(JOBS)}
      let runs = 0
      const job = files => {
        const results = 'results-' + runs++
        const reporters = [
          '--test-reporter=spec', '--test-reporter-destination=stdout',
          '--test-reporter=' + ${JSON.stringify(RESULTS)},
          '--test-reporter-destination=' + results,
        ]
        const args = ['--test', '--test-isolation=none', ...reporters, ...files]
        return { command: [process.execPath, ...args], files, results: process.cwd() + '/' + results }
      }
      const totals = noTests()
      const flaky = []
      const alone = file => job([file])
      const options = { cwd: process.cwd(), env: process.env, atOnce: 2, totals, alone, flaky }
      const passed = await runOrRetry([job(${JSON.stringify(files)})], options)
      const { fail, pass } = totals.counts
      console.log('\\n' + JSON.stringify({ passed, flaky, fail, pass }))`
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the second look at failed tests', () => {
  test('names the file of a test that passes alone', async () => {
    const flaky = ['flaky.test.mjs']
    assert.deepEqual(await retried('flaky', 'sound'), { passed: true, flaky, fail: 0, pass: 2 })
    assert.deepEqual(await retried('flaky'), { passed: true, flaky, fail: 0, pass: 1 })
  })

  test('leaves what fails again', async () => {
    const failed = { passed: false, flaky: [] }
    assert.deepEqual(await retried('flaky', 'broken', 'sound'), { ...failed, fail: 2, pass: 1 })
    assert.deepEqual(await retried('broken'), { ...failed, fail: 1, pass: 0 })
  })

  test('is not taken where nothing failed', async () =>
    assert.deepEqual(await retried('sound'), { passed: true, flaky: [], fail: 0, pass: 1 }))
})
