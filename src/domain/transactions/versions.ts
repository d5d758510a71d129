/**
 * Chooses the version of a project for an address: by weight, from a hash of the address, so that
 * the same address gets the same version in every process, without stored state. Weighted
 * rendezvous hashing: each version draws a number for the address, and the lowest, divided by its
 * weight, wins. A new version takes its share evenly from all others and moves no address between
 * those; a removed one leaves its addresses to the rest by their weights; a changed weight moves
 * only the difference of the shares.
 */
import { hash } from 'node:crypto'

export interface WeightedVersion {
  /** `A`, `B`, ... */
  name: string
  /** A share of the sum of all weights; with 0 it is never chosen. */
  weight: number
}

/** Bits of the hash: the largest integer that is exact, far finer than weights. */
const BYTES = 6
const ABOVE = 2 ** (8 * BYTES)

/**
 * Undefined if no version has a weight. `emailKey` by lib/email-address.ts: case has no influence.
 */
export function versionFor<V extends WeightedVersion>(
  projectId: number,
  emailKey: string,
  versions: readonly V[],
): V | undefined {
  let drawn: V | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const version of versions) {
    if (!(version.weight > 0)) continue
    const number = hash(
      'sha256',
      `${projectId}\n${version.name}\n${emailKey}`,
      'buffer',
    ).readUIntBE(0, BYTES)
    // Strictly between 0 and 1. Its negative logarithm is exponentially distributed, like the time
    // to the first event.
    const waits = -Math.log((number + 0.5) / ABOVE) / version.weight
    if (waits < lowest || (waits === lowest && version.name < drawn!.name)) {
      lowest = waits
      drawn = version
    }
  }
  return drawn
}
