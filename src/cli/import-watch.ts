/**
 * Following an import until it has ended; where no worker is running, its work is done here.
 * Whoever stops watching loses nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import { hasEnded, type ImportProgress, importProgress } from '../domain/imports/progress.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { createLog } from '../lib/log.ts'
import type { Config } from '../settings/config.ts'
import { noSecret } from '../start/secret-key.ts'
import { CommandFailed } from './context.ts'
import { count, interruptible } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { openKeysHere } from './secret.ts'

const EVERY_MILLIS = 200

export interface WatchedImport {
  accountId: number
  importId: number
  /** About; undefined when nobody knows. */
  rows: number | undefined
}

/** Resolves with how it stood at its end. */
export function watchImport(
  store: Store,
  config: Config,
  { accountId, importId, rows }: WatchedImport,
  say: (line: string) => void,
): Promise<ImportProgress> {
  return interruptible(async stopping => {
    const workers = importersWhenAlone(store, config, importId, say)
    const bar = progressBar()
    let spoken: string | null = null
    try {
      for (;;) {
        await workers.startIfAlone()
        const progress = await importProgress(store, accountId, importId)
        if (!progress) throw new CommandFailed(`Import ${importId} is not there any more.`)
        const { position, rejected, trouble } = progress
        if (hasEnded(progress)) return progress
        if (trouble !== null && trouble !== spoken) say(`It waits: ${trouble}`)
        spoken = trouble
        const part = rows === undefined || rows === 0 ? undefined : Math.min(position / rows, 0.99)
        bar.show({ part, rows: position, also: [`${count(rejected)} rejected`] })
        await pause(EVERY_MILLIS, undefined, { signal: stopping }).catch(() => {})
        if (stopping.aborted)
          throw new CommandFailed(
            workers.areRunning()
              ? `Import ${importId} stopped on its way, and goes on when a worker runs: pennypost start. To look at it: pennypost import show ${importId}`
              : `The import goes on without this command. To look at it: pennypost import show ${importId}`,
          )
      }
    } finally {
      bar.end()
      await workers.stop()
    }
  })
}

/**
 * The part of the workers that imports, in this process: a command for a file is none to send
 * letters.
 */
function importersWhenAlone(
  store: Store,
  config: Config,
  importId: number,
  say: (line: string) => void,
) {
  let running: { stop(): Promise<void> } | undefined
  return {
    async startIfAlone() {
      if (running || (await livingWorkers(store, {})).count > 0) return
      // Without it people who were erased could not be told from new ones, in any account.
      if (!(await openKeysHere(store, config)))
        throw new CommandFailed(
          `Import ${importId} waits: no worker is running, and this command can't do its work. ${noSecret(config.store).message}`,
        )
      say('No worker is running: this command does the work itself.')
      const { startImportWorkers } = await import('../start/import-workers.ts')
      running = await startImportWorkers({ config, store, log: createLog({ level: 'error' }) })
    },
    areRunning: () => running !== undefined,
    stop: async () => running?.stop(),
  }
}
