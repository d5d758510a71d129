/** Where the service is, as far as its settings tell, and where mail to it comes in. */
import { isIPv6 } from 'node:net'
import { inAddress } from '../lib/ip-address.ts'
import type { Config } from './config.ts'

/** What listens everywhere is reached by the name of this machine. */
export const listeningOrigin = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : inAddress(host)}:${port}`

export const serviceOrigin = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? listeningOrigin(host, port)

/** The domain of envelope senders. An IPv6 address is none; without a PUBLIC_URL no letter leaves this machine anyway. */
export function bounceDomainOf(config: Pick<Config, 'bounceDomain' | 'publicUrl' | 'host' | 'port'>): string {
  const { hostname } = new URL(serviceOrigin(config))
  return config.bounceDomain ?? (isIPv6(hostname.slice(1, -1)) ? 'localhost' : hostname)
}
