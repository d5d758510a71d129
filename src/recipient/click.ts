/** A link of a letter: where it leads stands in the address itself, under our signature, so that nothing is looked up. */
import { type KeyOf, readHit } from '../mail/links.ts'

/** The address to lead on to; undefined for what we have not signed and for what is no web address. */
export async function targetOf(path: string, keyOf: KeyOf): Promise<string | undefined> {
  const hit = await readHit(path, keyOf)
  if (!hit || !('target' in hit)) return undefined
  const target = URL.parse(hit.target)
  return target && /^https?:$/.test(target.protocol) ? target.href : undefined
}
