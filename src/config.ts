/**
 * Every setting of the service, in one table. Read in the hallway and handed on as plain arguments:
 * nothing else looks at the environment. docs/configuration.md is written from the table.
 */
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readSmtpUrl } from './mail/smtp-url.ts'

export interface Setting {
  name: string
  type: string
  /** As it is written in the environment; empty for none. */
  default: string
  sentence: string
  /** Its value is never shown. */
  secret: boolean
}

/** A setting that can't be used. The message names it, what it got and what it wants, for the person who starts the service. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

/** What a reader throws: the end of the sentence "PORT is 99999, but it wants ...". */
class Unreadable extends Error {}

interface Entry<T> extends Setting {
  read: (text: string) => T
}

const text = (value: string) => value

const oneLine = (value: string) => {
  if (/\p{Cc}/u.test(value)) throw new Unreadable('one line without control characters')
  return value
}

const wholeNumber = (from: number, to: number) => (value: string) => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= from && number <= to)) throw new Unreadable(`a whole number from ${from} to ${to}`)
  return number
}

const oneOf =
  <const T extends string>(...choices: T[]) =>
  (value: string): T => {
    const found = choices.find(choice => choice === value.toLowerCase())
    if (found === undefined) throw new Unreadable(`one of ${choices.join(', ')}`)
    return found
  }

const optional =
  <T>(read: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : read(value)

function publicUrl(value: string): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Unreadable('an address like https://mail.example.com, without a path')
  return url.origin
}

function databaseUrl(value: string): string {
  const url = URL.parse(value)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new Unreadable('an address like postgres://user:password@host:5432/database')
  return value
}

