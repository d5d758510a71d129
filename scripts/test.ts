/**
 * `npm test`: everything that can be wrong, the quick to tell first, stopping at the first stage
 * that fails.
 * `npm test -- InsertSubscriber` runs only the tests whose name matches, `npm test -- --fast` all
 * but the long ones,
 * `npm test -- --long` these alone, `npm test -- --store` those that use the store, for another
 * PostgreSQL given by TEST_DATABASE_URL. With REQUIRE_ALL=1 a test that would be skipped for want
 * of a program on this machine fails; otherwise such tests are named at the end.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { testServer } from '../test/support/database.ts'
import type { FileTime } from './file-times.ts'
import { type Job, noTests, runJobs } from './test-jobs.ts'

const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'pennypost-run-'))
const log = join(scratch, 'contract.log')
const times = join(scratch, 'times')
const programs = join(root, 'node_modules', '.bin')
const answers = mkdtempSync(join(scratch, 'answers-'))
const env = {
  ...process.env,
  CONTRACT_LOG: log,
  CONTRACT_ANSWERS: answers,
  PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
}

/**
 * Tests that take many seconds: crashes, foreign toolkits, processes and embedded servers of their
 * own.
 */
const LONG = [
  'test/long/**',
  'test/clients/**',
  'test/cli/**',
  'test/db/embedded*.test.ts',
  'test/db/backup*.test.ts',
  'test/**/*.long.test.ts',
]

/** Tests that judge memory or processor time: nothing runs beside them. */
const ALONE = ['test/**/*.alone.test.ts']

/**
 * What takes longest begins first, so that no processor is idle at the end. The end of a run names
 * the slowest.
 */
const SLOWEST = [
  'test/long/benches.test.ts',
  'test/long/send-kill-relay.test.ts',
  'test/long/import-thread.test.ts',
  'test/db/backup.long.test.ts',
  'test/db/backup-restore.test.ts',
  'test/long/sms-kill.test.ts',
  'test/long/cut-connection.test.ts',
  'test/long/batch-kill.test.ts',
  'test/cli/start.test.ts',
  'test/long/send-kill-mixed.test.ts',
  'test/cli/sending.long.test.ts',
  'test/long/send-kill.test.ts',
  'test/long/rolling-restart.test.ts',
]

interface Stage {
  name: string
  jobs: Job[]
  atOnce: number
}

const node = (...args: string[]): Job => ({ command: [process.execPath, ...args] })

const knip = (...args: string[]): Job => ({
  command: [join(programs, 'knip'), '--no-progress', ...args],
})

let timeFiles = 0

function testing(files: string[], seconds: number, pattern: string | undefined): Job {
  const only = pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]
  return node(
    // A test that failed may leave a server open, and so do files whose tests are all left out:
    // they run closing hooks without opening ones.
    ...['--test', '--test-force-exit', '--test-isolation=none', `--test-timeout=${seconds * 1000}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    '--test-reporter=./scripts/file-times.ts',
    `--test-reporter-destination=${times}-${++timeFiles}`,
    ...only,
    ...files,
  )
}

const TITLE = /\b(?:test|describe|it)\(\s*(?:(['"`])(.*?)\1)?/g

/**
 * Whether a file may have a test of such a name: a title says so, or is made by the program (in a
 * long one it is not waited for).
 */
function mayMatch(file: string, isLong: boolean, pattern: string): boolean {
  const titles = [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].map(
    ([, , title]) => title,
  )
  return titles.some(title => (title === undefined ? !isLong : new RegExp(pattern).test(title)))
}

const usesStore = (file: string): boolean =>
  /\/support\/(?:database|service|account)\.ts'/.test(readFileSync(join(root, file), 'utf8'))

const matching = (patterns: string[]): Set<string> =>
  new Set(patterns.flatMap(part => globSync(part, { cwd: root })))

interface TestFiles {
  fast: string[]
  long: string[]
  alone: string[]
}

function testFiles(pattern: string | undefined): TestFiles {
  const [slow, alone] = [matching(LONG), matching(ALONE)]
  const all = globSync('test/**/*.test.ts', { cwd: root })
    .filter(file => pattern === undefined || mayMatch(file, slow.has(file), pattern))
    .sort()
  const rank = (file: string) => (SLOWEST.indexOf(file) + SLOWEST.length + 1) % (SLOWEST.length + 1)
  return {
    fast: all.filter(file => !slow.has(file) && !alone.has(file)),
    long: all
      .filter(file => slow.has(file) && !alone.has(file))
      .sort((one, other) => rank(one) - rank(other)),
    alone: all.filter(file => alone.has(file)),
  }
}

/** How many processes share the fast tests: one more than two cores, since many of them wait. */
const FAST_PROCESSES = 3

