/** Parses an incoming message: untrusted input. Pure, so that it can run in another thread. */
import { FORWARDED } from './forward.ts'
import { judgeMessage, type MessageJudgement } from './judge.ts'

export interface ReadMessage extends MessageJudgement {
  /** For loop detection. */
  trace: {
    /** We have forwarded it before. */
    forwarded: boolean
    /** The number of Received fields (RFC 5321 4.4). */
    hops: number
    messageId: string | undefined
  }
}

/** Octets of the head that are searched. */
const MOST_HEAD = 256 << 10
const PASSED_ON = new RegExp(`^${FORWARDED}:`, 'im')

export function readIncoming(content: Uint8Array): ReadMessage {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const end = bytes.indexOf('\n\r\n')
  const head = bytes.toString('latin1', 0, Math.min(end < 0 ? bytes.length : end + 1, MOST_HEAD))
  return {
    ...judgeMessage(content),
    trace: {
      forwarded: PASSED_ON.test(head),
      hops: head.match(/^received:/gim)?.length ?? 0,
      messageId: /^message-id:\s*(<[^<>\s]{1,500}>)/im.exec(head)?.[1],
    },
  }
}
