// A process that uses the embedded store, started by the tests beside it.
//   hold DATA_DIR [NATIVE]    opens, says so in one line of JSON, and leaves when its input ends
//   rounds DATA_DIR COUNT     opens, asks something and leaves, again and again
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'

const [what, dataDir, more] = process.argv.slice(2) as [string, string, string | undefined]
const memoryBytes = 256 * 1024 * 1024

async function ask(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

try {
  if (what === 'rounds') {
    for (let round = 0; round < Number(more); round++) {
      await sleep(Math.random() * 120)
      const store = await openEmbedded({ dataDir, memoryBytes })
      await ask(store.connection, 'insert into rounds values (1)')
      await sleep(Math.random() * 60)
      await store.release()
    }
  } else {
    const store = await openEmbedded({
      dataDir,
      memoryBytes,
      native: more,
      log: line => console.error(line),
    })
    const [{ version }] = await ask(
      store.connection,
      `select current_setting('server_version') as version`,
    )
    console.log(JSON.stringify({ adopted: store.adopted, connection: store.connection, version }))
    for await (const _ of process.stdin);
    await store.release()
  }
} catch (error) {
  console.log(JSON.stringify({ error: `${(error as Error).name}: ${(error as Error).message}` }))
  process.exitCode = 1
}
