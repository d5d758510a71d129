/**
 * A lease while it is held: a heartbeat renews it. What it covers may be taken over by another
 * worker once it has lapsed, so whoever holds it begins nothing more when it is lost.
 */
export interface Lease {
  /** Aborted when a renewal finds that the lease is not ours any more. */
  lost: AbortSignal
  /** Ends the heartbeat. The lease itself is given back, or settled, by whoever holds it. */
  end(): void
}

export interface LeaseOptions {
  /** False: it is not ours any more. A failure leaves the lease to lapse by itself. */
  renew(): Promise<boolean>
  leaseMillis: number
  /** Why work that goes on under the lease is aborted, once it is lost. */
  lostBy?(): Error
  report(error: unknown): void
}

/** Heartbeats of a lease: three may be missed before it lapses. */
const BEATS = 4

export function keepLease({ renew, leaseMillis, lostBy, report }: LeaseOptions): Lease {
  const lost = new AbortController()
  const beating = setInterval(() => {
    renew().then(held => held || lost.abort(lostBy?.()), report)
  }, leaseMillis / BEATS)
  return { lost: lost.signal, end: () => clearInterval(beating) }
}
