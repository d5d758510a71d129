/**
 * `npm test`: everything that can be wrong, the quick to tell first, stopping at the first stage
 * that fails.
 * `npm test -- InsertSubscriber` runs only the tests whose name matches, `npm test -- --fast` all
 * but the long ones, `npm test -- --long` these alone; `--static` and `--fast-tests` are the parts
 * of `--fast` that need no other programs, and those that do. For another PostgreSQL, that of
 * TEST_DATABASE_URL: `--store` runs the tests that use the store, `--release` checks all statements
 * and runs the tests nearest to them, `--cluster` those of several nodes, if it is a coordinator
 * with Citus. With REQUIRE_ALL=1 a test that would be skipped for want of a program on this machine
 * fails; otherwise such tests are named at the end. With RETRY_FAILED=1 the files of failed tests
 * run once more, alone: what passes then is named as flaky, and does not fail the run.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { testServer } from '../test/support/database.ts'
import { templateDatabase } from '../test/support/template-database.ts'
import { buildProgram } from './program.ts'
import { runOrRetry } from './retries.ts'
import { printSlowest } from './slowest-files.ts'
import {
  clusterFiles,
  makesStore,
  SLOWEST,
  sharesOf,
  type TestFiles,
  testFiles,
  usesStore,
} from './test-files.ts'
import { type Job, noTests } from './test-jobs.ts'

const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'pennypost-run-'))
const log = join(scratch, 'contract.log')
const results = join(scratch, 'results')
const programs = join(root, 'node_modules', '.bin')
const answers = mkdtempSync(join(scratch, 'answers-'))
const built = join(scratch, 'program')
const env = {
  ...process.env,
  CONTRACT_LOG: log,
  CONTRACT_ANSWERS: answers,
  // Each long test is a process of its own, and half of its start is compiling. The gate keeps what
  // was compiled from one run to the next.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(scratch, 'compiled'),
  TEST_PROGRAM: join(built, 'bin/pennypost.js'),
  PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
}

interface Stage {
  name: string
  jobs: Job[]
  atOnce: number
}

const node = (...args: string[]): Job => ({ command: [process.execPath, ...args] })

const knip = (...args: string[]): Job => ({
  command: [join(programs, 'knip'), '--no-progress', ...args],
})

let resultFiles = 0

/** Ends a test that hangs. No test is near it, on no machine, however slow. */
const MOST_MILLIS = 600_000

