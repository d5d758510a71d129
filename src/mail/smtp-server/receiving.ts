/** The message of a session while its octets come in: after DATA, or in chunks. */
import type { ChunkCommand } from './commands.ts'
import type { Connection } from './connection.ts'
import {
  type ChunkContent,
  type Content,
  createChunks,
  createContent,
  type DotContent,
  hasBareLineEnd,
} from './content.ts'
import type { MailSessionOptions, SessionLimits } from './terms.ts'

/** A message is read up to this many times the limit, so that it can be rejected in order. */
const PATIENCE = 5

interface ReceivingEvents {
  say(reply: string): void
  /** The message is complete. Who takes it releases it. */
  done(content: Content): void
}

export interface Receiving {
  /** The next octets are of the message, and no command. */
  active(): boolean
  /** Chunks have come, and there are more to come. */
  inChunks(): boolean
  /** Octets after DATA follow. */
  beginData(): void
  /** Octets of a chunk follow; `wanted`: there are sender and recipients. */
  beginChunk(command: ChunkCommand, wanted: boolean): void
  /** Reads what has come; returns whether there may be more to process. */
  read(): boolean
  /** Gives up the message. */
  drop(): void
}

type Reading =
  | { kind: 'data'; content: DotContent }
  | { kind: 'chunk'; left: number; last: boolean; content: ChunkContent | undefined }

export function createReceiving(
  connection: Connection,
  { limits, budget, count }: Pick<MailSessionOptions<unknown>, 'limits' | 'budget' | 'count'>,
  { say, done }: ReceivingEvents,
): Receiving {
  const { size, keep } = limits
  let reading: Reading | undefined
  /** Of the chunks so far. */
  let chunks: ChunkContent | undefined
  let patience: NodeJS.Timeout | undefined

  function limitTime(): void {
    patience = setTimeout(() => {
      count('cut off')
      connection.end('421 4.4.2 The message has taken too long')
    }, limits.message)
  }

  function finish(content: Content): true {
    clearTimeout(patience)
    reading = undefined
    chunks = undefined
    done(content)
    return true
  }

  function endAsTooLarge(): false {
    count('too large')
    connection.end('552 5.3.4 The message is too large')
    return false
  }

  function readData(content: DotContent): boolean {
    const rest = content.add(connection.octets())
    if (rest === undefined) return content.size() > size * PATIENCE && endAsTooLarge()
    connection.putBack(rest)
    return finish(content)
  }

  function readChunk(chunk: Extract<Reading, { kind: 'chunk' }>): boolean {
    const octets = connection.octets(chunk.left)
    chunk.left -= octets.length
    chunk.content?.add(octets)
    if (chunk.left > 0) return false
    const { content, last } = chunk
    if (content && last) return finish(content)
    reading = undefined
    say(
      content
        ? `250 2.0.0 ${content.size()} octets received`
        : '503 5.5.1 First sender and recipients',
    )
    return true
  }

  return {
    active: () => reading !== undefined,
    inChunks: () => chunks !== undefined,
    beginData() {
      reading = { kind: 'data', content: createContent(keep, budget) }
      limitTime()
    },
    beginChunk({ octets, last }, wanted) {
      if ((chunks?.size() ?? 0) + octets > size * PATIENCE) {
        endAsTooLarge()
        return
      }
      if (wanted && !chunks) {
        chunks = createChunks(keep, budget)
        limitTime()
      }
      reading = { kind: 'chunk', left: octets, last, content: chunks }
    },
    read: () => (reading!.kind === 'data' ? readData(reading!.content) : readChunk(reading!)),
    drop() {
      clearTimeout(patience)
      if (reading?.kind === 'data') reading.content.release()
      chunks?.release()
      reading = undefined
      chunks = undefined
    },
  }
}

/** What is wrong of a complete message: the reply, and its outcome. */
export function wrongContent(
  content: Content,
  octets: Buffer,
  { limits, submission }: { limits: SessionLimits; submission?: object | undefined },
) {
  if (content.size() > limits.size)
    return { outcome: 'too large', reply: '552 5.3.4 The message is too large' } as const
  if (content.starved())
    return { outcome: 'no room', reply: '452 4.3.1 Insufficient memory, try again later' } as const
  if (submission && hasBareLineEnd(octets))
    return { outcome: 'refused', reply: '550 5.6.11 Lines end with CR LF' } as const
  return undefined
}
