/** Which version of a project an address gets when a call asks for one. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { versionsByGuid } from './insert.sql.ts'
import { versionFor } from './versions.ts'

/** A change of versions holds in all processes after this time, as with routes. */
const KNOWN_MILLIS = 2_000
const MOST_KNOWN = 1_000

type Versions = Awaited<ReturnType<typeof versionsByGuid>>

const knownOf = storeLocal(() => new Map<string, { until: number; versions: Promise<Versions> }>())

/** Empty where there are no versions, or no such project, which the insert tells. */
export async function drawVersion(db: Store, accountId: number, guid: string, emailKey: string): Promise<string> {
  const versions = await versionsOf(db, accountId, guid)
  return versions.length === 0 ? '' : (versionFor(versions[0]!.projectId, emailKey, versions)?.name ?? '')
}

function versionsOf(db: Store, accountId: number, guid: string): Promise<Versions> {
  const known = knownOf(db)
  const name = `${accountId} ${guid}`
  const found = known.get(name)
  if (found && found.until > Date.now()) return found.versions
  if (known.size >= MOST_KNOWN) known.clear()
  const versions = versionsByGuid(db, { accountId, guid })
  known.set(name, { until: Date.now() + KNOWN_MILLIS, versions })
  versions.catch(() => known.delete(name))
  return versions
}
