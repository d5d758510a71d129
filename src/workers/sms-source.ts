/**
 * SMS as a source of the engine: a message is a source. SMS are paid for, and never sent twice
 * automatically.
 */
import { closeMessage } from '../domain/sms/close-message.ts'
import { findMessage } from '../domain/sms/messages.sql.ts'
import { claimSms, renewSmsClaims } from '../domain/sms/receipts/deliveries.sql.ts'
import {
  handOverSms,
  releaseSms,
  type SmsOutcome,
  settleSms,
} from '../domain/sms/receipts/settle.ts'
import { dueWorkOfOpen } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { type Gateway, type SmsVerdict, verdict } from '../sms/gateway.ts'
import { octetsOf } from '../sms/octets.ts'
import { segment } from '../sms/segments.ts'
import type { Source, SourceQueue, SourceTypes } from './engine/source.ts'
import type { SmsContext } from './sms-context.ts'
import { smsOutcome } from './sms-outcome.ts'

/** SMS per claim. */
const BATCH = 500

type ClaimedSms = Awaited<ReturnType<typeof claimSms>>[number]

interface SmsTypes extends SourceTypes {
  item: ClaimedSms
  ready: ClaimedSms
  transport: Gateway
  verdict: SmsVerdict
  outcome: SmsOutcome
}

export function smsQueue(context: SmsContext): SourceQueue<SmsTypes> {
  const { db, log } = context

  /** SMS of a cancelled message that returned to the queue are withdrawn and refunded. */
  async function close(accountId: number, messageId: number): Promise<void> {
    if ((await closeMessage(db, accountId, messageId)) === 'finished')
      log('an SMS is finished', { accountId, messageId })
  }

  return {
    sourceKind: 'sms',
    async due(most) {
      const due = await dueWorkOfOpen(db, { kind: WORK.sms, most })
      if (due.length === 0) return []
      await context.fresh()
      return 'none' in context.choose() ? [] : due
    },
    async open(accountId, messageId) {
      const message = await findMessage(db, { accountId, messageId })
      if (message?.state === 'sending') return smsSource(context, accountId, messageId, message)
      await close(accountId, messageId)
      return undefined
    },
    closeOut: close,
    onHeldBack: close,
  }
}

function smsSource(
  context: SmsContext,
  accountId: number,
  messageId: number,
  { text, sender }: { text: string; sender: string | null },
): Source<SmsTypes> {
  const { db, choose, rate } = context
  const segmented = segment(text)
  const { alphabet } = segmented
  const segments = octetsOf(segmented)
  /** Segments admitted by the rate, too few for an SMS. */
  let spare = 0
  return {
    accountId,
    batch: BATCH,
    // While one group is with the gateway the next is marked: its window is small.
    groupsInWindow: 2,
    weight: () => 1,
    transport() {
      const gateway = choose()
      return 'none' in gateway || !gateway.state().up ? undefined : gateway
    },
    /** The rate counts segments. */
    async admit(_gateway, most, stopping) {
      while (spare < segments.length && !stopping.aborted)
        spare += await rate.take(most * segments.length - spare)
      const admitted = Math.min(most, Math.floor(spare / segments.length))
      spare -= admitted * segments.length
      return stopping.aborted ? 0 : admitted
    },
    claim: by => claimSms(db, { accountId, messageId, ...by }),
    renew: by => renewSmsClaims(db, { accountId, ...by }),
    release: claimId => releaseSms(db, accountId, messageId, claimId),
    prepare: (_gateway, group) => group,
    handOver(_gateway, group, by) {
      const attempts = new Map(group.map(one => [one.id, one.attempts]))
      const ids = group.map(({ id }) => id)
      return handOverSms(db, accountId, messageId, { ids, ...by }, id => attempts.get(id) ?? 0)
    },
    send: (gateway, { id, number }, stillOurs) =>
      gateway.send({
        number,
        ...(sender !== null && { from: sender }),
        text,
        alphabet,
        segments,
        reference: messageId & 0xff,
        name: `${accountId}-${messageId}-${id}`,
        kept: { accountId, messageId, deliveryId: id },
        stillOurs,
      }),
    outcomeOf: (_gateway, sent, verdict) => smsOutcome(verdict, sent, Date.now()),
    notSent: sms => smsOutcome(verdict('abandoned', 'the store did not answer'), sms, Date.now()),
    settling: (outcomes, doneClaims) => () =>
      settleSms(db, accountId, messageId, outcomes, doneClaims),
  }
}