function namespace(value: string): string {
  if (!URL.canParse(value) || !/^[^\s<>"'&]+\/$/.test(value))
    throw new Unreadable('an absolute address that ends with /, like http://pennypost.example/externalapi/v3/')
  return value
}

function relay(value: string): string {
  try {
    readSmtpUrl(value)
  } catch (error) {
    throw new Unreadable(`the address of a relay (${(error as Error).message})`)
  }
  return value
}

const UNITS: Record<string, number> = { '': 1, b: 1, k: 1024, kb: 1024, m: 1024 ** 2, mb: 1024 ** 2, g: 1024 ** 3, gb: 1024 ** 3 }

function bytes(value: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value) ?? []
  const size = Math.floor(Number(number) * (UNITS[unit?.toLowerCase() ?? '-'] ?? Number.NaN))
  if (!(size >= 1024 && size <= 1024 ** 3)) throw new Unreadable('a size from 1 kB to 1 GB, like 16 MB')
  return size
}

/** Addresses and networks of proxies whose X-Forwarded headers are believed. */
function addresses(value: string): BlockList {
  const list = new BlockList()
  for (const part of value.split(',').map(one => one.trim())) {
    if (part === '') continue
    const [address = '', length, ...rest] = part.split('/')
    const family = isIP(address)
    const longest = family === 4 ? 32 : 128
    const wrong =
      family === 0 || rest.length > 0 || (length !== undefined && !(/^\d{1,3}$/.test(length) && Number(length) <= longest))
    if (wrong) throw new Unreadable('addresses or networks with commas between, like 10.0.0.1, 192.168.0.0/16')
    list.addSubnet(address, length === undefined ? longest : Number(length), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function secretKey(value: string): string {
  if (value.length < 32) throw new Unreadable('at least 32 characters, best random ones: openssl rand -base64 32')
  return value
}

/** One setting: its name, type, default, sentence, and how it is read. */
function entry<T>(name: string, type: string, byDefault: string, sentence: string, read: (text: string) => T): Entry<T> {
  return { name, type, default: byDefault, sentence, read, secret: false }
}

const secret = <T>(given: Entry<T>): Entry<T> => ({ ...given, secret: true })

const table = {
  host: entry('HOST', 'address or name', '127.0.0.1', 'The address to listen on; 0.0.0.0 for all.', text),
  port: entry('PORT', 'number', '8080', 'The port to listen on; 0 takes any free one.', wholeNumber(0, 65535)),
  publicUrl: entry(
    'PUBLIC_URL',
    'address',
    '',
    'Where people reach the service from outside; login links start with it. Without it they start as the request did.',
    optional(publicUrl),
  ),
  trustProxy: entry(
    'TRUST_PROXY',
    'addresses',
    '',
    'The proxies whose X-Forwarded headers are believed: addresses or networks, with commas between.',
    addresses,
  ),
  dataDir: entry('DATA_DIR', 'folder', './data', 'Where the embedded store and the key file lie.', value => resolve(value)),
  databaseUrl: secret(
    entry(
      'DATABASE_URL',
      'address',
      '',
      'A PostgreSQL 15 or later to use instead of the embedded one, like postgres://user:password@host:5432/database.',
      optional(databaseUrl),
    ),
  ),
  databaseConnections: entry(
    'DATABASE_CONNECTIONS',
    'number',
    '16',
    'How many connections to the store each process keeps at most.',
    wholeNumber(2, 500),
  ),
  apiNamespace: entry(
    'API_NAMESPACE',
    'address',
    'http://pennypost.example/externalapi/v3/',
    'The XML namespace of the web service; programs that move from a hosted service keep the namespace of that one.',
    namespace,
  ),
  apiServiceName: entry(
    'API_SERVICE_NAME',
    'text',
    'ExternalAPIService',
    'The name of the web service in its WSDL and help.',
    oneLine,
  ),
  accountUsername: entry(
    'ACCOUNT_USERNAME',
    'text',
    'admin',
    'The user name of the first account, made on an empty store.',
    oneLine,
  ),
  accountPassword: secret(
    entry(
      'ACCOUNT_PASSWORD',
      'text',
      '',
      'The password of the first account; without it one is generated and shown once.',
      optional(oneLine),
    ),
  ),
  secretKey: secret(
    entry(
      'SECRET_KEY',
      'text',
      '',
      'Encrypts what must not be readable in a dump of the store, 32 characters or more; without it DATA_DIR/secret.key is made and used.',
      optional(secretKey),
    ),
  ),
  roles: entry(
    'ROLES',
    'all, web or worker',
    'all',
    'What this process does: answer calls (web), the work behind them (worker), or both.',
    oneOf('all', 'web', 'worker'),
  ),
  logLevel: entry(
    'LOG_LEVEL',
    'word',
    'info',
    'How much is logged: fatal, error, warn, info, debug, trace, or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  maxBody: entry('MAX_BODY', 'size', '16 MB', 'The largest request that is read; a larger one is answered with 413.', bytes),
  smtpUrl: secret(
    entry(
      'SMTP_URL',
      'address',
      '',
      'The relay that letters go to, like smtp://user:password@mail.example.com:587; without one (and without routes) the sandbox keeps them.',
      optional(relay),
    ),
  ),
  bounceDomain: entry(
    'BOUNCE_DOMAIN',
    'domain',
    '',
    "The domain of letters' envelope senders, where bounces come back to; without it the host of PUBLIC_URL.",
    optional(oneLine),
  ),
  uncertainMax: entry(
    'UNCERTAIN_MAX',
    'number',
    '200',
    'How many letters each process has on their way at most: those that a crash leaves uncertain.',
    wholeNumber(1, 10_000),
  ),
  retryUncertain: entry(
    'RETRY_UNCERTAIN',
    'yes or no',
    'yes',
    'Whether a letter whose reply was lost in a crash is sent once more, with the same Message-ID.',
    value => oneOf('yes', 'no')(value) === 'yes',
  ),
  confirmAfter: entry(
    'CONFIRM_AFTER',
    'minutes',
    '120',
    'A sending that is overdue by more than this, after a stop or a restore, waits for a person to confirm it.',
    wholeNumber(1, 100_000),
  ),
  metricsToken: secret(
    entry(
      'METRICS_TOKEN',
      'text',
      '',
      'Who sends it as a Bearer token may read /metrics; without it only this machine may.',
      optional(oneLine),
    ),
  ),
}

export type Config = { readonly [K in keyof typeof table]: ReturnType<(typeof table)[K]['read']> }

export const settings: Setting[] = Object.values(table).map(({ read: _read, ...setting }) => setting)

/** Reads the settings; those of the environment win over those of the file, and an empty one counts as not given. */
export function readConfig(env: Record<string, string | undefined>, envFile?: string): Config {
  const given = { ...fromFile(envFile), ...withoutEmpty(env) }
  const config = Object.entries(table).map(([key, setting]) => [key, readSetting(setting, given[setting.name])])
  return Object.fromEntries(config)
}

function readSetting(setting: Entry<unknown>, given: string | undefined): unknown {
  // A secret is taken as it is: blanks may belong to it.
  const value = (setting.secret ? given : given?.trim()) ?? setting.default
  try {
    return setting.read(value)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const got = setting.secret ? 'a value (not shown)' : JSON.stringify(value)
    throw new WrongSetting(`${setting.name} is set to ${got}, but it wants ${error.message}.`, { cause: error })
  }
}

function fromFile(file: string | undefined): Record<string, string | undefined> {
  if (file === undefined) return {}
  try {
    return withoutEmpty(parseEnv(readFileSync(file, 'utf8')))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    throw new WrongSetting(`The file of settings ${file} can't be read: ${message}.`, { cause: error })
  }
}

const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
