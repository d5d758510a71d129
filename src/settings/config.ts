/**
 * Every setting of the service, in one table. Settings are read at startup and passed on as
 * arguments: no other code reads the environment. docs/configuration.md is generated from the
 * table.
 */
import type { SettingNote } from '../lib/setting-words.ts'
import { alarmSettings } from './alarms.ts'
import { bounceSettings } from './bounces.ts'
import { type Entry, entry, type Setting, secret, type ValuesOf } from './entry.ts'
import { type Environment, fileNameOf, readGiven, secretIn, WrongSetting } from './given.ts'
import { httpSettings } from './http.ts'
import { fetchSettings, importSettings } from './imports.ts'
import { mediaSettings } from './media.ts'
import { movingSettings } from './moving.ts'
import { notesOf } from './notes.ts'
import { processSettings } from './process.ts'
import { programSettings } from './programs.ts'
import { formSettings, sendingSettings, workSettings } from './sending.ts'
import { signInSettings } from './sign-in.ts'
import { smsSettings } from './sms.ts'
import { storeSettings } from './store.ts'
import { submissionSettings } from './submission.ts'
import { trackingSettings } from './tracking.ts'
import {
  namespace,
  oneLine,
  oneOf,
  optional,
  resolvers,
  UnreadableSetting,
  wholeNumber,
} from './values.ts'
import { webhookSettings } from './webhooks.ts'

/** By subject: each part of the program gets its own settings. */
const table = {
  http: httpSettings,
  store: storeSettings,
  api: {
    namespace: entry(
      'API_NAMESPACE',
      'address',
      'http://pennypost.example/externalapi/v3/',
      'The XML namespace of the web service; programs that move from a hosted service keep ' +
        'the namespace of that one.',
      namespace,
    ),
    serviceName: entry(
      'API_SERVICE_NAME',
      'text',
      'ExternalAPIService',
      'The name of the web service in its WSDL and help.',
      oneLine,
    ),
    operations: entry(
      'API_OPERATIONS',
      'all or 38',
      'all',
      'The operations of the web service: all, or only the 38 of its specification, without the ' +
        'additions that programs of other services call.',
      oneOf('all', '38'),
    ),
  },
  account: {
    username: entry(
      'ACCOUNT_USERNAME',
      'text',
      'admin',
      'The user name of the first account, made on an empty store.',
      oneLine,
    ),
    password: secret(
      entry(
        'ACCOUNT_PASSWORD',
        'text',
        '',
        'The password of the first account; without it one is generated and shown once.',
        optional(oneLine),
      ),
    ),
  },
  signIn: signInSettings,
  process: processSettings,
  work: workSettings,
  sending: sendingSettings,
  forms: formSettings,
  dns: {
    resolver: entry(
      'DNS_RESOLVER',
      'addresses',
      '',
      'The DNS resolvers of "pennypost dns check", "pennypost doctor" and the lookup of ' +
        "recipients' mail servers, separated by commas; default: those of this machine.",
      optional(resolvers),
    ),
  },
  bounces: bounceSettings,
  fetch: fetchSettings,
  imports: importSettings,
  media: mediaSettings,
  moving: movingSettings,
  sms: smsSettings,
  submission: submissionSettings,
  tracking: trackingSettings,
  webhooks: webhookSettings,
  programs: programSettings,
  alarms: alarmSettings,
  audit: {
    months: entry(
      'AUDIT_KEEP_MONTHS',
      'months',
      '24',
      'How long the audit log is kept: who changed what.',
      wholeNumber(1, 240),
    ),
  },
}

/** The values of all settings: `config.http.port`. */
export type Config = { readonly [S in keyof typeof table]: ValuesOf<(typeof table)[S]> }

type Entries = Record<string, Entry<unknown>>

export const settings: Setting[] = Object.values<Entries>(table)
  .flatMap(subject => Object.values(subject))
  .map(({ read: _read, ...setting }) => setting)

/**
 * Reads the settings. The environment takes precedence over the file; an empty value counts as
 * unset. A secret may be in a file of its own, which NAME_FILE names.
 */
export function readConfig(env: Environment, envFile?: string): Config {
  const { environment, file } = readGiven(env, envFile)
  const given = { ...file.values, ...environment }
  const valuesOf = (entries: Entries) =>
    mapValues(entries, setting => readSetting(setting, textOf(setting, given)))
  return mapValues<Entries, unknown>(table, valuesOf) as Config
}

export interface GivenSetting {
  name: string
  /** The given value or the default; never that of a secret. */
  value: string
  /** `environment`, the file, or `default`. */
  source: string
  sentence: string
}

/** The value and origin of each setting, without validation; `readConfig` validates. */
export function givenSettings(env: Environment, envFile: string): GivenSetting[] {
  const { environment, file } = readGiven(env, envFile)
  const sourceOf = (name: string) =>
    environment[name] !== undefined
      ? 'environment'
      : file.values[name] !== undefined
        ? envFile
        : undefined
  return settings.map(({ name, secret, default: usual, sentence }) => {
    const source = sourceOf(name)
    const ofFile = secret ? sourceOf(fileNameOf(name)) : undefined
    if (source === undefined && ofFile !== undefined) {
      const path = environment[fileNameOf(name)] ?? file.values[fileNameOf(name)]!
      return { name, value: `(not shown, in ${path.trim()})`, source: ofFile, sentence }
    }
    if (source === undefined) return { name, value: usual, source: 'default', sentence }
    const value = environment[name] ?? file.values[name]!
    return { name, value: secret ? '(not shown)' : value.trim(), source, sentence }
  })
}

const mapValues = <From, To>(
  record: Record<string, From>,
  to: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

function textOf({ name, secret }: Setting, given: Environment): string | undefined {
  // A secret is not trimmed: blanks may belong to it.
  if (!secret) return given[name]?.trim()
  const path = given[fileNameOf(name)]?.trim()
  if (path === undefined) return given[name]
  if (given[name] !== undefined)
    throw new WrongSetting(`${name} and ${fileNameOf(name)} are both set: set one of them.`)
  return secretIn(fileNameOf(name), path)
}

function readSetting(setting: Entry<unknown>, given: string | undefined): unknown {
  const value = given ?? setting.default
  try {
    return setting.read(value)
  } catch (error) {
    if (!(error instanceof UnreadableSetting)) throw error
    const got = setting.secret ? 'a value (not shown)' : JSON.stringify(value)
    throw new WrongSetting(`${setting.name} is set to ${got}, but it wants ${error.message}.`, {
      cause: error,
    })
  }
}

/** Sentences about names that are given and set nothing, and about repeated ones. */
export const settingNotes = (env: Environment, envFile: string): SettingNote[] =>
  notesOf(readGiven(env, envFile), envFile, settings)
