/** Describes the machine of a measurement in one sentence. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'

export function machine(serverVersion: string): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  return (
    `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${type()} ${release()}, ` +
    `Node.js ${process.versions.node}, PostgreSQL ${serverVersion}`
  )
}
