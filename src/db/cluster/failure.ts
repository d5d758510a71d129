/** A step on a cluster that can't be done now; the message says why, and what to do. */
export class ClusterFailed extends Error {
  override name = 'ClusterFailed'
}
