/** The heartbeat of a process with its figures, and samples of the load of the installation. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { forgetBackups } from '../db/backup/backups.sql.ts'
import type { Store } from '../db/db.ts'
import { forgetProcesses, leave, writeHeartbeat } from '../domain/installation/processes.sql.ts'
import { takeSample } from '../domain/installation/take-sample.ts'
import { programVersion } from '../lib/build.ts'
import { startLoop } from '../workers/loop.ts'
import type { WorkerBasics } from './worker-basics.ts'

export interface InstallationLoops extends Pick<WorkerBasics, 'report'> {
  store: Store
  /** all, web or worker. */
  roles: string
}

const HEARTBEAT_MILLIS = 10_000
const SAMPLE_MILLIS = 60_000

export async function startInstallationLoops({ store, roles, report }: InstallationLoops) {
  await forgetProcesses(store, {})
  await forgetBackups(store, {})
  const [id, started] = [randomUUID(), new Date()]
  const facts = { id, host: hostname(), roles, version: programVersion(), started }
  let [used, at] = [process.cpuUsage(), performance.now()]
  const beat = async () => {
    const { user, system } = process.cpuUsage(used)
    const millis = performance.now() - at
    used = process.cpuUsage()
    at = performance.now()
    const processor = millis < 1 ? 0 : (user + system) / 1000 / millis
    await writeHeartbeat(store, { ...facts, processor, memoryBytes: process.memoryUsage.rss() })
    return false
  }
  const loops = [
    startLoop({
      name: 'heartbeat of the process',
      step: beat,
      idleMillis: HEARTBEAT_MILLIS,
      report,
    }),
    startLoop({
      name: 'samples of the load',
      step: () => takeSample(store),
      idleMillis: SAMPLE_MILLIS,
      report,
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
      await leave(store, { id })
    },
  }
}
