/** The URL of the service and the domain of incoming mail, from the settings. */
import { isIPv6 } from 'node:net'
import { inAddress } from '../lib/ip-address.ts'
import type { Config } from './config.ts'

/** A wildcard address is replaced by localhost. */
export const listeningOrigin = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : inAddress(host)}:${port}`

export const serviceOrigin = ({ publicUrl, host, port }: Config['http']): string =>
  publicUrl ?? listeningOrigin(host, port)

/**
 * The domain of envelope senders. An IPv6 address is not a domain; without a PUBLIC_URL no email
 * leaves this machine.
 */
export function bounceDomainOf({ bounces, http }: Config): string {
  const { hostname } = new URL(serviceOrigin(http))
  return bounces.domain ?? (isIPv6(hostname.slice(1, -1)) ? 'localhost' : hostname)
}

/** The origin of addresses in emails. */
export const originsOf = (config: Config) => ({
  publicUrl: serviceOrigin(config.http),
  bounceDomain: bounceDomainOf(config),
})
