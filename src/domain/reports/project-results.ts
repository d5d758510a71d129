/** What became of the emails of a transaction project. */
import type { Db } from '../../db/db.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { resultsOfProject } from './project-results.sql.ts'

export interface VersionResult {
  /** Empty: transactions without a version. */
  version: string
  letters: number
  waiting: number
  delivered: number
  bounced: number
  failed: number
  uncertain: number
  withdrawn: number
  /** Letters that people opened; and how often. */
  viewed: number
  views: number
  clicked: number
  clicks: number
}

/** What became of its letters, version by version. Hits up to now are in it. */
export async function versionResults(
  db: Db,
  accountId: number,
  projectId: number,
): Promise<VersionResult[]> {
  await foldHits(db, accountId)
  return resultsOfProject(db, { accountId, projectId })
}
