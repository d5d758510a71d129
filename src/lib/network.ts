/** Networks in CIDR notation (RFC 4632, RFC 4291 section 2.3), of IPv4 and IPv6. */
import { BlockList, isIP } from 'node:net'
import { plainAddress } from './ip-address.ts'

export interface Network {
  address: string
  /** The length of the prefix in bits. */
  bits: number
  family: 'ipv4' | 'ipv6'
}

/** `2001:db8:1234:5678:9abc:def0:192.168.100.100/128` */
const LONGEST = 50

/**
 * `10.0.0.0/8`, or an address alone; undefined for another text. An IPv4 address within an IPv6 one
 * is none: callers are compared as IPv4.
 */
export function networkIn(text: string): Network | undefined {
  if (text.length > LONGEST) return undefined
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined
  if (plainAddress(address) !== address) return undefined
  const longest = version === 4 ? 32 : 128
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined
  const bits = length === undefined ? longest : Number(length)
  return bits > longest ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

export function networkList(networks: Iterable<Network>): BlockList {
  const list = new BlockList()
  for (const { address, bits, family } of networks) list.addSubnet(address, bits, family)
  return list
}

/** Whether an address as sockets report it is of one of the networks. */
export function isInNetworks(list: BlockList, address: string): boolean {
  const plain = plainAddress(address).replace(/%.*$/s, '')
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
