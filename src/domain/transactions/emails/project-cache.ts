/** A cache of the projects that calls name, so that not each call looks its project up. */
import type { Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { type Cache, createCache } from '../../../lib/cache.ts'
import type { findProject } from '../projects.sql.ts'

export type EmailProject = NonNullable<Awaited<ReturnType<typeof findProject>>>

/** Changed projects apply in all processes after this time, in the changing one at once. */
const CACHE_MILLIS = 2_000
const MOST_ACCOUNTS = 1_000
const MOST_PROJECTS = 100

const cacheOf = storeLocal(() =>
  createCache<number, Cache<string, Promise<EmailProject>>>({ most: MOST_ACCOUNTS }),
)

/** Of an account, by the names, guids and ids that calls give. */
export const projectCache = (db: Store, accountId: number): Cache<string, Promise<EmailProject>> =>
  cacheOf(db).through(accountId, () => createCache({ most: MOST_PROJECTS, millis: CACHE_MILLIS }))

/** After a change of one. */
export const clearProjectCache = (db: Store, accountId: number): void =>
  cacheOf(db).delete(accountId)
