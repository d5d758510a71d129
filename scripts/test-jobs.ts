/** Runs the programs of a stage, some at a time, and collects the test runner's results. */
import { spawn } from 'node:child_process'

export interface Job {
  command: string[]
  /** Time limit: then the job and its child processes are killed, and it has failed. */
  seconds?: number
  /** The files of the tests that it runs, relative to the root. */
  files?: readonly string[]
  /** The file where the reporter of scripts/test-results.ts writes. */
  results?: string
}

const COUNTS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'] as const

export interface TestTotals {
  counts: Record<(typeof COUNTS)[number], number>
  /** The lines of skipped tests. */
  skipped: string[]
  /** What the failed jobs said of it, to be repeated at the end of a long output. */
  failures: string[]
}

export const noTests = (): TestTotals => ({
  counts: { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 },
  skipped: [],
  failures: [],
})

export interface JobOptions {
  cwd: string
  env: NodeJS.ProcessEnv
  atOnce: number
  totals: TestTotals
}

/**
 * Runs the jobs in order and returns those that failed. Output is streamed if one runs at a time,
 * else printed when a job has ended, so that two never mix.
 */
export async function runJobs(jobs: readonly Job[], options: JobOptions): Promise<Job[]> {
  const waiting = [...jobs]
  const failed: Job[] = []
  const runSome = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift())
      if (!(await runJob(job, options))) failed.push(job)
  }
  await Promise.all(Array.from({ length: options.atOnce }, runSome))
  return failed
}

/** Default time limit of a command: one that hangs ends, and a slow machine is waited for. */
const DEFAULT_SECONDS = 2_700
/** Lines that are repeated of a failed job without a list of failed tests. */
const LAST_LINES = 20
/** How long the output of an ended job is awaited: a process it left behind may hold it open. */
const OUTPUT_MS = 2000

function runJob(
  { command, seconds = DEFAULT_SECONDS }: Job,
  options: JobOptions,
): Promise<boolean> {
  const { cwd, env, atOnce, totals } = options
  return new Promise(done => {
    const [program, ...args] = command
    // A process group, so that its child processes can be killed with it.
    const child = spawn(program!, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const deadline = setTimeout(() => {
      print(`--- killed after ${seconds} s: ${command.at(-1)}\n`)
      killGroup(child.pid)
    }, seconds * 1000)
    const kill = () => killGroup(child.pid)
    process.on('exit', kill)
    const printed: string[] = []
    const print = (text: string) => {
      if (atOnce === 1) process.stdout.write(text)
      printed.push(text)
    }
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      print(text)
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) count(line, totals)
    })
    child.stderr.setEncoding('utf8').on('data', print)
    child.on('error', error => {
      console.error(error.message)
      end(false)
    })
    child.on('exit', code => {
      const closing = setTimeout(() => {
        print(`--- left processes behind, killed: ${command.at(-1)}\n`)
        killGroup(child.pid)
        end(false)
      }, OUTPUT_MS)
      child.on('close', () => {
        clearTimeout(closing)
        end(code === 0)
      })
    })
    const end = (passed: boolean) => {
      clearTimeout(deadline)
      process.off('exit', kill)
      const output = printed.join('')
      if (atOnce > 1) process.stdout.write(output)
      if (!passed && output !== '') totals.failures.push(failuresOf(output))
      printed.length = 0
      done(passed)
    }
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The list of failed tests that the reporter `spec` ends with, or the last lines. */
function failuresOf(output: string): string {
  const list = output.lastIndexOf('\n✖ failing tests:\n')
  return list >= 0 ? output.slice(list + 1) : output.split('\n').slice(-LAST_LINES).join('\n')
}

/** Adds a line of the reporter `spec`: the final counts, and the skipped tests. */
function count(line: string, { counts, skipped }: TestTotals): void {
  const [, name, number] = /^ℹ (\w+) (\d+)$/.exec(line) ?? []
  const known = COUNTS.find(count => count === name)
  if (known !== undefined) counts[known] += Number(number)
  if (/^\s*﹣ .*# /.test(line)) skipped.push(line.trim())
}
