/** How many connections pools have, and how many callers wait for one. */
import type pg from 'pg'

export interface PoolCounts {
  size: number
  idle: number
  waiting: number
}

export const poolCounts = (pool: pg.Pool): PoolCounts => ({
  size: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

export function totalCounts(counts: PoolCounts[]): PoolCounts {
  const sum = (key: keyof PoolCounts) => counts.reduce((total, one) => total + one[key], 0)
  return { size: sum('size'), idle: sum('idle'), waiting: sum('waiting') }
}
