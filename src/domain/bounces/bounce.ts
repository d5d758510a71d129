/** A bounce or a complaint, with the email that it is about. */
import type { SourceKind } from '../../lib/source-kind.ts'

export type BounceKind = 'hard' | 'soft' | 'blocked' | 'complaint' | 'unknown'

/** The judgement of a message or reply for one recipient. */
export interface RecipientReport {
  kind: BounceKind | 'none'
  class: string
  status: string | undefined
  recipient: string | undefined
  reply: string | undefined
  rule: string
}

export interface Bounce {
  id: number | undefined
  messageId: number | null
  sourceKind: SourceKind | null
  sourceId: number | null
  deliveryId: number | null
  listId: number | null
  routeId: number | null
  subscriberId: number | null
  email: string
  identity: string
  receivedAt: Date
  test: boolean
  judgement: RecipientReport
  /** The state in the ledger, if the bounce will change it. */
  ledgerState: string | null
  ledgerReply: string | null
  ledgerChanged: string | null
}
