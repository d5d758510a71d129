import pg from 'pg'

/** A step on a cluster that can't be done now; the message says why, and what to do. */
export class ClusterFailed extends Error {
  override name = 'ClusterFailed'
}

const OTHER_RELEASE =
  /^loaded Citus library version differs from (?:installed|latest available) extension version/

/** The server runs another release of Citus than the database was made for, and refuses all. */
export const isOtherRelease = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && OTHER_RELEASE.test(error.message.slice(0, 200))
