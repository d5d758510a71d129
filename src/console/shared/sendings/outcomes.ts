/**
 * States of emails in the groups that readers tell apart: five outcomes and those still waiting.
 */
import type { OutcomePart } from '../../parts/charts/outcome-bar.tsx'
import type { OutcomeNames } from './texts.ts'

type Counts = Readonly<Partial<Record<string, number>>>

const sum = (counts: Counts, ...states: string[]): number =>
  states.reduce((total, state) => total + (counts[state] ?? 0), 0)

export interface Outcomes {
  delivered: number
  deferred: number
  bounced: number
  uncertain: number
  withdrawn: number
  /** Not handed over yet, and of these, under way. */
  waiting: number
  underWay: number
  whole: number
  /** With an outcome that stays. */
  settled: number
}

export function outcomesOf(counts: Counts, planned: number | null): Outcomes {
  const all = Object.values(counts).reduce<number>((total, count = 0) => total + count, 0)
  const delivered = sum(counts, 'accepted')
  const deferred = sum(counts, 'deferred')
  const bounced = sum(counts, 'bounced', 'failed')
  const uncertain = sum(counts, 'uncertain')
  const withdrawn = sum(counts, 'withdrawn')
  const whole = Math.max(all, planned ?? 0)
  const settled = delivered + bounced + uncertain + withdrawn
  return {
    delivered,
    deferred,
    bounced,
    uncertain,
    withdrawn,
    whole,
    settled,
    waiting: Math.max(0, whole - settled - deferred),
    underWay: sum(counts, 'claimed', 'handed-over'),
  }
}

export const partsOf = (of: Outcomes, names: OutcomeNames): OutcomePart[] => [
  { look: 'delivered', label: names.delivered, count: of.delivered },
  { look: 'deferred', label: names.deferred, count: of.deferred },
  { look: 'bounced', label: names.bounced, count: of.bounced },
  { look: 'complained', label: names.uncertain, count: of.uncertain },
  { look: 'withdrawn', label: names.withdrawn, count: of.withdrawn },
  { look: 'waiting', label: names.waiting, count: of.waiting },
]

/** The text of the bar for screen readers. */
export const barLabel = (parts: readonly OutcomePart[], number: (value: number) => string) =>
  parts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${number(count)} ${label.toLocaleLowerCase()}`)
    .join(', ')
