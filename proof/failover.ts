/**
 * A failover in the middle of a sending, while programs call: the primary is killed, its standby
 * takes writes, and the service goes on.
 */
import { startOldPrograms } from './old-program.ts'
import { beginSending, endSending, type ProvenSending, reached, reachedAtLeast } from './sending.ts'
import type { ServerPair } from './server-pair.ts'

const PROGRAMS = 4

/** Prints what happened. Returns whether nothing that was answered is lost. */
export async function proveFailover(sending: ProvenSending, pair: ServerPair): Promise<boolean> {
  await beginSending(sending)
  const programs = startOldPrograms(PROGRAMS, () => sending.service.origin)
  try {
    await reachedAtLeast(sending, sending.emails.length / 2)
    const got = reached(sending)
    await pair.killPrimary()
    const killed = performance.now()
    await pair.promote()
    await programs.callsMade(PROGRAMS)
    const again = ((performance.now() - killed) / 1000).toFixed(1)
    console.log(`The primary killed after ${got} emails. Calls are answered ${again} s later.`)
    const held = await endSending(sending)
    await programs.stop()
    const { added, optedOut } = programs.people()
    console.log(`The programs added ${added} people and opted out ${optedOut}.`)
    const [refusals, failed] = [programs.refusals(), programs.failures.length]
    console.log(`They were told to try again ${refusals} times, and ${failed} calls failed.`)
    for (const failure of programs.failures.slice(0, 5)) console.log(failure)
    const unknown = await programs.unknownAt(sending.service.origin)
    console.log(`Unknown after the failover, or by another id: ${unknown.length}.`)
    for (const one of unknown.slice(0, 5)) console.log(one)
    return held && unknown.length === 0 && programs.failures.length === 0
  } finally {
    await programs.stop()
  }
}
