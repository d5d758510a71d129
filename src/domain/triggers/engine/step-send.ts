/**
 * A step that sends a newsletter: a delivery in the ledger for each person, in the transaction of
 * their walk. What is sent is frozen when it is first sent, and again when newsletter or list have
 * changed since; people who had it before get it in another round, so that a letter has each person
 * once.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { blockIds } from '../../../mail/template/blocks.ts'
import type { FrozenFilter } from '../../filters/condition.ts'
import { intoStatement } from '../../filters/filter-sql.ts'
import { filtersForSending } from '../../filters/save-filter.ts'
import { freezeLetter } from '../../newsletters/freeze-letter.ts'
import { Refusal } from '../../refusal.ts'
import { blocksSql } from '../../sendings/plan-filtered.ts'
import { markWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import { TriggerHeld } from '../entries/entries.ts'
import type { Step } from '../language/definition.ts'
import { idsOf, type Move, type Moves, type StepContext, type Walker } from './step.ts'
import { addLetter, lettersOfStep, planLetters, roundsOf } from './steps.sql.ts'

type SendStep = Extract<Step, { do: 'send' }>

interface Frozen {
  letter: string
  blocks: FrozenFilter[]
  digest: string
}

export async function sendLetter(
  context: StepContext,
  step: SendStep,
  walkers: readonly Walker[],
): Promise<Moves> {
  const { tx, accountId, triggerId, letters } = context
  const frozen = await freeze(context, step)
  const place = { accountId, triggerId, step: step.key, digest: frozen.digest }
  const byRound = new Map<number, number[]>()
  for (const { id, round } of await roundsOf(tx, { ...place, ids: idsOf(walkers) }))
    byRound.set(round, [...(byRound.get(round) ?? []), id])
  const moves = new Map<number, Move>()
  for (const [round, ids] of [...byRound].sort(([a], [b]) => a - b)) {
    const letterId = await letterOf(context, step, frozen, round)
    const planned = await planLetters(tx, { accountId, letterId, ids: ids.sort((a, b) => a - b) })
    await showBlocks(tx, accountId, letterId, ids, frozen.blocks)
    await markWork(tx, {
      accountId,
      kind: WORK.deliverOfTrigger,
      sourceId: letterId,
      due: new Date(),
    })
    letters.add(letterId)
    for (const { id } of planned)
      moves.set(id, {
        to: step.next,
        way: 'next',
        reason: `newsletter ${step.newsletterId}`,
        letterId,
      })
  }
  return moves
}

/** Parts of the letter that only some are shown. */
async function showBlocks(
  tx: Db,
  accountId: number,
  letterId: number,
  ids: number[],
  blocks: FrozenFilter[],
): Promise<void> {
  if (blocks.length === 0) return
  const values: unknown[] = [accountId, letterId, ids]
  const into = intoStatement(values)
  const shown = blocksSql(blocks, into)
  const text = `update deliveries d set blocks = ${shown} from subscribers s${into.joins()}
where d.account_id = $1 and d.source_kind = 2 and d.source_id = $2::bigint and d.id = any ($3::bigint[]) and s.account_id = $1 and s.id = d.id`
  // Statements that are made are not prepared: no other one is alike.
  await tx.run({ name: '', text, again: false, deadline: 'long' }, values)
}

/** The newsletter as it is, with what it takes from the list. Gone, the trigger is held. */
async function freeze(
  { tx, accountId, listId }: StepContext,
  { key, newsletterId }: SendStep,
): Promise<Frozen> {
  try {
    const frozen = await freezeLetter(tx, accountId, newsletterId, listId)
    const blocks = await filtersForSending(tx, accountId, listId, blockIds(frozen))
    const letter = JSON.stringify(frozen)
    const digest = createHash('sha256')
      .update(letter)
      .update(JSON.stringify(blocks))
      .digest('hex')
      .slice(0, 32)
    return { letter, blocks, digest }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new TriggerHeld(`Step ${key} can't send newsletter ${newsletterId}: ${error.message}`)
  }
}

async function letterOf(
  { store, tx, accountId, triggerId, listId }: StepContext,
  { key: step, newsletterId }: SendStep,
  { letter, blocks, digest }: Frozen,
  round: number,
): Promise<number> {
  const place = { accountId, triggerId, step, digest }
  const known = async () => (await lettersOfStep(tx, place)).find(row => row.round === round)?.id
  const found = await known()
  if (found !== undefined) return found
  const id = await takeId(store, accountId, 'trigger letter')
  await addLetter(tx, {
    ...place,
    id,
    newsletterId,
    round,
    listId,
    letter,
    blocks: JSON.stringify(blocks),
  })
  return (await known())!
}
