/**
 * COPY in both directions as async iteration over chunks, for backup and restore. A COPY that is
 * aborted closes its connection, so that the server stops too.
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

/** The rows of a COPY ... TO STDOUT, in chunks with arbitrary boundaries. */
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

/** Streams rows to a COPY ... FROM STDIN; returns the server's row count. */
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

/** The connection was lost during the work, or before its first statement. */
export const isStoreLost = (error: unknown): boolean =>
  isLost(error) || /is not queryable/.test((error as Error).message)

/** Closes the connection immediately, without a Terminate message. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
