/** Sends texts that are due, message by message, each in a lane of its own; and takes back what dead workers left behind. */
import { atomically } from '../db/db.ts'
import { closeMessage } from '../domain/sms/close-message.ts'
import { findMessage } from '../domain/sms/messages.sql.ts'
import { lapsedTextClaims } from '../domain/sms/receipts/deliveries.sql.ts'
import { recoverTexts } from '../domain/sms/receipts/settle.ts'
import { trimOldParts } from '../domain/sms/receipts/trim-parts.ts'
import { dueWorkOfOpen, markWork } from '../domain/work/work.sql.ts'
import { wakenWhenDue } from './due-work.ts'
import { createWindow } from './engine/window.ts'
import { type Loop, startLoop } from './loop.ts'
import type { SmsContext } from './sms-context.ts'
import { type LaneEnd, runTextLane } from './sms-source.ts'

/** How many messages a process sends at the same time. */
const LANES = 4
/** When a lane that could not go on is looked at again. */
const AGAIN_MILLIS: Record<LaneEnd, number> = { 'nothing due': 0, 'held back': 1_000, 'no gateway': 2_000 }

export interface SmsLoops {
  /** Claims nothing new and settles what is in hand. */
  stop(): Promise<void>
}

export function startSmsLoops(context: SmsContext): SmsLoops {
  const texter = createTexter(context)
  const due = (...kinds: string[]) => wakenWhenDue(context.db, kinds, context.report)
  const table = [
    { name: 'texts', step: texter.step, idleMillis: 250, waking: due('sms') },
    { name: 'recovery of texts', step: () => recoverLapsedTexts(context), idleMillis: 5_000, waking: due('sms claim') },
    { name: 'trimming of texts', step: (stopping: AbortSignal) => trimOldParts(context.db, stopping), idleMillis: 3_600_000 },
  ]
  const loops: Loop[] = table.map(loop => startLoop({ ...loop, report: context.report }))
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
      await texter.finish()
    },
  }
}

function createTexter(context: SmsContext) {
  const lanes = new Map<string, Promise<void>>()
  const window = createWindow(context.window).urgent
  const resting = new Map<string, number>()

  return {
    /** Opens lanes for messages with work, and says whether any was opened. */
    async step(stopping: AbortSignal): Promise<boolean> {
      if (lanes.size >= LANES) return false
      const due = await dueWorkOfOpen(context.db, { kind: 'sms', most: 50 })
      if (due.length === 0) return false
      await context.fresh()
      if ('none' in context.choose()) return false
      let opened = false
      for (const { accountId, sourceId } of due) {
        const key = `${accountId} ${sourceId}`
        if (lanes.size >= LANES || lanes.has(key) || (resting.get(key) ?? 0) > Date.now()) continue
        const lane = send(accountId, sourceId, stopping)
          .catch(error => {
            resting.set(key, Date.now() + 2_000)
            context.report(error, 'lane of texts')
          })
          .finally(() => lanes.delete(key))
        lanes.set(key, lane)
        opened = true
      }
      return opened
    },
    /** Resolves when all lanes have settled what they had in hand. */
    async finish(): Promise<void> {
      await Promise.all(lanes.values())
    },
  }

  async function send(accountId: number, messageId: number, stopping: AbortSignal): Promise<void> {
    const key = `${accountId} ${messageId}`
    const message = await findMessage(context.db, { accountId, messageId })
    const end: LaneEnd =
      message?.state === 'sending'
        ? await runTextLane(context, { accountId, messageId, text: message.text }, window, stopping)
        : 'nothing due'
    if (end === 'nothing due' && !stopping.aborted) {
      resting.delete(key)
      await closeOut(accountId, messageId)
    } else resting.set(key, Date.now() + AGAIN_MILLIS[end])
  }

  async function closeOut(accountId: number, messageId: number): Promise<void> {
    if ((await closeMessage(context.db, accountId, messageId)) === 'finished')
      context.log('a text message is finished', { accountId, messageId })
  }
}

/** Texts in claims of lapsed leases: what was handed over is uncertain, the rest goes back into the queue. */
async function recoverLapsedTexts({ db, log }: SmsContext): Promise<boolean> {
  const lapsed = await lapsedTextClaims(db, {})
  for (const { accountId, id, messageId } of lapsed) {
    const { back, uncertain } = await atomically(db, async tx => {
      const recovered = await recoverTexts(tx, accountId, messageId, id)
      await markWork(tx, { accountId, kind: 'sms', sourceId: messageId, due: new Date() })
      return recovered
    })
    if (back + uncertain > 0) log('a worker left texts behind', { accountId, messageId, back, uncertain })
  }
  return lapsed.length === 100
}
