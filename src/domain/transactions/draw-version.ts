/** Which version of a project an address gets when a call asks for one. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import { versionsByGuid } from './insert.sql.ts'
import { versionFor } from './versions.ts'

/** A change of versions holds in all processes after this time, as with routes. */
const KNOWN_MILLIS = 2_000
const MOST_KNOWN = 1_000

type Versions = Awaited<ReturnType<typeof versionsByGuid>>

const knownOf = storeLocal(() =>
  createCache<string, Promise<Versions>>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/** Empty where there are no versions, or no such project, which the insert tells. */
export async function drawVersion(
  db: Store,
  accountId: number,
  guid: string,
  emailKey: string,
): Promise<string> {
  const versions = await knownOf(db).through(`${accountId} ${guid}`, () =>
    versionsByGuid(db, { accountId, guid }),
  )
  return versions.length === 0
    ? ''
    : (versionFor(versions[0]!.projectId, emailKey, versions)?.name ?? '')
}
