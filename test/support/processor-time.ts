/** Processor time of work that runs at once: what other programs of the machine do meanwhile does not count. */

/** In milliseconds; the least of three, since compiling and collecting garbage come into one or another. */
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
