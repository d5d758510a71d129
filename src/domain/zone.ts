/** Time zones that users give: the rule that all nouns share. */
import { zoneNamed } from '../lib/zones.ts'
import { refused } from './refusal.ts'

/** The zone as it is stored: `Europe/Stockholm`, `+01:00`. Refuses an unknown one. */
export function checkZone(given: string): string {
  const zone = zoneNamed(given.trim())
  if (zone === undefined) throw refused('not-valid', 'zone-unknown')
  return zone
}