function testing(files: string[], pattern: string | undefined): Job {
  const only = pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]
  const written = `${results}-${++resultFiles}`
  const job = node(
    // Forced, since a failed test may leave a server open, and so do files without a matching test:
    // they run closing hooks without the opening ones.
    '--test',
    '--test-force-exit',
    '--test-isolation=none',
    `--test-timeout=${MOST_MILLIS}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-results.ts',
    `--test-reporter-destination=${written}`,
    ...only,
    ...files,
  )
  return { ...job, files, results: written }
}

/** Number of processes for tests that measure their own thread. */
const THREADS = Math.min(2, availableParallelism())

/**
 * Processes that share the fast tests: many wait. Fewer leave both cores of a small machine idle
 * for half a minute at the end, while each runs its last files.
 */
const FAST_PROCESSES = 8

/** How many of them are for those that mostly wait. */
const WAITING_PROCESSES = 3

/** Processes of tests on a cluster at a time: each statement asks two servers, or more. */
const CLUSTER_PROCESSES = 4

/** Processes of long tests at a time: they mostly wait. */
const LONG_PROCESSES = 5

/** Processes that share the tests of commands: each loads the tests' own modules once. */
const COMMAND_PROCESSES = 4

const NO_FILES: TestFiles = {
  fast: [],
  waiting: [],
  commands: [],
  threadTimed: [],
  alone: [],
  long: [],
}

function testStages(files: TestFiles, pattern: string | undefined): Stage[] {
  const { fast, waiting, long, commands, threadTimed, alone } = files
  const each = (files: string[]) => files.map(file => testing([file], pattern))
  const isSlow = (file: string) => SLOWEST.includes(file)
  const shared = (files: string[], processes: number) =>
    sharesOf(files, processes).map(share => testing(share, pattern))
  return [
    {
      name: 'tests',
      jobs: [
        ...shared(waiting, WAITING_PROCESSES),
        ...shared(fast, FAST_PROCESSES - WAITING_PROCESSES),
      ],
      atOnce: FAST_PROCESSES,
    },
    { name: 'tests of processor time', jobs: each(threadTimed), atOnce: THREADS },
    { name: 'tests that run alone', jobs: each(alone), atOnce: 1 },
    {
      name: 'long tests',
      // Those that kill and start servers have a process each.
      jobs: [
        ...each(long.filter(isSlow)),
        ...shared(commands, COMMAND_PROCESSES),
        ...each(long.filter(file => !isSlow(file))),
      ],
      atOnce: LONG_PROCESSES,
    },
  ].filter(({ jobs }) => jobs.length > 0)
}

/**
 * With one checker: by default it has four, each of which resolves anew the types that files share,
 * for half as much processor time again or more. tsc is a Go program: collecting its garbage takes
 * a quarter of its processor time, and saves a tenth of its 900 MB.
 */
const types = (...args: string[]): Job => ({
  command: ['env', 'GOGC=off', join(programs, 'tsc'), '--noEmit', '--checkers', '1', ...args],
})

const SQL_TYPES = node('scripts/sql-types.ts', '--check')

const STATIC_CHECKS: Job[] = [
  types(),
  types('-p', 'src/console'),
  { command: [join(programs, 'biome'), 'ci', '--colors=off', '.'] },
  SQL_TYPES,
  node('scripts/docs.ts', '--check'),
  node('--no-warnings', 'scripts/check-expressions.ts'),
  // Unused code and dependencies.
  knip(),
  knip('--production', '--include=exports'),
]

/** Tests that use the store, or make one, and several processes on it. */
function storeFiles(uses: (file: string) => boolean): TestFiles {
  const { fast, waiting, long } = testFiles(undefined)
  const several = long.filter(file => file.endsWith('three-processes.test.ts'))
  return { ...NO_FILES, fast: fast.filter(uses), waiting: waiting.filter(uses), long: several }
}

/** They take longer there. */
const onCluster = (shares: string[][], atOnce: number): Stage => ({
  name: 'tests on a cluster',
  jobs: shares.map(share => ({ ...testing(share, undefined), seconds: 3_600 })),
  atOnce,
})

/** What another release of PostgreSQL can break: each statement, and the tests nearest to them. */
const releaseStages = (): Stage[] => [
  { name: 'statements', jobs: [SQL_TYPES], atOnce: 1 },
  ...testStages(storeFiles(makesStore), undefined),
]

const MODES = ['--static', '--fast-tests', '--fast', '--long', '--store', '--release', '--cluster']

function stages(asked: string | undefined): Stage[] {
  const checks = { name: 'static checks', jobs: STATIC_CHECKS, atOnce: 2 }
  if (asked === '--static') return [checks]
  if (asked === '--store') {
    const { fast, waiting, long } = storeFiles(usesStore)
    // A process for each: until its end, the services of its files ask the store for due work.
    const each = [...fast, ...waiting, ...long].map(file => [file])
    return [onCluster(each, CLUSTER_PROCESSES)]
  }
  if (asked === '--release') return releaseStages()
  if (asked === '--cluster') return [onCluster([clusterFiles()], 1)]
  if (asked === '--long') {
    const { commands, long } = testFiles(undefined)
    return testStages({ ...NO_FILES, commands, long }, undefined)
  }
  const isFast = asked === '--fast' || asked === '--fast-tests'
  if (asked !== undefined && !isFast) return testStages(testFiles(asked), asked)
  const files = testFiles(undefined)
  const [fast, ...others] = testStages(
    isFast ? { ...files, long: [], commands: [] } : files,
    undefined,
  )
  const one = (name: string, job: Job): Stage => ({ name, jobs: [job], atOnce: 1 })
  return [
    ...(asked === '--fast-tests' ? [] : [checks]),
    fast!,
    one('contract coverage', node('scripts/check-coverage.ts', log)),
    one('answers by xmllint', node('scripts/check-answers.ts', answers)),
    ...others,
  ]
}

/** The program as the package has it, for the tests that start it as a process. */
async function makeProgram(): Promise<void> {
  await buildProgram(join(built, 'dist'))
  cpSync(join(root, 'bin'), join(built, 'bin'), { recursive: true })
  for (const name of ['node_modules', 'package.json', 'dist/console'])
    symlinkSync(join(root, name), join(built, name))
}

async function main([asked]: string[]): Promise<boolean> {
  if (asked?.startsWith('-') && !MODES.includes(asked)) {
    console.error(`${asked}: give a part of a test's name, or one of ${MODES.join(' ')}.`)
    return false
  }
  const began = performance.now()
  if (asked !== '--static') await makeProgram()
  // Held until the end, so that no stage starts the store again.
  const server = await testServer()
  const timings: string[] = []
  const totals = noTests()
  const { counts, skipped } = totals
  const flaky: string[] = []
  const alone =
    process.env.RETRY_FAILED === '1' ? (file: string) => testing([file], undefined) : undefined
  let passed = true
  try {
    // On a cluster it takes longer than a test may.
    if (process.env.TEST_DATABASE_URL) await templateDatabase(server.connection)
    for (const { name, jobs, atOnce } of stages(asked)) {
      const start = performance.now()
      console.log(`--- ${name}`)
      passed = await runOrRetry(jobs, { cwd: root, env, atOnce, totals, alone, flaky })
      timings.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
      if (passed) continue
      console.error(`--- ${name}: failed`)
      break
    }
    const written = Array.from({ length: resultFiles }, (_, i) => `${results}-${i + 1}`)
    printSlowest(written, root)
  } finally {
    await server.release()
    rmSync(scratch, { recursive: true, force: true })
  }
  if (passed && counts.tests === 0 && asked !== '--static') {
    console.error(`No test has a name like ${asked}.`)
    passed = false
  }
  for (const failure of totals.failures) console.log(failure)
  for (const file of flaky) console.log(`Flaky: ${file} failed, and passed alone. Mend its cause.`)
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

// The jobs have process groups: at the end of this process they are killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (!(await main(process.argv.slice(2)))) process.exitCode = 1
