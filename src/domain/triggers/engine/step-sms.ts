/**
 * A step that sends an SMS: one SMS message for all subscribers at the step, paid for or held like
 * any other. Subscribers that get none pass the step, and the log says why.
 */
import { takeId } from '../../../db/ids.ts'
import { detailed } from '../../details/details.ts'
import { addressHashing } from '../../keys/address-hash.ts'
import { causeOf, Refusal } from '../../refusal.ts'
import { checkSms } from '../../sms/checks/check-sms.ts'
import { plannedAmong } from '../../sms/plan.sql.ts'
import { sendSms } from '../../sms/send-sms.ts'
import { TriggerHeld } from '../entries/entries.ts'
import type { Step } from '../language/definition.ts'
import { idsOf, type Moves, type StepContext, type TriggerRun } from './step.ts'
import { waitsForQuiet } from './step-wait.ts'

export async function sendSmsStep(
  context: StepContext,
  { key, text: written, next }: Extract<Step, { do: 'sms' }>,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  const { store, tx, accountId, triggerId, listId } = context
  const moves = await waitsForQuiet(context, runs)
  const going = runs.filter(run => !moves.has(run.id))
  if (going.length === 0) return moves
  const ids = idsOf(going)
  const sms = checked(key, written)
  const id = await takeId(store, accountId, 'sms message')
  await sendSms(tx, accountId, addressHashing(store), {
    id,
    audience: { subscriberIds: ids },
    listId,
    triggerId,
    ...sms,
  })
  const planned = new Set(
    (await plannedAmong(tx, { accountId, messageId: id, subscriberIds: ids })).map(row => row.id),
  )
  for (const person of ids) {
    const reason = planned.has(person)
      ? detailed('passed-sms', { sms: id })
      : detailed('passed-no-sms')
    moves.set(person, { to: next, way: 'next', reason })
  }
  return moves
}

function checked(key: string, written: string) {
  try {
    return checkSms(written)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new TriggerHeld(detailed('step-sms', { step: key, says: error.message }), causeOf(error))
  }
}
