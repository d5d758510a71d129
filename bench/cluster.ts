/**
 * What a cluster (Citus) costs: processor time of the coordinator and of the workers for each unit
 * of work, beside the same work on plain PostgreSQL, in turns. Its nodes are on this machine, and
 * TEST_DATABASE_URL names the coordinator.
 */

import { IMPORTS } from './cluster-import.ts'
import { coordinator, openSides, type Side } from './cluster-stores.ts'
import { WORKS, type Work } from './cluster-work.ts'
import type { Context } from './driving.ts'
import { Figures, type Ratio, type Result, ratio } from './figures.ts'

const MICROS = 1e6

/** In this order: later ones use what the earlier ones made. */
const ALL = [...WORKS, ...IMPORTS]

export async function clusterBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const server = await coordinator()
  if (!server)
    return {
      name: 'cluster',
      about:
        'Skipped: TEST_DATABASE_URL does not name the coordinator of a Citus cluster with two ' +
        'workers.',
      series: [],
      ratios: [],
    }
  const figures = new Figures()
  const sides = await openSides(server)
  try {
    for (const side of [sides.plain, sides.cluster]) await once(figures, side, '00', false)
    for (let run = 0; run < context.runs; run++) {
      context.noteLoad()
      // Alternating, so that neither always finds the caches of the other.
      const order = [sides.plain, sides.cluster]
      for (const side of run % 2 === 0 ? order : order.reverse())
        await once(figures, side, String(run + 1).padStart(2, '0'), true)
      context.log(`run ${run + 1} of ${context.runs}`)
    }
  } finally {
    await sides.close()
  }
  return {
    name: 'cluster',
    about:
      `Processor time of the servers for work of 20 accounts and 32 callers, on a coordinator and ` +
      `${sides.workers} workers, and on plain PostgreSQL, in turns.`,
    series: figures.series,
    ratios: ALL.flatMap(({ name }) => ratiosOf(figures, name)),
  }

  async function once(into: Figures, side: Side, turn: string, counts: boolean): Promise<void> {
    const isCluster = side === sides.cluster
    for (const work of ALL) {
      const { called, others } = await costOf(side, work, turn)
      if (!counts) continue
      const unit = `µs/${work.unit}`
      into.add(`${work.name}: ${isCluster ? 'coordinator' : 'plain'}`, unit, called)
      if (isCluster) into.add(`${work.name}: workers`, unit, others)
    }
  }
}

async function costOf(side: Side, work: Work, turn: string) {
  await work.before?.(side, turn)
  const from = side.seconds()
  const units = await work.run(side, turn)
  const to = side.seconds()
  if (units === 0) throw new Error(`${work.name} found nothing to do`)
  const each = (one: number, other: number) => ((other - one) * MICROS) / units
  return { called: each(from.called, to.called), others: each(from.others, to.others) }
}

function ratiosOf(figures: Figures, name: string): Ratio[] {
  const plain = figures.get(`${name}: plain`)
  return ['coordinator', 'workers'].map(who =>
    ratio(`${name}: ${who} / plain`, figures.get(`${name}: ${who}`), plain),
  )
}
