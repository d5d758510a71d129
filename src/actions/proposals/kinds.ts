/** What can be proposed: the input of each kind, as its action takes it. */
import { z } from 'zod'
import { MOST_IDS } from '../../domain/bulk-jobs/ask-job.ts'
import { asking } from '../mask.ts'
import { sendingOrder } from '../sendings/sendings.ts'
import { proposableChange } from '../subscribers/bulk-jobs.ts'
import { selection } from '../subscribers/subscriber-selection.ts'
import { bigId, id } from '../values.ts'

export const proposedSending = sendingOrder

export const proposedTrigger = z.strictObject({
  triggerId: id.describe('A trigger that is paused.'),
})

/** Of subscribers who are given one by one. */
const MOST_GIVEN = Math.min(1_000, MOST_IDS)

export const proposedChange = z.strictObject({
  action: proposableChange,
  ids: z.array(bigId).min(1).max(MOST_GIVEN).optional(),
  q: asking(z.string().max(200).optional()),
  ...selection,
  everybody: z.literal(true).optional(),
})

export type ProposedSending = z.output<typeof proposedSending>
export type ProposedChange = z.output<typeof proposedChange>
