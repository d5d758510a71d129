/** Uploads by the JSON API, with a worker that imports them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startImportWorker } from '../support/imports.ts'
import { apiSetup } from './api-setup.ts'

export type ImportSetup = Awaited<ReturnType<typeof importSetup>>

/** With a list, for files of a megabyte at most. */
export async function importSetup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-upload-'))
  const settings = { DATA_DIR: dataDir, IMPORT_MAX_BYTES: '1 MB', FETCH_ALLOW: '127.0.0.1' }
  const setup = await apiSetup(settings)
  let worker = await startImportWorker(setup.running.store)
  const list = { name: 'Kunder', fromEmail: 'news@example.com' }
  const listId: number = (await setup.call('POST', '/lists', list)).body.id
  return {
    setup,
    dataDir,
    listId,
    async upload(bytes: Buffer, name = 'file.csv', list = listId) {
      const path = `/imports?listId=${list}&name=${encodeURIComponent(name)}`
      const { status, body } = await setup.call('POST', path, bytes)
      return { status, body, at: `/imports/${body?.id}` }
    },
    /** The import once it has ended. */
    async ended(at: string) {
      for (;;) {
        const { body } = await setup.call('GET', at)
        if (body.state === 'completed' || body.state === 'failed') return body
        await pause(50)
      }
    },
    stopWorker: () => worker.stop(),
    async startWorker() {
      worker = await startImportWorker(setup.running.store)
    },
    async close() {
      await worker.stop()
      await setup.running.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
