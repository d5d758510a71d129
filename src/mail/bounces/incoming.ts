/**
 * All that is read out of the bytes of a message that came in: strangers write them. Pure, so that
 * it can be done in another thread.
 */
import { FORWARDED } from './forward.ts'
import { judgeMessage, type MessageJudgement } from './judge.ts'

export interface ReadMessage extends MessageJudgement {
  /** What tells of mail that goes round and round. */
  trace: {
    /** We have passed it on before. */
    forwarded: boolean
    /** How often it was received (RFC 5321 4.4). */
    hops: number
    messageId: string | undefined
  }
}

/** More of a head is not looked at, in octets. */
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
