/**
 * Live memory: many tests share a process, and garbage of one of them is collected at any later
 * time.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectOnce = runInNewContext('gc') as () => void

/** Strings with bytes outside of the heap are let go only by the second one. */
function collect(): void {
  collectOnce()
  collectOnce()
}

/**
 * Bytes in buffers that something still refers to. Collecting takes up to a second where many tests
 * share the process: look a few times only.
 */
export function heldInBuffers(): number {
  collect()
  return process.memoryUsage().arrayBuffers
}

/**
 * Bytes of the heap that something still refers to, strings among them; bytes outside of it that
 * strings point to as well.
 */
export function heldInStrings(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
