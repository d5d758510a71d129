/** A process that removes people from old sendings, on a database given as JSON, and is killed. */
import { openStore } from '../../src/db/open-store.ts'
import { removeOld } from '../../src/domain/retention/remove-people.ts'

const { connection, before } = JSON.parse(process.argv[2]!)
const store = openStore({ connection, connections: 2 })
for await (const { rows } of removeOld(store, new Date(before))) process.stdout.write(`${rows}\n`)
await store.close()
