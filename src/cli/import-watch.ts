/**
 * Follows an import to its end; without a running worker, does its work in this process. The import
 * does not depend on the watcher.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import { hasEnded, type ImportProgress, importProgress } from '../domain/imports/progress.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { createLog } from '../lib/log.ts'
import type { Config } from '../settings/config.ts'
import { noSecret } from '../start/secret-key.ts'
import { CommandFailed } from './context.ts'
import { causesText } from './language.ts'
import { count, interruptible } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { openKeysHere } from './secret.ts'

const EVERY_MILLIS = 200

export interface WatchedImport {
  accountId: number
  importId: number
  /** An estimate; undefined if unknown. */
  rows: number | undefined
}

/** Resolves with its state at the end. */
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
        const { position, rejected, trouble, causes } = progress
        if (hasEnded(progress)) return progress
        if (trouble !== null && trouble !== spoken) say(`It waits: ${causesText(trouble, causes)}`)
        spoken = trouble
        const part = rows === undefined || rows === 0 ? undefined : Math.min(position / rows, 0.99)
        bar.show({ part, rows: position, also: [`${count(rejected)} rejected`] })
        await pause(EVERY_MILLIS, undefined, { signal: stopping }).catch(() => {})
        if (stopping.aborted)
          throw new CommandFailed(
            workers.areRunning()
              ? `Import ${importId} stopped, and continues when a worker runs: pennypost ` +
                  `start. To see it: pennypost import show ${importId}`
              : 'The import continues without this command. To see it: pennypost import show ' +
                  `${importId}`,
          )
      }
    } finally {
      bar.end()
      await workers.stop()
    }
  })
}

/** Only the import workers, in this process: this command must not send emails. */
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
      // Without it an erased person could not be distinguished from a new one, in any account.
      if (!(await openKeysHere(store, config)))
        throw new CommandFailed(
          `Import ${importId} waits: no worker is running, and this command can't do its ` +
            `work. ${noSecret(config.store).message}`,
        )
      say('No worker is running: this command does the work itself.')
      const { startImportWorkers } = await import('../start/import-workers.ts')
      running = await startImportWorkers({ config, store, log: createLog({ level: 'error' }) })
    },
    areRunning: () => running !== undefined,
    stop: async () => running?.stop(),
  }
}
