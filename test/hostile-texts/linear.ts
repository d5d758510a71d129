/** Asserts that an entry of the service takes linear time in the length of a text, for any text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { leastThreadMillis } from '../support/processor-time.ts'
import { type HostileText, mixtures, runs, SEED } from './texts.ts'

/**
 * The work of an entry with a text, by the code that does it in the service. Answers and refusals
 * are for other tests.
 */
export type Entry = [name: string, work: (text: string) => unknown, limits?: EntryLimits]

export interface EntryLimits {
  /** The longest text that comes so far, in characters. */
  most?: number
  /** Another limit than the usual one, in milliseconds of the processor for 100 kB. */
  millis?: number
  /**
   * For an entry that takes long to begin: every how many of the texts, and only the longer of
   * LENGTHS, since what it takes anyway leaves it open at the shorter.
   */
  every?: number
}

/** Of the processor, for 100 kB: so long may other calls wait for it. */
const MOST_MILLIS = 50
/** The fixed cost of a call, with any text: compiling, collecting garbage. */
const ANYWAY_MILLIS = 20
/**
 * Below most limits on lengths, and so long that a square is seen; the longer only where the
 * shorter leaves it open.
 */
const LENGTHS = [20_000, 80_000]
const LONGER = LENGTHS.slice(-1)
const GROWTH = 4
/**
 * A text that grew by GROWTH and takes more than this times as long does not take linear time: a
 * square takes GROWTH ** 2, less what a call costs anyway.
 */
const MOST_GROWTH = 6
/** Beyond the limit by this it is too slow, however it grows. */
const MOST_BEYOND = 2
/**
 * Nothing grows faster that ends at the shorter length: what is within the limit at the longer even
 * so is not tried.
 */
const WORST_POWER = 3
/**
 * What a mistake in a table of entries or in the service throws; the service's own refusals are
 * other errors.
 */
const MISTAKES = [TypeError, RangeError, ReferenceError, assert.AssertionError]

/** Three texts tell enough. */
const MOST_TOLD = 3

export function staysLinear(entries: readonly Entry[]): void {
  for (const [name, work, limits = {}] of entries)
    test(name, async () => {
      const found: string[] = []
      const { every = 1 } = limits
      let lengths = every === 1 ? LENGTHS : LONGER
      for (const text of [...runs, ...mixtures].filter((_, i) => i % every === 0)) {
        await nextTurn()
        const { slow, open } = await slowText(work, text, lengths, limits)
        if (slow !== undefined) found.push(slow)
        if (found.length === MOST_TOLD) break
        // An entry that takes long to begin leaves it open with the next text, too.
        lengths = open || every > 1 ? LONGER : LENGTHS
      }
      assert.deepEqual(found, [], `seed ${SEED}`)
    })
}

/** Why a text is too slow, if it is; and whether the shorter length left it open. */
async function slowText(
  work: Entry[1],
  { name, of }: HostileText,
  lengths: readonly number[],
  { most = Number.POSITIVE_INFINITY, millis = MOST_MILLIS }: EntryLimits,
): Promise<{ slow?: string; open: boolean }> {
  let open = true
  // The limit alone would judge the machine: a busy host makes memory slow for a while.
  const grows = async (spent: number, length: number) => {
    const shorter = of(length / GROWTH)
    const little = spent / MOST_GROWTH
    return (await leastThreadMillis(() => done(work, shorter, name), little)) < little
  }
  for (const length of new Set(lengths.map(length => Math.min(length, most)))) {
    const text = of(length)
    const bytes = Buffer.byteLength(text)
    const limit = (bytes: number) => ANYWAY_MILLIS + (millis * bytes) / 100_000
    const spent = await leastThreadMillis(() => done(work, text, name), limit(bytes))
    const isBeyond = spent > limit(bytes)
    if (isBeyond && (spent > MOST_BEYOND * limit(bytes) || (await grows(spent, length))))
      return { slow: `${name}: ${Math.round(spent)} ms for ${bytes} bytes`, open: false }
    open = spent * GROWTH ** WORST_POWER >= limit(bytes * GROWTH)
    if (!open) break
  }
  return { open }
}

async function done(work: Entry[1], text: string, name: string): Promise<void> {
  try {
    await work(text)
  } catch (error) {
    if (MISTAKES.some(kind => error instanceof kind))
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}
