/**
 * Asks of an entry of the service that its time grows with the length of a text and no faster,
 * whatever the text.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { slowness, threadMillis } from '../support/processor-time.ts'
import { type HostileText, mixtures, runs, SEED } from './texts.ts'

/**
 * The work of an entry with a text, by the code that does it in the service. What it answers or
 * refuses is for other tests.
 */
export type Entry = [name: string, work: (text: string) => unknown, limits?: EntryLimits]

export interface EntryLimits {
  /** The longest text that comes so far, in characters. */
  most?: number
  /** Another limit than the usual one, in milliseconds of the processor for 100 kB. */
  millis?: number
}

/** Of the processor, for 100 kB: so long may other calls wait for it. */
const MOST_MILLIS = 50
/** What a call takes whatever its text: compiling, collecting garbage. */
const ANYWAY_MILLIS = 20
/**
 * Below most limits on lengths, and so long that a square is seen; the longer only where the
 * shorter leaves it open.
 */
const LENGTHS = [20_000, 80_000]
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
    test(name, { timeout: 600_000 }, async () => {
      const found: string[] = []
      for (const text of [...runs, ...mixtures]) {
        await nextTurn()
        const slow = await slowText(work, text, limits)
        if (slow !== undefined) found.push(slow)
        if (found.length === MOST_TOLD) break
      }
      assert.deepEqual(found, [], `seed ${SEED}`)
    })
}

async function slowText(
  work: Entry[1],
  { name, of }: HostileText,
  { most = Number.POSITIVE_INFINITY, millis = MOST_MILLIS }: EntryLimits,
): Promise<string | undefined> {
  let shorter: { bytes: number; spent: number } | undefined
  for (const length of new Set(LENGTHS.map(length => Math.min(length, most)))) {
    const text = of(length)
    const bytes = Buffer.byteLength(text)
    const limit = ANYWAY_MILLIS + (millis * bytes) / 100_000
    if (shorter && shorter.spent * (bytes / shorter.bytes) ** WORST_POWER < limit) return undefined
    const taken = () => threadMillis(() => done(work, text, name))
    let spent = await taken()
    // Once more, beside a look at the machine: what grows by the square is slow each time.
    if (spent > limit) spent = Math.min(spent, await taken()) / (await slowness())
    if (spent > limit) return `${name}: ${Math.round(spent)} ms for ${bytes} bytes`
    shorter = { bytes, spent }
  }
  return undefined
}

async function done(work: Entry[1], text: string, name: string): Promise<void> {
  try {
    await work(text)
  } catch (error) {
    if (MISTAKES.some(kind => error instanceof kind))
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}
