/** The audience of a sending as it was ordered. */
import type { FrozenFilter } from '../../filters/condition.ts'
import { BUCKETS, type Sample, type SendingAudience } from './audience.ts'
import { readOptions, type Split } from './options.ts'

interface OrderedSending {
  id: number
  listId: number
  audienceFilters: string
  blocks: string
  options: string
  parentId: number | null
  variant: number | null
}

export function frozenAudience(
  sending: OrderedSending,
  samples: readonly { id: number }[],
): { audience: SendingAudience; blocks: FrozenFilter[] } {
  const { moreLists = [], excludedLists = [], resend, split } = readOptions(sending.options)
  const { listId, parentId, variant } = sending
  return {
    audience: {
      lists: [listId, ...moreLists],
      excluded: excludedLists,
      filters: JSON.parse(sending.audienceFilters),
      resend,
      ...(split && parentId !== null && variant !== null
        ? { sample: sampleOf(parentId, split, variant) }
        : { sampled: samples.map(({ id }) => id) }),
    },
    blocks: JSON.parse(sending.blocks),
  }
}

/** Equal parts; those of two variants are disjoint, whenever each is planned. */
function sampleOf(of: number, { share, variants }: Split, variant: number): Sample {
  const end = (part: number) => Math.round((BUCKETS * share * part) / (100 * variants))
  return { of, from: end(variant), below: end(variant + 1) }
}
