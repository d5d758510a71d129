/** Names of hosts, as they are kept and compared: ASCII, lower case, without a trailing dot. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { refused, type Violation, violationsOfValues } from '../refusal.ts'

/** RFC 1035 2.3.4, with a dot at the end. */
const LONGEST = 254
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** An IDN becomes punycode. Refuses an address, a port, and a name without a dot. */
export function readHostName(given: string): string {
  // domainToASCII() reads a URL up to its path.
  const isName = given.length <= LONGEST && !/[\s/\\:?#@%]/.test(given.trim())
  const name = isName ? domainToASCII(given.trim().replace(/\.$/, '')) : ''
  const host = name.toLowerCase()
  const labels = host.split('.')
  const right =
    labels.length > 1 &&
    host.length < LONGEST &&
    isIP(host) === 0 &&
    labels.every(label => LABEL.test(label)) &&
    /[a-z]/.test(labels.at(-1)!)
  if (right) return host
  throw refused('not-valid', 'host-wrong')
}

export const violationsOfHost = ({ host }: { host?: string | undefined }): Violation[] =>
  violationsOfValues({ host }, { host: readHostName })

/** The origin with another host: scheme and port are those of the installation. */
export function originAt(host: string, installation: string): string {
  const url = new URL(installation)
  url.hostname = host
  return url.origin
}
