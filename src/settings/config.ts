/**
 * Every setting of the service, in one table. Read in the hallway and handed on as plain arguments:
 * nothing else looks at the environment. docs/configuration.md is written from the table.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { bounceSettings } from './bounces.ts'
import { type Entry, entry, type Setting, secret } from './entry.ts'
import { importSettings } from './imports.ts'
import { processSettings } from './process.ts'
import { smsSettings } from './sms.ts'
import { trackingSettings } from './tracking.ts'
import {
  addresses,
  bytes,
  databaseUrl,
  domain,
  namespace,
  oneLine,
  oneOf,
  optional,
  publicUrl,
  relay,
  resolvers,
  secretKey,
  text,
  Unreadable,
  wholeNumber,
} from './values.ts'
import { webhookSettings } from './webhooks.ts'

/** A setting that can't be used. The message names it, what it got and what it wants, for the person who starts the service. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

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
      'A PostgreSQL 15 or later to use instead of the embedded one, like postgres://user:password@host:5432/database. ' +
        'Of several hosts, host1:5432,host2:5432, the first that takes writes is used.',
      optional(databaseUrl),
    ),
  ),
  databaseConnections: entry(
    'DATABASE_CONNECTIONS',
    'number',
    '16',
    'How many connections to the store each process keeps at most; one that works keeps six more for imports.',
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
  healthPort: entry(
    'HEALTH_PORT',
    'number',
    '',
    'Where a process with ROLES=worker answers /healthz, /readyz and /metrics; without it, it answers nothing.',
    optional(wholeNumber(1, 65535)),
  ),
  ...processSettings,
  maxBody: entry('MAX_BODY', 'size', '16 MB', 'The largest request that is read; a larger one is answered with 413.', bytes),
  bodyBudget: entry(
    'BODY_BUDGET',
    'size',
    '96 MB',
    'How much the bodies of all requests that are being read and answered take together; what goes beyond is answered with 503.',
    bytes,
  ),
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
    optional(domain),
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
  leaseSeconds: entry(
    'LEASE_SECONDS',
    'number',
    '60',
    'How long letters stay with a worker that gives no sign of life, before the others take them over.',
    wholeNumber(2, 3600),
  ),
  confirmAfter: entry(
    'CONFIRM_AFTER',
    'minutes',
    '120',
    'A sending that is overdue by more than this, after a stop or a restore, waits for a person to confirm it.',
    wholeNumber(1, 100_000),
  ),
  dnsResolver: entry(
    'DNS_RESOLVER',
    'addresses',
    '',
    'The resolvers that "pennypost dns check" and "pennypost doctor" ask, with commas between; without it, those of this machine.',
    optional(resolvers),
  ),
  ...bounceSettings,
  ...importSettings,
  ...smsSettings,
  ...trackingSettings,
  ...webhookSettings,
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

export interface GivenSetting {
  name: string
  /** As it is given, or what holds without; never that of a secret. */
  value: string
  /** `environment`, the file, or `default`. */
  source: string
}

/** What each setting is, and where it comes from; whether it can be used is for `readConfig` to say. */
export function givenSettings(env: Record<string, string | undefined>, envFile: string): GivenSetting[] {
  const [ofEnv, ofFile] = [withoutEmpty(env), fromFile(envFile)]
  return settings.map(({ name, secret, default: usual }) => {
    const given = ofEnv[name] ?? ofFile[name]
    const source = ofEnv[name] !== undefined ? 'environment' : given !== undefined ? envFile : 'default'
    const value = secret && given !== undefined ? '(not shown)' : (given?.trim() ?? usual)
    return { name, value, source }
  })
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
