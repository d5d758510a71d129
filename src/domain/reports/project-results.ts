/** Results of the emails of a transaction project. */
import type { Db } from '../../db/db.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { resultsOfProject } from './project-results.sql.ts'

export interface VersionResult {
  /** Empty: transactions without a version. */
  version: string
  messages: number
  waiting: number
  delivered: number
  bounced: number
  failed: number
  uncertain: number
  withdrawn: number
  /** Emails opened by people, and their opens. */
  viewed: number
  views: number
  clicked: number
  clicks: number
}

/** Results by version. Includes hits up to now. */
export async function versionResults(
  db: Db,
  accountId: number,
  projectId: number,
): Promise<VersionResult[]> {
  await foldHits(db, accountId)
  return resultsOfProject(db, { accountId, projectId })
}
