/**
 * A step that sends a newsletter: plans a delivery in the ledger for each subscriber, in the
 * transaction of their run. The message is frozen when it is first sent, and again when the
 * newsletter or the list has changed. A subscriber who gets the same message again gets it in
 * another round, because a message has each subscriber at most once.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { detailed } from '../../details/details.ts'
import type { FrozenFilter } from '../../filters/condition.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { freezeMessage } from '../../newsletters/freeze-message.ts'
import { filtersOfMessage } from '../../newsletters/language-filters.ts'
import { causeOf, Refusal } from '../../refusal.ts'
import { blocksSql } from '../../sendings/audience/blocks.ts'
import { TriggerHeld } from '../entries/entries.ts'
import type { Step } from '../language/definition.ts'
import { idsOf, type Move, type Moves, type StepContext, type TriggerRun } from './step.ts'
import { waitsForQuiet } from './step-wait.ts'
import { addMessage, messagesOfStep, pausesOf, planMessages, roundsOf } from './steps.sql.ts'

type SendStep = Extract<Step, { do: 'send' }>

interface Frozen {
  message: string
  blocks: FrozenFilter[]
  digest: string
}

export async function sendMessage(
  context: StepContext,
  step: SendStep,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  const { tx, accountId, triggerId, messages } = context
  const paused = await waitsForPauses(context, runs)
  const awake = runs.filter(({ id }) => !paused.has(id))
  const moves = new Map([...paused, ...(await waitsForQuiet(context, awake))])
  const going = runs.filter(({ id }) => !moves.has(id))
  if (going.length === 0) return moves
  const frozen = await freeze(context, step)
  const place = { accountId, triggerId, step: step.key, digest: frozen.digest }
  const byRound = new Map<number, number[]>()
  for (const { id, round } of await roundsOf(tx, { ...place, ids: idsOf(going) }))
    byRound.set(round, [...(byRound.get(round) ?? []), id])
  for (const [round, ids] of [...byRound].sort(([a], [b]) => a - b)) {
    const messageId = await messageOf(context, step, frozen, round)
    const planned = await planMessages(tx, { accountId, messageId, ids: ids.sort((a, b) => a - b) })
    await showBlocks(tx, accountId, messageId, ids, frozen.blocks)
    messages.add(messageId)
    for (const { id } of planned)
      moves.set(id, {
        to: step.next,
        way: 'next',
        reason: detailed('passed-sent', { newsletter: step.newsletterId }),
        messageId,
      })
  }
  return moves
}

/** An ended pause is noticed within this time. */
const LOOK_MILLIS = 86_400_000

/** Whose emails are paused, if the definition lets them wait. */
async function waitsForPauses(
  { tx, accountId, definition, moment }: StepContext,
  runs: readonly TriggerRun[],
): Promise<Map<number, Move>> {
  if (definition.paused !== 'wait') return new Map()
  const look = moment.getTime() + LOOK_MILLIS
  const pauses = await pausesOf(tx, { accountId, ids: idsOf(runs) })
  return new Map(
    pauses.map(({ id, until }): [number, Move] => [
      id,
      { wait: new Date(Math.min(momentOfStore(until).getTime(), look)) },
    ]),
  )
}

/** Records which conditional blocks of the email each subscriber sees. */
async function showBlocks(
  tx: Db,
  accountId: number,
  messageId: number,
  ids: number[],
  blocks: FrozenFilter[],
): Promise<void> {
  if (blocks.length === 0) return
  const values: unknown[] = [accountId, messageId, ids]
  const into = intoStatement(values)
  const shown = blocksSql(blocks, into)
  const text = `update deliveries d set blocks = ${shown} from subscribers s${into.joins()}
where d.account_id = $1 and d.source_kind = 2 and d.source_id = $2::bigint and d.id = any \
($3::bigint[]) and s.account_id = $1 and s.id = d.id`
  // Generated statements are not prepared: each is used once.
  await tx.run({ name: '', text, again: false, deadline: 'long' }, values)
}

/** The newsletter with the settings of the list. If it can't be sent, the trigger is held. */
async function freeze(
  { tx, accountId, listId }: StepContext,
  { key, newsletterId }: SendStep,
): Promise<Frozen> {
  try {
    const frozen = await freezeMessage(tx, accountId, newsletterId, listId)
    const blocks = await filtersOfMessage(tx, accountId, frozen)
    const message = JSON.stringify(frozen)
    const digest = createHash('sha256')
      .update(message)
      .update(JSON.stringify(blocks))
      .digest('hex')
      .slice(0, 32)
    return { message, blocks, digest }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const facts = { step: key, newsletter: newsletterId, says: error.message }
    throw new TriggerHeld(detailed('step-newsletter', facts), causeOf(error))
  }
}

async function messageOf(
  { store, tx, accountId, triggerId, listId }: StepContext,
  { key: step, newsletterId }: SendStep,
  { message, blocks, digest }: Frozen,
  round: number,
): Promise<number> {
  const place = { accountId, triggerId, step, digest }
  const known = async () => (await messagesOfStep(tx, place)).find(row => row.round === round)?.id
  const found = await known()
  if (found !== undefined) return found
  const id = await takeId(store, accountId, 'trigger message')
  await addMessage(tx, {
    ...place,
    id,
    newsletterId,
    round,
    listId,
    message,
    blocks: JSON.stringify(blocks),
  })
  return (await known())!
}
