/**
 * `npm test`: everything that can be wrong, the quick to tell first, stopping at the first stage that fails.
 * `npm test -- InsertSubscriber` runs only the tests whose name matches, `npm test -- --store` those that use the store, for another
 * PostgreSQL given by TEST_DATABASE_URL. With REQUIRE_ALL=1 a test that would be skipped for want of
 * a program on this machine fails; otherwise such tests are named at the end.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { testServer } from '../test/support/database.ts'

const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'pennypost-run-'))
const log = join(scratch, 'contract.log')
const programs = join(root, 'node_modules', '.bin')
const answers = mkdtempSync(join(scratch, 'answers-'))
const env = {
  ...process.env,
  CONTRACT_LOG: log,
  CONTRACT_ANSWERS: answers,
  PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
}

/** Tests that take many seconds: crashes, foreign toolkits, processes and embedded servers of their own. */
const LONG = [
  'test/long/**',
  'test/clients/**',
  'test/cli/**',
  'test/db/embedded*.test.ts',
  'test/db/backup*.test.ts',
  'test/**/*.long.test.ts',
]

interface Stage {
  name: string
  command: string[]
}

const node = (...args: string[]): string[] => [process.execPath, ...args]

function testing(files: string[], isolation: string[], seconds: number, pattern: string | undefined): string[] {
  const only = pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]
  // A test that failed may leave a server open, and so do files whose tests are all left out: they run closing hooks without opening ones.
  const always = ['--test', '--test-reporter=spec', '--test-force-exit', `--test-timeout=${seconds * 1000}`]
  return node(...always, ...isolation, ...only, ...files)
}

const TITLE = /\b(?:test|describe|it)\(\s*(?:(['"`])(.*?)\1)?/g

/** Whether a file may have a test of such a name: a title says so, or is made by the program (in a long one it is not waited for). */
function mayMatch(file: string, isLong: boolean, pattern: string): boolean {
  const titles = [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].map(([, , title]) => title)
  return titles.some(title => (title === undefined ? !isLong : new RegExp(pattern).test(title)))
}

const usesStore = (file: string): boolean =>
  /\/support\/(?:database|service|account)\.ts'/.test(readFileSync(join(root, file), 'utf8'))

function stages(pattern: string | undefined, onlyStore: boolean): Stage[] {
  const slow = new Set(LONG.flatMap(part => globSync(part, { cwd: root })))
  const all = globSync('test/**/*.test.ts', { cwd: root }).filter(
    file => pattern === undefined || mayMatch(file, slow.has(file), pattern),
  )
  const long = new Set(all.filter(file => slow.has(file)))
  const fast = all.filter(file => !long.has(file)).sort()
  if (onlyStore)
    return [{ name: 'tests of the store', command: testing(fast.filter(usesStore), ['--test-isolation=none'], 60, undefined) }]
  // One process for all: one start, one store. Those that kill and start servers get a process each, two at a time: they mostly wait.
  const tests = { name: 'tests', command: testing(fast, ['--test-isolation=none'], 60, pattern) }
  const longTests = { name: 'long tests', command: testing([...long].sort(), ['--test-concurrency=2'], 600, pattern) }
  if (pattern !== undefined) return [...(fast.length === 0 ? [] : [tests]), ...(long.size === 0 ? [] : [longTests])]
  return [
    { name: 'sql', command: node('scripts/sql-types.ts', '--check') },
    { name: 'docs', command: node('scripts/docs.ts', '--check') },
    { name: 'types', command: [join(programs, 'tsc'), '--noEmit'] },
    { name: 'lint', command: [join(programs, 'biome'), 'ci', '--colors=off', '.'] },
    tests,
    { name: 'contract coverage', command: node('scripts/check-coverage.ts', log) },
    { name: 'answers by xmllint', command: node('scripts/check-answers.ts', answers) },
    ...(long.size === 0 ? [] : [longTests]),
  ]
}

const COUNTS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'] as const
const counts = Object.fromEntries(COUNTS.map(name => [name, 0]))
const skipped: string[] = []

/** Passes on what a stage prints, and keeps the closing counts of the test runner and what was skipped. */
function listenTo(line: string): void {
  const [, count, number] = /^ℹ (\w+) (\d+)$/.exec(line) ?? []
  if (count !== undefined && count in counts) counts[count]! += Number(number)
  if (/^\s*﹣ .*# /.test(line)) skipped.push(line.trim())
}

function run({ command: [program, ...args] }: Stage): Promise<boolean> {
  return new Promise(done => {
    const child = spawn(program!, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) listenTo(line)
    })
    child.on('error', error => {
      console.error(error.message)
      done(false)
    })
    child.on('close', code => done(code === 0))
  })
}

async function main([first]: string[]): Promise<boolean> {
  const onlyStore = first === '--store'
  const pattern = onlyStore ? undefined : first
  const began = performance.now()
  // Held from here to the end, so that no stage has to start the store again.
  const server = await testServer()
  const timings: string[] = []
  let passed = true
  try {
    for (const stage of stages(pattern, onlyStore)) {
      const start = performance.now()
      console.log(`--- ${stage.name}`)
      passed = await run(stage)
      timings.push(`${stage.name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
      if (passed) continue
      console.error(`--- ${stage.name}: failed`)
      break
    }
  } finally {
    await server.release()
    rmSync(scratch, { recursive: true, force: true })
  }
  if (passed && counts.tests === 0) {
    console.error(`No test has a name like ${pattern}.`)
    passed = false
  }
  for (const line of new Set(skipped)) console.log(`Skipped: ${line}`)
  if (skipped.length > 0 && process.env.REQUIRE_ALL === '1') {
    console.error('A test was skipped, and REQUIRE_ALL wants none to be.')
    passed = false
  }
  console.log(`--- ${timings.join(', ')}`)
  for (const name of COUNTS) console.log(`# ${name} ${counts[name]}`)
  console.log(`# duration_ms ${Math.round(performance.now() - began)}`)
  return passed
}

if (!(await main(process.argv.slice(2)))) process.exitCode = 1
