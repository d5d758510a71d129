/** Where the service is, as far as its settings tell, and where mail to it comes in. */
import { isIPv6 } from 'node:net'
import { inAddress } from '../lib/ip-address.ts'
import type { Config } from './config.ts'

/** What listens everywhere is reached by the name of this machine. */
export const listeningOrigin = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : inAddress(host)}:${port}`

export const serviceOrigin = ({ publicUrl, host, port }: Config['http']): string =>
  publicUrl ?? listeningOrigin(host, port)

/**
 * The domain of envelope senders. An IPv6 address is none; without a PUBLIC_URL no letter leaves
 * this machine anyway.
 */
export function bounceDomainOf({ bounces, http }: Config): string {
  const { hostname } = new URL(serviceOrigin(http))
  return bounces.domain ?? (isIPv6(hostname.slice(1, -1)) ? 'localhost' : hostname)
}
