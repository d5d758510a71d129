/** Works on the imports that are queued. */
import { dueImports } from '../domain/imports/imports.sql.ts'
import { claim } from '../domain/imports/lease.ts'
import { createFileQueue } from './file-queue.ts'
import type { ImportContext } from './import-context.ts'
import { runImport } from './import-run.ts'

export const createImporter = (context: ImportContext) => {
  const { db, worker, settings, places, report } = context
  return createFileQueue({
    due: async limits => (await dueImports(db, limits)).map(({ accountId, importId }) => ({ accountId, id: importId })),
    claim: (accountId, importId) => claim(db, { accountId, importId, worker, leaseMillis: settings.leaseMillis }),
    run: (claimed, terms) => runImport(context, claimed, terms),
    sliceMillis: settings.sliceMillis,
    places,
    name: 'import',
    report,
  })
}
