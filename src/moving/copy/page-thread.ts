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

/** Of the answer with this number. Another one begins when the former is broken off. */
export type PageCommand = { number: number } & (
  | { begin: PageGiven }
  | { bytes: Uint8Array<ArrayBuffer> }
  | { end: true }
)

export type PageReply = { number: number } & (
  | { fault: OldFault | undefined; result: PageOfPeople }
  | { failed: 'characters'; claimed: string }
  | { failed: 'xml'; line: number; what: string }
  | { failed: 'refused'; sentence: string }
)

const port = parentPort!
let parser: PageParser | undefined

port.on('message', (command: PageCommand) => {
  const { number } = command
  const say = (reply: PageReply) => port.postMessage(reply)
  try {
    if ('begin' in command) parser = createPageParser(command.begin)
    // Without a parser the answer has failed already.
    else if ('bytes' in command) parser?.push(Buffer.from(command.bytes.buffer))
    else if (parser) say({ number, ...parser.end() })
  } catch (error) {
    parser = undefined
    if (error instanceof WrongCharacterSet)
      say({ number, failed: 'characters', claimed: error.claimed })
    else if (error instanceof XmlBroken)
      say({ number, failed: 'xml', line: error.line, what: error.what })
    else if (error instanceof OldServiceRefused)
      say({ number, failed: 'refused', sentence: error.message })
    else throw error
  }
})
