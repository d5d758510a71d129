/** The context of each step of a copy. */
import type { Store } from '../../db/db.ts'
import type { SuppressionImport } from '../../domain/bounces/suppression/import-suppressed.ts'
import type { MoveKind, MoveRun } from '../../domain/moves/move.ts'
import type { OldService } from '../old-service/old-service.ts'

export interface CopyProgress {
  kind: MoveKind
  /** Rows of this step read so far, and how many there are, if the former service says so. */
  rows: number
  of: number | undefined
  /** The list that is read. */
  list?: string
}

export interface CopyJob {
  db: Store
  accountId: number
  username: string
  move: MoveRun
  old: OldService
  pageSize: number
  /** Ids of newsletters to ask for, beside those that the former service names. */
  newsletterIds: Iterable<number>
  /** How bounces are judged here. */
  suppression: Pick<SuppressionImport, 'rules' | 'hardDays'>
  show(progress: CopyProgress): void
  /** Throws when the copy is to stop, or its lease is lost. */
  goOn(): void
}
