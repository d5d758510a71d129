/** Processor time of work: what other programs of the machine do meanwhile does not count. */
import assert from 'node:assert/strict'

/**
 * Milliseconds of this thread until `work` is done: waiting costs nothing, nor do other threads and
 * other programs.
 */
async function threadMillis(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function processMillis(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Of work that took too long, before it counts. */
const TRIES = 10

/**
 * The least of the tries until one is within the limit, each but the first beside a look at the
 * machine: noise would have to hit each try, and what grows by the square is slow each time.
 */
async function least(measure: () => Promise<number>, limit: number): Promise<number> {
  let millis = await measure()
  for (let i = 1; i < TRIES && millis > limit; i++)
    millis = Math.min(millis, (await measure()) / (await slowness()))
  return millis
}

/** Milliseconds of this thread, on a usual machine. */
export const leastThreadMillis = (work: () => unknown, limit: number): Promise<number> =>
  least(() => threadMillis(work), limit)

/**
 * Milliseconds of all threads, on a usual machine: where other tests of the process fall into the
 * measurement.
 */
export const leastMillis = (work: () => unknown, limit: number): Promise<number> =>
  least(() => processMillis(work), limit)

/** Fails if `work` takes this thread longer than so many milliseconds on a usual machine. */
export async function takesAtMost(limit: number, work: () => unknown): Promise<void> {
  const millis = await leastThreadMillis(work, limit)
  assert.ok(millis <= limit, `${Math.round(millis)} ms, of ${Math.round(limit)}`)
}

/** How many times slower than usual this machine is just now; 1 for faster ones. */
async function slowness(): Promise<number> {
  let slower = 1
  for (const [work, usualMillis] of USUAL_WORK) {
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3; i++) least = Math.min(least, await threadMillis(work))
    slower = Math.max(slower, least / usualMillis)
  }
  return slower
}

/** What reading of texts is made of, and the milliseconds where the limits of tests were set. */
const USUAL_WORK = [
  [strings, 30],
  [objects, 12],
] as const

/** Strings, a table and numbers, within the caches of a processor. */
function strings(): number {
  const seen = new Map<string, number>()
  let sum = 0
  for (let i = 0; i < 200_000; i++) {
    const name = `name-${i % 5_000}`
    sum = (sum * 31 + name.charCodeAt(i % name.length)) | 0
    seen.set(name, sum)
  }
  return sum + seen.size
}

/** Objects beyond them: on a busy host a machine's memory is slow where its processor is not. */
function objects(): number {
  const most = 100_000
  const lines = Array.from({ length: most }, (_, i) => ({
    text: `line ${i}`,
    next: (i * 7_919) % most,
  }))
  let length = 0
  for (let i = 0, line = lines[0]!; i < 2 * most; i++, line = lines[line.next]!)
    length += line.text.length
  return length
}
