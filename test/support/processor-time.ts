/**
 * Processor time of work that runs at once: what other programs of the machine do meanwhile does
 * not count.
 */

/**
 * In milliseconds; the least of three, since compiling and collecting garbage come into one or
 * another.
 */
export function processorMillis(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3 && (i === 0 || least > 20); i++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/**
 * Milliseconds of this thread until `work` is done: waiting costs nothing, nor do other threads and
 * other programs.
 */
export async function threadMillis(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Milliseconds of all threads until `work` is done, where other tests of the process fall into the
 * measurement: repeated until it takes at most `enough`, ten times at most; the least of them.
 */
export async function leastMillis(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 10 && least > enough; i++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** What the loop below takes where the limits of tests were set. */
const USUAL_MILLIS = 30

/** How many times slower than usual this machine is just now; 1 for faster ones. */
export async function slowness(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) least = Math.min(least, await threadMillis(fixedWork))
  return Math.max(1, least / USUAL_MILLIS)
}

/** Strings, a table and numbers: what reading of texts is made of. */
function fixedWork(): number {
  const seen = new Map<string, number>()
  let sum = 0
  for (let i = 0; i < 200_000; i++) {
    const name = `name-${i % 5_000}`
    sum = (sum * 31 + name.charCodeAt(i % name.length)) | 0
    seen.set(name, sum)
  }
  return sum + seen.size
}
