/**
 * Ratios of servers measured in turns of a quarter of a second, and, with --beside, of this
 * checkout and another one.
 */
import { ask, type Context, type Running, startService } from './driving.ts'
import { type Figures, type Ratio, ratio } from './figures.ts'
import { sized } from './smoke.ts'
import type { Target, TurnJob, TurnOutcome } from './turn-load.ts'

const TURNS = sized(50, 2)
const TURN_MS = sized(250, 50)
const SETTLE_MS = sized(50, 20)

export interface Named extends Target {
  name: string
}

/** One figure for each turn of each server, and the ratios of the rest to the first. */
export async function takeTurns(
  figures: Figures,
  connections: number,
  targets: Named[],
  least?: number,
): Promise<Ratio[]> {
  const job: TurnJob = { targets, connections, turns: TURNS, turnMs: TURN_MS, settleMs: SETTLE_MS }
  const { perSecond, failures } = await ask<TurnOutcome>('./turn-load.ts', job)
  if (failures.length > 0) throw new Error(`calls failed: ${failures.slice(0, 3).join('; ')}`)
  const series = targets.map(({ name }, at) => {
    for (const rate of perSecond[at]!) figures.add(`${name}, in turns`, 'answers/s', rate)
    return figures.get(`${name}, in turns`)
  })
  const [first, ...others] = series
  return others.map((other, at) =>
    ratio(
      `${targets[at + 1]!.name} / ${targets[0]!.name}, in turns`,
      other,
      first!,
      least === undefined ? undefined : { least },
    ),
  )
}

/** The service of the checkout named by --beside. */
export const startBeside = (context: Context): Promise<Running> | undefined =>
  context.beside === undefined ? undefined : startService(context, context.beside)
