/** Worker thread of page-reader.ts: reads pages of subscribers, one after the other. */
import { parentPort } from 'node:worker_threads'
import { XmlBroken } from '../../lib/xml/elements.ts'
import { WrongCharacterSet } from '../old-service/decode.ts'
import { OldServiceRefused } from '../old-service/failures.ts'
import type { OldFault } from '../old-service/read-answer.ts'
import {
  createPageParser,
  type PageGiven,
  type PageOfPeople,
  type PageParser,
} from './read-page.ts'

/** Of one answer after the other: another one begins when the bytes of the former have ended. */
export type PageCommand =
  | { begin: PageGiven }
  | { bytes: Uint8Array<ArrayBuffer> }
  /** With the number of the page, which the reply has. */
  | { end: number }

export type PageReply = { number: number } & (PageFailure | PageParsed)

type PageParsed = { fault: OldFault | undefined; result: PageOfPeople }

type PageFailure =
  | { failed: 'characters'; claimed: string }
  | { failed: 'xml'; line: number; what: string }
  | { failed: 'refused'; sentence: string }

const port = parentPort!
let parser: PageParser | undefined
let failure: PageFailure | undefined

port.on('message', (command: PageCommand) => {
  if ('begin' in command) {
    failure = undefined
    parser = createPageParser(command.begin)
  } else if ('bytes' in command) orFailure(() => parser!.push(Buffer.from(command.bytes.buffer)))
  else {
    const parsed = orFailure(() => parser!.end())
    const reply: PageReply = { number: command.end, ...(failure ?? parsed!) }
    port.postMessage(reply)
  }
})

/** Nothing more is read of an answer that has failed. */
function orFailure<T>(work: () => T): T | undefined {
  if (failure) return undefined
  try {
    return work()
  } catch (error) {
    failure = failureOf(error)
    return undefined
  }
}

function failureOf(error: unknown): PageFailure {
  if (error instanceof WrongCharacterSet) return { failed: 'characters', claimed: error.claimed }
  if (error instanceof XmlBroken) return { failed: 'xml', line: error.line, what: error.what }
  if (error instanceof OldServiceRefused) return { failed: 'refused', sentence: error.message }
  throw error
}
