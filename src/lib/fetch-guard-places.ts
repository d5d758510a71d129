/** Which addresses are public, and which others the setting FETCH_ALLOW permits. No network. */
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

export interface AllowedPlaces {
  /** Host names, in ASCII and lower case. */
  names: ReadonlySet<string>
  networks: BlockList
}

/** Only public addresses can be fetched from without FETCH_ALLOW. */
export type NetworkAddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'special'

/**
 * The IANA registries of special-purpose addresses (RFC 6890 and its successors), except blocks
 * that are globally reachable; and 168.63.129.16, which Azure uses for its virtual machines. Of
 * IPv6 only 2000::/3 is global.
 */
const RANGES: [NetworkAddressKind, ...string[]][] = [
  ['loopback', '127.0.0.0/8', '0.0.0.0/8', '::/127'],
  ['link-local', '169.254.0.0/16', '168.63.129.16/32', 'fe80::/10'],
  [
    'private',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    'fc00::/7',
    'fec0::/10',
    '64:ff9b:1::/48',
  ],
  [
    'special',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
  ],
  ['special', '224.0.0.0/3', '2001::/23', '2001:db8::/32', '3fff::/20'],
]

const kinds = RANGES.map(([kind, ...networks]) => ({
  kind,
  list: networks.reduce(withNetwork, new BlockList()),
}))
const globalV6 = withNetwork(new BlockList(), '2000::/3')

function withNetwork(list: BlockList, network: string): BlockList {
  const [address = '', length] = network.split('/')
  list.addSubnet(address, Number(length), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return list
}

const contains = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4) is classified as itself. */
export function kindOf(address: string): NetworkAddressKind {
  const plain = unwrapped(address)
  const found = kinds.find(({ list }) => contains(list, plain))
  if (found) return found.kind
  return isIP(plain) === 4 || (isIP(plain) === 6 && contains(globalV6, plain))
    ? 'public'
    : 'special'
}

export function isAllowed(
  { names, networks }: AllowedPlaces,
  host: string,
  address: string,
): boolean {
  const written = address.replace(/%.*$/s, '')
  return (
    names.has(nameOf(host)) || contains(networks, written) || contains(networks, unwrapped(written))
  )
}

/**
 * ::ffff:0:0/96 (RFC 4291 2.5.5.2), 64:ff9b::/96 (RFC 6052 2.1), 2002::/16 (RFC 3056 2): the IPv4
 * address in it; otherwise the address.
 */
function unwrapped(address: string): string {
  const plain = address.replace(/%.*$/s, '')
  if (isIP(plain) !== 6) return plain
  const groups = groupsOf(plain)
  const start = groups.slice(0, 6).join(':')
  if (start === '0:0:0:0:0:ffff' || start === '64:ff9b:0:0:0:0')
    return dotted(groups[6]!, groups[7]!)
  return groups[0] === '2002' ? dotted(groups[1]!, groups[2]!) : plain
}

/** Eight groups in hexadecimal without leading zeros. */
export function groupsOf(address: string): string[] {
  // The URL parser accepts all spellings and yields the canonical one.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  return tail === undefined
    ? before
    : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

function dotted(high: string, low: string): string {
  return [high, low]
    .flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, '')

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/

/**
 * Parses host names, addresses and networks, separated by commas or blanks: `files.internal,
 * 10.1.0.0/16 [fd00::7]`. A name does not include its subdomains, and permits every address it
 * resolves to. Throws an Error that names an invalid part.
 */
export function parseAllowed(setting: string): AllowedPlaces {
  const names = new Set<string>()
  const networks = new BlockList()
  for (const part of setting.split(/[\s,]+/).filter(one => one !== '')) {
    const [, address = '', length] = /^\[?([^[\]/]*)\]?(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const family = isIP(address)
    const longest = family === 4 ? 32 : 128
    const bits = length === undefined ? longest : Number(length)
    if (family !== 0 && !address.includes('%') && bits <= longest)
      networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
    else if (family === 0 && length === undefined && isName(part))
      names.add(nameOf(domainToASCII(part)))
    else
      throw new Error(
        `${JSON.stringify(part)} is not the name of a host, an address, or a network like ` +
          '10.0.0.0/8',
      )
  }
  return { names, networks }
}

/** A name, not an unusual spelling of an address (127.1), without port, path or wildcard. */
function isName(part: string): boolean {
  const ascii = nameOf(domainToASCII(part))
  return !/[:/@*?#[\]]/.test(part) && NAME.test(ascii) && isIP(ascii) === 0
}
