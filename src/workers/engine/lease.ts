/**
 * A held lease, renewed by a heartbeat. Once it has lapsed another worker may take over, so a
 * holder that loses it begins no further work.
 */
export interface Lease {
  /** Aborted when a renewal finds that the lease is no longer ours. */
  lost: AbortSignal
  /** Stops the heartbeat. The holder releases or settles the lease itself. */
  end(): void
}

export interface LeaseOptions {
  /** False: no longer ours. After a failure the lease lapses by itself. */
  renew(): Promise<boolean>
  leaseMillis: number
  /** The reason for aborting the work under a lost lease. */
  lostBy?(): Error
  report(error: unknown): void
}

/** Heartbeats per lease: three may be missed before it lapses. */
const BEATS = 4

export function keepLease({ renew, leaseMillis, lostBy, report }: LeaseOptions): Lease {
  const lost = new AbortController()
  const beating = setInterval(() => {
    renew().then(held => held || lost.abort(lostBy?.()), report)
  }, leaseMillis / BEATS)
  return { lost: lost.signal, end: () => clearInterval(beating) }
}
