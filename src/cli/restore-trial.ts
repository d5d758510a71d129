/** `pennypost restore FILE --trial`: into a store made for it, which is removed again. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackup } from '../db/backup/reader.ts'
import { type RestoreResult, restore } from '../db/backup/restore.ts'
import { openConfigured } from '../db/open.ts'
import { recorded } from './backup-record.ts'
import { type Context, withOpened } from './context.ts'
import { interruptible, reporter, rowCount } from './long-work.ts'
import { refuseWithoutStore } from './store.ts'

/** The store of the installation keeps the record; the trial's lies in the folder of TMPDIR. */
export async function tryRestore(context: Context, file: string, json = false): Promise<void> {
  const config = context.config()
  await refuseWithoutStore(config)
  const restored = await withOpened(config, ({ store }) =>
    recorded(context, store, 'tested', () => restoreAside(context, file)),
  )
  if (json) return context.printJson({ file, trial: true, ...restored })
  context.print(
    `${file} can be restored: ${rowCount(restored.rows)} of ${restored.tables} tables, in a ` +
      'store that is removed again.',
  )
}

async function restoreAside(
  context: Context,
  file: string,
): Promise<RestoreResult & { fileBytes: number }> {
  const backup = await openBackup(file)
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-trial-'))
  try {
    const { store, close } = await openConfigured({ dataDir: folder, connections: 4 })
    try {
      const made = await interruptible(signal =>
        restore(store, backup, { signal, onProgress: reporter(context.progress, 'restored') }),
      )
      return { ...made, fileBytes: statSync(file).size }
    } finally {
      await close()
    }
  } finally {
    backup.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
