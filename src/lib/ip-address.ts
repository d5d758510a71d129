/** IP addresses as sockets report them and as URLs spell them. */
import { isIP } from 'node:net'

/** An IPv4-mapped IPv6 address (of a dual-stack socket) as IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The address as the host of a URL. */
export const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
