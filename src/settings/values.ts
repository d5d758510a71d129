/**
 * Readers of setting values: return the parsed value, or throw the end of the sentence "PORT is
 * 99999, but it wants ...".
 */
import { type BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { connectionOf, UnusableUrl } from '../db/store-url.ts'
// Not from fetch-guard.ts: settings are read by every command, and need no TLS.
import { type AllowedPlaces, parseAllowed } from '../lib/fetch-guard-places.ts'
import { networkIn, networkList } from '../lib/network.ts'
import { readResolvers } from '../mail/dns/ask.ts'
import { readSmtpUrl } from '../mail/smtp/url.ts'

/** Thrown by readers: the end of the sentence "PORT is 99999, but it wants ...". */
export class UnreadableSetting extends Error {}

export const text = (value: string) => value

export const oneLine = (value: string) => {
  if (/\p{Cc}/u.test(value)) throw new UnreadableSetting('one line without control characters')
  return value
}

export const wholeNumber = (from: number, to: number) => (value: string) => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= from && number <= to))
    throw new UnreadableSetting(`a whole number from ${from} to ${to}`)
  return number
}

/** A percentage, as a fraction of 1. */
export const share = (value: string) => {
  const number = /^\d{1,3}(\.\d{1,4})?$/.test(value) ? Number(value) : Number.NaN
  if (!(number > 0 && number <= 100))
    throw new UnreadableSetting('a percentage above 0 and up to 100, like 0.1')
  return number / 100
}

export const oneOf =
  <const T extends string>(...choices: T[]) =>
  (value: string): T => {
    const found = choices.find(choice => choice === value.toLowerCase())
    if (found === undefined) throw new UnreadableSetting(`one of ${choices.join(', ')}`)
    return found
  }

export const optional =
  <T>(read: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : read(value)

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** The last label has a letter; otherwise it is part of an address, or a number. */
function isHostName(value: string): boolean {
  if (value.length > 253) return false
  const labels = value.split('.')
  return labels.every(label => LABEL.test(label)) && /[a-z]/i.test(labels.at(-1)!)
}

/** The address that a server listens on. */
export function listeningHost(value: string): string {
  if (isIP(value) === 0 && !isHostName(value.replaceAll('_', 'x')))
    throw new UnreadableSetting(
      'an address of this machine like 127.0.0.1, 0.0.0.0 for all, or a name with a letter; ' +
        'the port is a setting of its own',
    )
  return value
}

/** A regular expression for answers. */
export function pattern(value: string): string {
  try {
    new RegExp(value, 's')
  } catch (error) {
    throw new UnreadableSetting(`a regular expression (${(error as Error).message})`)
  }
  return value
}

/** A domain for incoming mail, in ASCII. */
export function domain(value: string): string {
  const ascii = domainToASCII(value).toLowerCase()
  if (!isHostName(ascii)) throw new UnreadableSetting('a domain like bounces.example.com')
  return ascii
}

export function publicUrl(value: string): string {
  const url = URL.parse(value)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new UnreadableSetting('an address like https://mail.example.com, without a path')
  return url.origin
}

export function databaseUrl(value: string): string {
  try {
    connectionOf(value)
  } catch (error) {
    if (error instanceof UnusableUrl) throw new UnreadableSetting(error.message)
    throw error
  }
  return value
}

export function replicaUrl(value: string): string {
  if (connectionOf(databaseUrl(value)).hosts)
    throw new UnreadableSetting('the address of one server, postgres://user:password@host/database')
  return value
}

export function namespace(value: string): string {
  if (!URL.canParse(value) || !/^[^\s<>"'&]+\/$/.test(value))
    throw new UnreadableSetting(
      'an absolute address that ends with /, like http://pennypost.example/externalapi/v3/',
    )
  return value
}

export function relay(value: string): string {
  try {
    readSmtpUrl(value)
  } catch (error) {
    throw new UnreadableSetting(`the address of a relay (${(error as Error).message})`)
  }
  return value
}

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
}

export const bytesUpTo = (most: number, inWords: string) => (value: string) => {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value) ?? []
  const size = Math.floor(Number(number) * (UNITS[unit?.toLowerCase() ?? '-'] ?? Number.NaN))
  if (!(size >= 1024 && size <= most))
    throw new UnreadableSetting(`a size from 1 kB to ${inWords}, like 16 MB`)
  return size
}

export const bytes = bytesUpTo(1024 ** 3, '1 GB')

export function resolvers(value: string): string[] {
  try {
    return readResolvers(value)
  } catch (error) {
    throw new UnreadableSetting((error as Error).message)
  }
}

/** Hosts, addresses and networks that may be connected to although they are not public. */
export function allowedPlaces(value: string): AllowedPlaces {
  try {
    return parseAllowed(value)
  } catch (error) {
    throw new UnreadableSetting(
      'hosts, addresses or networks separated by commas, like files.internal, 10.1.0.0/16 ' +
        `(${(error as Error).message})`,
    )
  }
}

/** Addresses and networks of trusted proxies (X-Forwarded headers). */
export function addresses(value: string): BlockList {
  const parts = value.split(',').map(one => one.trim())
  return networkList(
    parts
      .filter(part => part !== '')
      .map(part => {
        const network = networkIn(part)
        if (network) return network
        throw new UnreadableSetting(
          'addresses or networks separated by commas, like 10.0.0.1, 192.168.0.0/16',
        )
      }),
  )
}

export function secretKey(value: string): string {
  if (value.length < 32)
    throw new UnreadableSetting('at least 32 characters, best random ones: openssl rand -base64 32')
  return value
}
