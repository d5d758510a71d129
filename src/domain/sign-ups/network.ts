/** By what sign-ups are counted: the network of a client, and the mailbox behind an address. */
import { isIP, isIPv6 } from 'node:net'
import { emailKey } from '../../lib/email-address.ts'

const plainIp = (address: string): string => address.replace(/^::ffff:(\d{1,3}\.)/i, '$1')

/** The whole address of a client, as `192.0.2.7`; empty for what is none. */
export function ipOf(address: string): string {
  const ip = plainIp(address).split('%')[0] ?? ''
  return isIP(ip) === 0 ? '' : ip
}

/** The /24 of an IPv4 address or the /48 of an IPv6 address, as `192.0.2.0/24`. */
export function networkOf(address: string): string {
  const plain = plainIp(address)
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain)
  if (four) return `${four[1]}.0/24`
  if (!isIPv6(plain)) return 'unknown'
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back]
  return `${groups.slice(0, 3).join(':')}::/48`
}

const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The same for spellings that reach one mailbox: case, `+tags`, and the dots of Gmail. It is only
 * counted by; emails go to the address as it was typed.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const [name = ''] = key.slice(0, at).split('+')
  const isGmail = WITHOUT_DOTS.has(domain)
  const folded = isGmail ? name.replaceAll('.', '') : name
  return `${folded || key.slice(0, at)}@${isGmail ? 'gmail.com' : domain}`
}
