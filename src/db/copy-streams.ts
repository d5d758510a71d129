/**
 * COPY in both directions as plain loops over chunks, for backup and restore. Whoever leaves in the
 * middle leaves a connection that is of no further use: it is cut, so that the server stops too.
 */
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
// @ts-expect-error The package has no types; those of its streams are stated here.
import { from, to } from 'pg-copy-streams'
import { isLost } from './again.ts'
import type { Deadline } from './deadlines.ts'

type Copying<Stream> = Stream & pg.Submittable & { rowCount: number; deadline?: Deadline }

const copyTo = to as (text: string) => Copying<Readable>
const copyFrom = from as (text: string) => Copying<Writable>

/** The rows of a COPY ... TO STDOUT, in chunks that end anywhere. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(text))
  let whole = false
  try {
    for await (const chunk of stream) yield chunk
    whole = true
  } finally {
    if (!whole) cut(client)
  }
}

/** Feeds a COPY ... FROM STDIN and answers how many rows the server has taken. */
export async function copyIn(
  client: pg.ClientBase,
  text: string,
  chunks: AsyncIterable<Buffer>,
  deadline?: Deadline,
): Promise<number> {
  const copying = copyFrom(text)
  if (deadline) copying.deadline = deadline
  const stream = client.query(copying)
  await pipeline(chunks, stream)
  return stream.rowCount
}

/** Lost under the work, or before the work had a statement to send. */
export const isStoreLost = (error: unknown): boolean =>
  isLost(error) || /is not queryable/.test((error as Error).message)

/** Ends the connection at once. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
