/**
 * Which version of a project a person gets: drawn by weight from a hash of the address, so that the
 * same address always gets the same one, in any process and without anything being kept.
 *
 * Each version draws a number of its own for the address, and the lowest, divided by its weight,
 * wins (weighted rendezvous hashing). So a new version takes its share evenly from all others and
 * moves nobody between those; one that goes leaves its people to the others by their weights; a
 * changed weight moves only as many as the shares differ.
 */
import { hash } from 'node:crypto'

export interface WeightedVersion {
  /** `A`, `B`, ... */
  name: string
  /** A share of the sum of all weights; 0 gets nobody. */
  weight: number
}

/**
 * Numbers from the hash: the largest whole number that is exact, and a chance beyond anything that
 * weights can express.
 */
const BYTES = 6
const ABOVE = 2 ** (8 * BYTES)

/**
 * Undefined: there is no version with a weight. `emailKey` as lib/email-address.ts makes it: letter
 * case draws nothing else.
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
    // Between 0 and 1, and neither of them. Its negative logarithm is spread like the time until
    // the first of so many chances.
    const waits = -Math.log((number + 0.5) / ABOVE) / version.weight
    if (waits < lowest || (waits === lowest && version.name < drawn!.name)) {
      lowest = waits
      drawn = version
    }
  }
  return drawn
}
