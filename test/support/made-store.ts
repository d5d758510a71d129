/**
 * A folder with an embedded store that has the schema as it is now, for services of the tests that
 * are not about their first start: initdb and the migrations take two processor seconds, a copy of
 * what they made a tenth of one. Made once per machine and schema, and kept in memory.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { placeIn } from '../../src/db/embedded/place.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { memoryFolder } from './database.ts'
import { schemaHash } from './template-database.ts'

const PREFIX = `pennypost-store-${process.getuid?.() ?? 0}-`
const DAY_MS = 86_400_000

/** Makes `dataDir`, which is not there or is empty, the DATA_DIR of a store without an account. */
export async function copyStore(dataDir: string): Promise<void> {
  const made = join(memoryFolder(), PREFIX + schemaHash())
  if (!existsSync(made)) await makeStore(made)
  cpSync(made, dataDir, { recursive: true, preserveTimestamps: true })
  // A quarter of the machine would be prepared at each start of the server.
  writeFileSync(placeIn(dataDir).settings, 'shared_buffers = 128MB\n')
}

/** Gets its name when it is complete. The slower of two that make one throws its own away. */
async function makeStore(made: string): Promise<void> {
  removeOld()
  const draft = mkdtempSync(`${made}-`)
  const embedded = await openEmbedded({ dataDir: draft, memoryBytes: 1024 ** 3 })
  const store = openStore({ connection: embedded.connection })
  try {
    await migrate(store)
  } finally {
    await store.close()
    await embedded.release()
  }
  try {
    renameSync(draft, made)
  } catch (error) {
    if (!existsSync(made)) throw error
    rmSync(draft, { recursive: true })
  }
}

/** Those of other schemas go a day after they were made. */
function removeOld(): void {
  for (const name of readdirSync(memoryFolder()).filter(name => name.startsWith(PREFIX))) {
    const folder = join(memoryFolder(), name)
    if (statSync(folder).mtimeMs < Date.now() - DAY_MS) rmSync(folder, { recursive: true })
  }
}
