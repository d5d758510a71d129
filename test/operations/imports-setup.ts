/** A worker of imports, and files for it. */
import assert from 'node:assert/strict'
import type { TestAccount } from '../support/account.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { ended, startImportWorker } from '../support/imports.ts'
import { service } from '../support/service.ts'

export interface ImportFiles {
  files: FileServer
  close(): Promise<void>
}

export async function importFiles(): Promise<ImportFiles> {
  const files = await fileServer()
  // Files of other tests are its to fetch too, and they want short pauses.
  const worker = await startImportWorker((await service()).store)
  return {
    files,
    async close() {
      await worker.stop()
      await files.close()
    },
  }
}

let names = 0
export const serve = (files: FileServer, text: string): string =>
  files.serve(`/file-${++names}.csv`, whole(text))

export async function imported(
  files: FileServer,
  account: TestAccount,
  text: string,
  listId?: number,
) {
  const importId = await account.call.InsertCSVSubscribersWithDemDataFromFileToQueue({
    listId: listId ?? (await account.list()),
    url: serve(files, text),
  })
  assert.ok(importId > 0, `queued: ${importId}`)
  return ended(account.service.store, account.account.id, importId)
}
