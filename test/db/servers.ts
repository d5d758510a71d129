/**
 * The available servers, of any version: the embedded one, and those of TEST_DATABASE_URL and
 * TEST_DATABASE_URL2. For tests that carry data from one to another.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'

export interface OtherServer {
  name: string
  open(): Promise<{ connection: pg.ClientConfig; release(): Promise<void> }>
}

export async function otherServers(): Promise<OtherServer[]> {
  const urls = [process.env.TEST_DATABASE_URL, process.env.TEST_DATABASE_URL2].filter(
    url => url !== undefined && url !== '',
  )
  const external = urls.map((url, i): OtherServer => {
    const { hostname, port, username, password, pathname, searchParams } = new URL(url!)
    const connection = {
      host: searchParams.get('host') ?? hostname,
      port: Number(port || 5432),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    }
    return {
      name: `the server of TEST_DATABASE_URL${i === 0 ? '' : '2'}`,
      open: async () => ({ connection, release: async () => {} }),
    }
  })
  return [{ name: 'the embedded server', open: openOwn }, ...external]
}

async function openOwn() {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-server-'))
  const { connection, release } = await openEmbedded({
    dataDir: join(folder, 'data'),
    memoryBytes: 256 * 1024 * 1024,
  })
  return {
    connection,
    release: async () => {
      await release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
