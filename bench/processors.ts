/** Processor time and memory of processes, read from Linux's /proc; not available elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICKS_PER_SECOND = 100

/** Processor seconds of a process, optionally with its ended children. */
function secondsOf(pid: number, withChildren = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const cells = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = Number(cells[11]) + Number(cells[12])
    return (own + (withChildren ? Number(cells[13]) + Number(cells[14]) : 0)) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/** The main process of the server that a backend belongs to; undefined if not of this machine. */
export function postmasterOfBackend(pid: number): number | undefined {
  const parent = parentOf(pid)
  if (parent === undefined) return undefined
  const name = readFileSync(`/proc/${parent}/comm`, 'latin1').trim()
  return name.startsWith('postgres') ? parent : undefined
}

/** Undefined for a process that has ended. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0])
  } catch {
    return undefined
  }
}

function childrenOf(parent: number): number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => parentOf(pid) === parent)
}

function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** Processor seconds of a server and all its processes, living and ended. */
export const secondsOfServer = (postmaster: number): number =>
  childrenOf(postmaster).reduce((sum, pid) => sum + secondsOf(pid), secondsOf(postmaster, true))

function secondsOfStore(dataDir: string): number {
  const postmaster = postmasterOf(dataDir)
  return postmaster === undefined ? 0 : secondsOfServer(postmaster)
}

/** Processor seconds of the whole machine, without idle time. */
function secondsOfMachine(): number {
  if (!existsSync('/proc/stat')) return 0
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'latin1')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user! + nice! + system! + irq! + softirq!) / TICKS_PER_SECOND
}

/** Of a process and its descendants, except one that is counted elsewhere. */
const secondsWithin = (pid: number, without: number | undefined): number =>
  pid === without
    ? 0
    : childrenOf(pid).reduce(
        (sum, child) => sum + secondsWithin(child, without),
        secondsOf(pid, true),
      )

/** Starts a measurement; the returned function gives the cores used since by unrelated programs. */
export function strangersOn(dataDir: string): () => number {
  const from = performance.now()
  const ours = () => secondsWithin(process.pid, postmasterOf(dataDir)) + secondsOfStore(dataDir)
  const [machineFrom, oursFrom] = [secondsOfMachine(), ours()]
  return () =>
    (secondsOfMachine() - machineFrom - (ours() - oursFrom)) / ((performance.now() - from) / 1000)
}

/**
 * Starts a measurement; the returned function gives the cores used since by the service and by its
 * store, including warm-up.
 */
export function processorOf(
  service: number,
  dataDir: string,
): () => { service: number; store: number } {
  const from = performance.now()
  const [serviceFrom, storeFrom] = [secondsOf(service), secondsOfStore(dataDir)]
  return () => {
    const seconds = (performance.now() - from) / 1000
    return {
      service: (secondsOf(service) - serviceFrom) / seconds,
      store: (secondsOfStore(dataDir) - storeFrom) / seconds,
    }
  }
}

/** Resident memory of a process in megabytes. */
export function residentOf(pid: number): number {
  try {
    return (
      Number(
        /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? Number.NaN,
      ) / 1024
    )
  } catch {
    return Number.NaN
  }
}
