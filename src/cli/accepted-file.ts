/**
 * The list of emails accepted by a relay: Message-IDs or addresses, one per line, or lines of a
 * Postfix log. Streamed line by line; only the first 4,096 bytes of a line are read.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CommandFailed } from './context.ts'

const MOST_OCTETS = 4096
const LINE_END = 10

export interface AcceptedFile {
  /** Message-IDs and addresses, from the beginning at each call. */
  names(): AsyncGenerator<string>
  /** Counts of the last call. */
  counts: { unread: number }
}

/** A line of Postfix's cleanup(8). */
const MESSAGE_ID = /\bmessage-id=(<[^<>\s]+>)/
/** A line of a Postfix delivery agent. */
const RECIPIENT = /\bto=<([^<>\s]+)>,/
const SENT = /\bstatus=sent\b/
const BARE = /^[^\s@]+@[^\s@]+$/

/** Throws CommandFailed if the file can't be read. */
export async function openAcceptedFile(path: string): Promise<AcceptedFile> {
  await readable(path)
  const byMessageId = await hasMessageIds(path)
  const counts = { unread: 0 }
  return {
    counts,
    async *names() {
      counts.unread = 0
      for await (const line of linesOf(path)) {
        const name = nameIn(line, byMessageId)
        if (name !== undefined) yield name
        // A log contains other lines; in a list such a line is an error.
        else if (!/\s/.test(line) && line !== '') counts.unread++
      }
    },
  }
}

async function readable(path: string): Promise<void> {
  try {
    const file = await open(path)
    const isFile = (await file.stat()).isFile()
    await file.close()
    if (isFile) return
  } catch (cause) {
    throw new CommandFailed(`${path} can't be read: ${(cause as Error).message}.`, { cause })
  }
  throw new CommandFailed(`${path} is no file; it is read more than once, so a pipe will not do.`)
}

/**
 * If a log contains Message-IDs, only they count: other mail may have been sent to the same
 * address.
 */
async function hasMessageIds(path: string): Promise<boolean> {
  for await (const line of linesOf(path)) if (MESSAGE_ID.test(line)) return true
  return false
}

function nameIn(line: string, byMessageId: boolean): string | undefined {
  const messageId = MESSAGE_ID.exec(line)?.[1]
  if (messageId !== undefined) return messageId
  if (BARE.test(line)) return line
  return !byMessageId && SENT.test(line) ? RECIPIENT.exec(line)?.[1] : undefined
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      yield textOf(Buffer.concat([rest, chunk.subarray(from, end)]))
      rest = Buffer.alloc(0)
      from = end + 1
    }
    // Of an unterminated line no more than this is kept.
    if (rest.length < MOST_OCTETS)
      rest = Buffer.concat([rest, chunk.subarray(from, from + MOST_OCTETS)])
  }
  if (rest.length > 0) yield textOf(rest)
}

const textOf = (line: Buffer): string => line.subarray(0, MOST_OCTETS).toString('utf8').trim()
