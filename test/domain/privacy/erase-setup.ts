/** The places where an address can still be found, and waiting for work in progress. */
import pg from 'pg'
import { ourTables } from '../../../src/db/backup/our-tables.ts'
import { schemaNumber } from '../../../src/db/migrate.ts'

/** The tables of ours in which a text can be found, whatever the column. */
export async function tablesWith(connection: pg.ClientConfig, text: string): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const found: string[] = []
    for (const { name } of await ourTables(client, schemaNumber())) {
      const { rows } = await client.query(
        `select 1 from ${name} t where t::text ilike $1 limit 1`,
        [`%${text}%`],
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}