/** One start and one store for all files of a process. */
function fastStage(files: string[], pattern: string | undefined): Stage {
  const shares = Array.from({ length: FAST_PROCESSES }, (_, share) =>
    files.filter((_, index) => index % FAST_PROCESSES === share),
  )
  const jobs = shares.filter(share => share.length > 0).map(share => testing(share, 60, pattern))
  return { name: 'tests', jobs, atOnce: FAST_PROCESSES }
}

function testStages({ fast, long, alone }: TestFiles, pattern: string | undefined): Stage[] {
  const each = (files: string[]) => files.map(file => testing([file], 600, pattern))
  return [
    fastStage(fast, pattern),
    { name: 'tests that run alone', jobs: each(alone), atOnce: 1 },
    // Those that kill and start servers get a process each, three at a time: they mostly wait.
    { name: 'long tests', jobs: each(long), atOnce: 3 },
  ].filter(({ jobs }) => jobs.length > 0)
}

const STATIC_CHECKS: Job[] = [
  { command: [join(programs, 'tsc'), '--noEmit'] },
  { command: [join(programs, 'biome'), 'ci', '--colors=off', '.'] },
  node('scripts/sql-types.ts', '--check'),
  node('scripts/docs.ts', '--check'),
  node('--no-warnings', 'scripts/check-expressions.ts'),
  // Nothing is unused.
  knip(),
  knip('--production', '--include=exports'),
]

/** What another PostgreSQL can break: fast tests of the store, and several processes on it. */
function storeStages({ fast, long }: TestFiles): Stage[] {
  const several = long.filter(file => file.endsWith('three-processes.test.ts'))
  return testStages({ fast: fast.filter(usesStore), long: several, alone: [] }, undefined)
}

function stages(asked: string | undefined): Stage[] {
  if (asked === '--store') return storeStages(testFiles(undefined))
  if (asked === '--long')
    return testStages({ ...testFiles(undefined), fast: [], alone: [] }, undefined)
  const isFast = asked === '--fast'
  if (asked !== undefined && !isFast) return testStages(testFiles(asked), asked)
  const files = testFiles(undefined)
  const [fast, ...others] = testStages(isFast ? { ...files, long: [] } : files, undefined)
  const one = (name: string, job: Job): Stage => ({ name, jobs: [job], atOnce: 1 })
  return [
    { name: 'static checks', jobs: STATIC_CHECKS, atOnce: 2 },
    fast!,
    one('contract coverage', node('scripts/check-coverage.ts', log)),
    one('answers by xmllint', node('scripts/check-answers.ts', answers)),
    ...others,
  ]
}

function printSlowest(): void {
  const sums = new Map<string, number>()
  for (let index = 1; index <= timeFiles; index++) {
    if (!existsSync(`${times}-${index}`)) continue
    for (const line of readFileSync(`${times}-${index}`, 'utf8').split('\n').filter(Boolean)) {
      const { file, ms } = JSON.parse(line) as FileTime
      sums.set(file, (sums.get(file) ?? 0) + ms)
    }
  }
  const slowest = [...sums].sort(([, one], [, other]) => other - one).slice(0, 20)
  if (slowest.length === 0) return
  console.log('--- slowest files')
  for (const [file, ms] of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s ${relative(root, file)}`)
}

async function main([asked]: string[]): Promise<boolean> {
  const began = performance.now()
  // Held from here to the end, so that no stage has to start the store again.
  const server = await testServer()
  const timings: string[] = []
  const totals = noTests()
  const { counts, skipped } = totals
  let passed = true
  try {
    for (const { name, jobs, atOnce } of stages(asked)) {
      const start = performance.now()
      console.log(`--- ${name}`)
      passed = await runJobs(jobs, { cwd: root, env, atOnce, totals })
      timings.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
      if (passed) continue
      console.error(`--- ${name}: failed`)
      break
    }
    printSlowest()
  } finally {
    await server.release()
    rmSync(scratch, { recursive: true, force: true })
  }
  if (passed && counts.tests === 0) {
    console.error(`No test has a name like ${asked}.`)
    passed = false
  }
  for (const line of new Set(skipped)) console.log(`Skipped: ${line}`)
  if (skipped.length > 0 && process.env.REQUIRE_ALL === '1') {
    console.error('A test was skipped, and REQUIRE_ALL wants none to be.')
    passed = false
  }
  console.log(`--- ${timings.join(', ')}`)
  for (const [name, count] of Object.entries(counts)) console.log(`# ${name} ${count}`)
  console.log(`# duration_ms ${Math.round(performance.now() - began)}`)
  return passed
}

// The jobs have process groups of their own: at the end of this process they are killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (!(await main(process.argv.slice(2)))) process.exitCode = 1
