/** IP addresses as sockets tell them, and as URLs spell them. */
import { isIP } from 'node:net'

/** An IPv4 address of a socket that takes both kinds, as IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The way an address stands in a URL. */
export const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
