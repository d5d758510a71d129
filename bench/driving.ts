/**
 * The processes of a measurement: the service as started by users, the bare server, and the load.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryFolder } from '../test/support/database.ts'
import { freePort } from '../test/support/free-port.ts'
import type { Fixture } from './fixture.ts'
import type { Job, Outcome } from './load.ts'
import { strangersOn } from './processors.ts'
import { answerTo, soap11, TYPE } from './requests.ts'
import { COMPILED, isSmoke, PROGRAM, sized } from './smoke.ts'

/** Files kept between runs; a smoke run keeps none. */
export const OUT = isSmoke
  ? `${mkdtempSync(join(memoryFolder(), 'pennypost-bench-'))}/`
  : fileURLToPath(new URL('./out/', import.meta.url))
export const ROOT = fileURLToPath(new URL('../', import.meta.url))

export interface Running {
  port: number
  pid: number
  stop(): Promise<void>
}

export interface Context {
  fixture: Fixture
  runs: number
  seconds: number
  /** Folder for profiles of the service; undefined for none. */
  profiles: string | undefined
  /** Another checkout that is measured in turns with this one; undefined for none. */
  beside: string | undefined
  log(line: string): void
  /**
   * Measures one part of a run; repeated up to some times if other programs used the machine
   * meanwhile.
   */
  quietly<T>(part: () => Promise<T>): Promise<T>
  /** Records the machine's load; called before each run. */
  noteLoad(): void
}

/** Processor cores that other programs may use while the machine counts as quiet. */
const QUIET = 0.1

/** Makes `quietly`: with a patience of 1 a part is measured once, whatever else runs. */
export function quietPart(dataDir: string, patience: number): Context['quietly'] {
  return async part => {
    for (let left = patience; ; left--) {
      for (let waits = 0; patience > 1 && waits < 60; waits++) {
        const idle = strangersOn(dataDir)
        await pause(500)
        if (idle() < QUIET) break
      }
      const strangers = strangersOn(dataDir)
      const outcome = await part()
      if (left <= 1 || strangers() < QUIET) return outcome
    }
  }
}

export const loadNow = (): number => loadavg()[0]!

/** The environment of the service: defaults, except that it stops immediately. */
export const serviceEnv = (dataDir: string, port: number): Record<string, string> => ({
  ...COMPILED,
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  DATA_DIR: dataDir,
  PORT: String(port),
  STOP_DELAY: '0',
})

/** Options of Node for a profile in that folder. */
export const profileOptions = (folder: string | undefined): string[] =>
  folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=400']

/** That of a smoke run: one for all benches of the store, where each measured one has its own. */
let shared: Promise<Launched> | undefined

/** The running service. Credentials of both accounts are cached. */
export async function startService(context: Context, root = ROOT): Promise<Running> {
  if (isSmoke) shared ??= launch(context, root)
  const { child, port } = await (shared ?? launch(context, root))
  const { people, lists } = context.fixture
  for (const { username } of [people, lists]) await untilAnswered(child, port, username)
  return { port, pid: child.pid!, stop: () => (isSmoke ? Promise.resolve() : stopped(child)) }
}

/** Ends the shared service, where there is one. */
export async function stopShared(): Promise<void> {
  if (shared) await stopped((await shared).child)
  shared = undefined
}

const launched = new Set<ChildProcess>()
// A bench that failed has not stopped its services: they would run on, and disturb the next one.
process.on('exit', () => {
  for (const child of launched) child.kill()
})

interface Launched {
  child: ChildProcess
  port: number
}

async function launch({ fixture, profiles }: Context, root: string): Promise<Launched> {
  mkdirSync(OUT, { recursive: true })
  const port = await freePort()
  const log = openSync(`${OUT}service.log`, 'a')
  const child = spawn(process.execPath, [...profileOptions(profiles), PROGRAM, 'start'], {
    cwd: root,
    env: serviceEnv(fixture.dataDir, port),
    stdio: ['ignore', log, log],
  })
  launched.add(child)
  child.once('exit', () => launched.delete(child))
  return { child, port }
}

/** Beside other tests a service starts slowly, and asking costs the processor as well. */
const ASK_AGAIN_MILLIS = sized(5, 50)

/** Calls the service until it answers. */
export async function untilAnswered(
  child: ChildProcess,
  port: number,
  username: string,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`the service ended with ${child.exitCode}; see bench/out/service.log`)
    try {
      const { status, body } = await answerTo(port, soap11('GetDemographicData', username, {}))
      if (status !== 200) throw new Error(`the service answered ${status}: ${body.slice(0, 500)}`)
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await pause(ASK_AGAIN_MILLIS)
    }
  }
}

export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** A bare node:http server that always answers with this body. */
export async function startBare(answer: string): Promise<Running> {
  const child = fork(new URL('./bare-server.ts', import.meta.url))
  child.send({ answer, type: TYPE })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, pid: child.pid!, stop: () => stopped(child) }
}

/** Runs a load; failed calls fail the measurement. */
export async function drive(
  job: Omit<Job, 'warmupMs' | 'measuredMs'> & Partial<Job>,
): Promise<Outcome> {
  const child = fork(new URL('./load.ts', import.meta.url))
  child.send({ warmupMs: sized(2000, 20), measuredMs: 5000, ...job })
  const [outcome] = (await once(child, 'message')) as [Outcome]
  if (outcome.failures.length > 0)
    throw new Error(`calls failed: ${outcome.failures.slice(0, 3).join('; ')}`)
  // Not for a smoke run: on a busy machine it takes longer.
  const measuredMs = 2 * (job.measuredMs ?? 5000)
  if (outcome.calls === 0 && isSmoke && measuredMs < 60_000) return drive({ ...job, measuredMs })
  if (outcome.calls === 0) throw new Error('no call was answered in time')
  return outcome
}

/** Runs a script of this folder with a job and returns its result. */
export async function ask<Answer>(script: string, job: unknown): Promise<Answer> {
  const child = fork(new URL(script, import.meta.url))
  child.send(job as object)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}
