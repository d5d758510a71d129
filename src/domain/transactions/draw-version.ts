/** Chooses the version of a project for an address when a call asks for a split. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import { versionsByGuid } from './insert.sql.ts'
import { versionFor } from './versions.ts'

/** Changed versions apply in all processes after this time, as for routes. */
const CACHE_MILLIS = 2_000
const MOST_CACHED = 1_000

type Versions = Awaited<ReturnType<typeof versionsByGuid>>

const cacheOf = storeLocal(() =>
  createCache<string, Promise<Versions>>({ most: MOST_CACHED, millis: CACHE_MILLIS }),
)

/** Empty if there are no versions, or no such project, which the insert then reports. */
export async function drawVersion(
  db: Store,
  accountId: number,
  guid: string,
  emailKey: string,
): Promise<string> {
  const versions = await cacheOf(db).through(`${accountId} ${guid}`, () =>
    versionsByGuid(db, { accountId, guid }),
  )
  return versions.length === 0
    ? ''
    : (versionFor(versions[0]!.projectId, emailKey, versions)?.name ?? '')
}
