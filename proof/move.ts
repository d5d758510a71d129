/**
 * A live account moves from one service to another while programs call it: copied, with everything
 * killed in the middle, rehearsed by `pennypost shadow`, and switched.
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type KilledService, USERNAME } from './killed-service.ts'
import { startOldPrograms } from './old-program.ts'

const PROGRAMS = 4
const REHEARSED_CALLS = 200

export interface Move {
  from: KilledService
  to: KilledService
  /** Free, for the shadow. */
  port: number
}

/** Prints what happened. Returns whether each call was answered, and the answers still hold. */
export async function proveMove({ from, to, port }: Move): Promise<boolean> {
  let host = from.origin
  const programs = startOldPrograms(PROGRAMS, () => host)
  const shadow = { origin: `http://127.0.0.1:${port}`, process: undefined as Begun | undefined }
  try {
    await programs.callsMade(100)
    await copyThroughKill(from, to)
    shadow.process = to.begin('shadow', '--old', from.origin, '--port', String(port))
    while (!(await listens(shadow.origin))) await pause(50)
    host = shadow.origin
    // Brings what they did between copy and shadow.
    await migrate(from, to)
    await queueEmpty(to)
    await to.command('shadow', 'report', '--clear')
    await programs.callsMade(REHEARSED_CALLS)
    console.log(`Rehearsed, with ${PROGRAMS} programs that call:`)
    console.log((await to.command('shadow', 'report')).trim())
    await to.command('shadow', 'switch')
    await programs.callsMade(REHEARSED_CALLS)
    await programs.stop()
    const { added, optedOut } = programs.people()
    console.log(`Switched. Of ${programs.calls()} calls in all ${programs.failures.length} failed.`)
    for (const failure of programs.failures.slice(0, 5)) console.log(failure)
    const unknown = await programs.unknownAt(to.origin)
    console.log(`The programs added ${added} people and opted out ${optedOut}.`)
    console.log(`Unknown to the new service, or by another id: ${unknown.length}.`)
    for (const one of unknown.slice(0, 5)) console.log(one)
    return unknown.length === 0 && programs.failures.length === 0
  } finally {
    await programs.stop()
    if (shadow.process) {
      const ended = once(shadow.process, 'exit')
      shadow.process.kill('SIGINT')
      await ended
    }
  }
}

/**
 * Until no call waits that was made before: the copy has brought what came after such a call, so
 * its answer may differ. Counts are written with each beat of the shadow, so more counted calls
 * mean that what is said to wait is new.
 */
async function queueEmpty(service: KilledService): Promise<void> {
  const before = counted(await reportOf(service))
  for (;;) {
    const report = await reportOf(service)
    if (report.waiting === 0 && counted(report) > before) return
    await pause(200)
  }
}

interface Report {
  waiting: number
  calls: { calls: number }[]
}

const reportOf = async (service: KilledService): Promise<Report> =>
  JSON.parse(await service.command('shadow', 'report', '--json'))

const counted = ({ calls }: Report): number => calls.reduce((sum, row) => sum + row.calls, 0)

type Begun = ReturnType<KilledService['begin']>

/** The new service, its store and the copy are killed once, and the copy is begun again. */
async function copyThroughKill(from: KilledService, to: KilledService): Promise<void> {
  const copy = to.begin(...migration(from))
  const ended = once(copy, 'exit')
  await pause(1500)
  const wasGoing = copy.exitCode === null
  copy.kill('SIGKILL')
  await to.killEverything()
  await ended
  const ready = (await to.start()).toFixed(1)
  console.log(
    `The new service was killed ${wasGoing ? 'in the middle of' : 'after'} a copy. Ready ${ready} s later.`,
  )
  console.log((await migrate(from, to)).trimEnd())
}

const migration = ({ origin }: KilledService): string[] =>
  `migrate --from ${origin}/externalapiservice.asmx --username ${USERNAME}`.split(' ')

const migrate = (from: KilledService, to: KilledService): Promise<string> =>
  to.command(...migration(from))

const listens = (origin: string): Promise<boolean> =>
  fetch(`${origin}/externalapiservice.asmx?WSDL`).then(
    answer => answer.ok,
    () => false,
  )
