/**
 * Reads pages of subscribers in a thread, so that one is read while the former is written: both
 * take about as long. The thread gets the bytes as they come, page after page, and reads them in
 * this order: the next one may come while one is still read.
 */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { endThread } from '../../lib/watch-thread.ts'
import { XmlBroken } from '../../lib/xml/elements.ts'
import { WrongCharacterSet } from '../old-service/decode.ts'
import { OldServiceRefused } from '../old-service/failures.ts'
import type { AnswerSink, OpenedAnswer } from '../old-service/old-service.ts'
import type { PageCommand, PageReply } from './page-thread.ts'
import type { PageOfPeople } from './read-page.ts'

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './page-thread.ts' : './page-thread.js',
  import.meta.url,
)

/** In MB. A page of 5,000 subscribers with 100 fields takes some 20. */
const MEMORY = { maxYoungGenerationSizeMb: 18, maxOldGenerationSizeMb: 256 }
const SEMI_SPACE = `--max-semi-space-size=${MEMORY.maxYoungGenerationSizeMb / 3}`

export interface PageReader {
  /** For the next page. The bytes of the one before are complete, or it is given up. */
  open(answer: OpenedAnswer): AnswerSink<PageOfPeople>
  close(): Promise<unknown>
}

/** `width`: how many demographic fields the former service shows. */
export function createPageReader(width: number): PageReader {
  // Applies to new threads; this one has read the flag already.
  setFlagsFromString(SEMI_SPACE)
  const worker = new Worker(ENTRY, { resourceLimits: MEMORY })
  let number = 0
  const waiting = new Map<number, PromiseWithResolvers<PageReply>>()
  let ended: Error | undefined
  const fail = (error: Error) => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
  }
  worker.on('message', (said: PageReply) => {
    waiting.get(said.number)?.resolve(said)
    waiting.delete(said.number)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that reads pages has ended.')))
  const tell = (command: PageCommand, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(command, transfer)
  return {
    open({ contentType, characterSet }) {
      const own = ++number
      tell({ begin: { contentType, characterSet, width } })
      return {
        async push(part) {
          // Of memory that Node shares with other parts.
          const bytes = new Uint8Array(part)
          tell({ bytes }, [bytes.buffer])
        },
        async end() {
          if (ended) throw ended
          const reply = Promise.withResolvers<PageReply>()
          waiting.set(own, reply)
          tell({ end: own })
          return pageOf(await reply.promise)
        },
      }
    },
    close: () => endThread(worker),
  }
}

function pageOf(reply: PageReply) {
  if (!('failed' in reply)) return reply
  if (reply.failed === 'characters') throw new WrongCharacterSet(reply.claimed)
  if (reply.failed === 'xml') throw new XmlBroken(reply.line, reply.what)
  throw new OldServiceRefused(reply.sentence)
}
