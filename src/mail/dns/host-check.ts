/** Whether the name of a host leads to this installation, as the DNS has it. */
import { isIP } from 'node:net'
import { isLoopback } from '../../lib/loopback.ts'
import { addressesOf, type Dns } from './ask.ts'

export const HOST_STATES = ['here', 'elsewhere', 'nowhere', 'unknown'] as const
export type HostState = (typeof HOST_STATES)[number]

export interface HostCheck {
  /** `nowhere`: it has no address; `unknown`: the DNS did not answer. */
  state: HostState
  /** The addresses of the name. */
  found: string[]
  /** The addresses of the installation. */
  wanted: string[]
}

/** `service`: the host of the installation. Names of this machine lead to one that is there. */
export async function checkHost(dns: Dns, host: string, service: string): Promise<HostCheck> {
  if (isLoopback(host))
    return { state: isLoopback(service) ? 'here' : 'nowhere', found: [], wanted: [] }
  const [named, ours] = await Promise.all([addressesOf(dns, host), addressesOf(dns, service)])
  const [found, wanted] = [named.values, ours.values]
  if (named.state === 'none') return { state: 'nowhere', found, wanted }
  if (named.state === 'silent' || ours.state !== 'found') return { state: 'unknown', found, wanted }
  const shared = found.some(address => wanted.includes(address))
  return { state: shared ? 'here' : 'elsewhere', found, wanted }
}

/** What to publish: an alias, or an address where the installation has no name. */
export function hostRecord(host: string, service: string) {
  const kind = isIP(service.replace(/^\[|\]$/g, ''))
  const type = kind === 0 ? 'CNAME' : kind === 4 ? 'A' : 'AAAA'
  const value = kind === 0 ? service : service.replace(/^\[|\]$/g, '')
  return { name: host, type, value, line: `${host}. IN ${type} ${value}${kind === 0 ? '.' : ''}` }
}
