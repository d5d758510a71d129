/** Counts of calls and differences, by operation and program: in memory, then in the store. */
import type { Store } from '../../db/db.ts'
import { addShadowCalls, addShadowDifferences } from '../../domain/shadow/shadow.sql.ts'
import type { AnswerDifference } from './compare.ts'
import type { OpenCall } from './journal.ts'

const OUTCOMES = ['calls', 'compared', 'differing', 'missed', 'leftOut', 'failed'] as const
export type ShadowOutcome = (typeof OUTCOMES)[number]

export interface ShadowTally {
  count(call: OpenCall, outcome: ShadowOutcome): void
  differ(call: OpenCall, differences: readonly AnswerDifference[]): void
  flush(): Promise<void>
}

/** Programs and differences beyond these are counted together. */
const MOST_PROGRAMS = 100
const MOST_DIFFERENCES = 40
const OTHERS = 'others'

interface Noted {
  operation: string
  program: string
  difference: string
  example: string
  times: number
}

export function createTally(db: Store, accountId: number): ShadowTally {
  const programs = new Set<string>()
  const kinds = new Map<string, Set<string>>()
  let counts = new Map<string, OpenCall & Record<ShadowOutcome, number>>()
  let noted = new Map<string, Noted>()

  const bounded = (known: Set<string>, name: string, most: number): string => {
    if (known.has(name)) return name
    if (known.size >= most) return OTHERS
    known.add(name)
    return name
  }
  const within = ({ operation, program }: OpenCall): OpenCall => ({
    operation: bounded(operations, operation.slice(0, 100), MOST_OPERATIONS),
    program: bounded(programs, program, MOST_PROGRAMS),
  })
  const operations = new Set<string>()

  return {
    count(given, outcome) {
      const call = within(given)
      const key = JSON.stringify(call)
      const row = counts.get(key) ?? {
        ...call,
        calls: 0,
        compared: 0,
        differing: 0,
        missed: 0,
        leftOut: 0,
        failed: 0,
      }
      row[outcome]++
      counts.set(key, row)
    },
    differ(given, differences) {
      const call = within(given)
      const key = JSON.stringify(call)
      const known = kinds.get(key) ?? new Set<string>()
      kinds.set(key, known)
      for (const { difference, example } of differences) {
        const kind = bounded(known, difference, MOST_DIFFERENCES)
        const row = noted.get(`${key} ${kind}`) ?? { ...call, difference: kind, example, times: 0 }
        row.times++
        noted.set(`${key} ${kind}`, row)
      }
    },
    async flush() {
      const [calls, differences] = [[...counts.values()], [...noted.values()]]
      counts = new Map()
      noted = new Map()
      if (calls.length > 0)
        await addShadowCalls(db, {
          accountId,
          operations: calls.map(({ operation }) => operation),
          programs: calls.map(({ program }) => program),
          ...(Object.fromEntries(
            OUTCOMES.map(outcome => [outcome, calls.map(row => row[outcome])]),
          ) as Record<ShadowOutcome, number[]>),
        })
      if (differences.length > 0)
        await addShadowDifferences(db, {
          accountId,
          operations: differences.map(({ operation }) => operation),
          programs: differences.map(({ program }) => program),
          differences: differences.map(({ difference }) => difference),
          times: differences.map(({ times }) => times),
          examples: differences.map(({ example }) => example),
        })
    },
  }
}

const MOST_OPERATIONS = 200
