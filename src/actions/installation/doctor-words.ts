/**
 * The findings of the checks of an installation: a code with values, in English for commands and
 * programs. Names of settings and commands are values. Other languages have words for each code.
 */
import { type CodedSentence, count, type DetailValues, detailsOf } from '../../lib/sentences.ts'
import { settingWords } from '../../lib/setting-words.ts'
import { size } from '../../lib/size.ts'

const bytes = (value: string | number): string => size(Number(value))

/** Of machine and settings. */
const machine = {
  'node-version': ({ version }: DetailValues<'version'>) => `Node.js ${version}`,
  'node-install': ({ version }: DetailValues<'version'>) => `Install Node.js ${version} or later.`,
  'clock-at': ({ at }: DetailValues<'at'>) => `It shows ${at}.`,
  'clock-wrong': ({ at }: DetailValues<'at'>) => `The clock of this machine shows ${at}.`,
  'clock-set': () => 'Set it; best by NTP.',
  'memory-enough': ({ memory }: DetailValues<'memory'>) => `${bytes(memory)} of memory`,
  'memory-small': ({ memory }: DetailValues<'memory'>) =>
    `${bytes(memory)} of memory: with less than 512 MB a large import or sending may be ended ` +
    'by the system.',
  'memory-give': () => 'Give it 512 MB or more; 1 GB leaves room.',
  'settings-fine': () => 'Each can be used.',
  'settings-wrong': ({ says }: DetailValues<'says'>) => `${says}`,
  'settings-correct': () => 'Correct it in the environment or in .env.',
  'disk-free': ({ free, folder }: DetailValues<'free' | 'folder'>) =>
    `${bytes(free)} free on the disk of ${folder}`,
  'disk-larger': () => 'Free some space, or give it a larger disk.',
  'folder-unwritable': ({ folder }: DetailValues<'folder'>) =>
    `${folder} can't be written by this user.`,
  'folder-own': () => 'Run as the user who runs the service, or chown it.',
  'url-unneeded': () => 'Not set; the service listens to this machine only.',
  'url-unset': ({ host }: DetailValues<'host'>) => `Not set, but the service listens on ${host}.`,
  'url-set': () => 'Set it to where people reach the service, so that links lead there.',
  'url-own': ({ url }: DetailValues<'url'>) => `${url} leads to the reader's own machine.`,
  'url-name': () => 'Set it to the name people reach the service by.',
  'url-plain': ({ url }: DetailValues<'url'>) =>
    `${url} is not encrypted: passwords can be read on the way.`,
  'url-encrypt': () => 'Put a proxy with TLS in front, and set it to https://...',
  'url-no-proxy': ({ url, setting }: DetailValues<'url' | 'setting'>) =>
    `${url} needs a proxy in front, but ${setting} is empty: all calls seem to come from the proxy.`,
  'url-trust': ({ setting }: DetailValues<'setting'>) =>
    `Set ${setting} to the proxy's address, like 127.0.0.1.`,
  'url-fine': ({ url }: DetailValues<'url'>) => `${url}`,
  'key-set': ({ setting }: DetailValues<'setting'>) => `${setting} is set.`,
  'key-private': ({ file }: DetailValues<'file'>) => `Only its owner may read ${file}.`,
  'key-group-reads': ({ file, mode }: DetailValues<'file' | 'mode'>) =>
    `The group may read ${file} (mode ${mode}).`,
  'key-all-read': ({ file, mode }: DetailValues<'file' | 'mode'>) =>
    `Everyone may read ${file} (mode ${mode}).`,
  run: ({ command }: DetailValues<'command'>) => `${command}`,
}

const store = {
  'store-embedded': ({ folder, version, stored }: DetailValues<'folder' | 'version' | 'stored'>) =>
    `embedded, in ${folder}: PostgreSQL ${version}, ${bytes(stored)}`,
  'store-external': ({
    setting,
    version,
    stored,
  }: DetailValues<'setting' | 'version' | 'stored'>) =>
    `the PostgreSQL of ${setting}: PostgreSQL ${version}, ${bytes(stored)}`,
  'store-none': ({ folder }: DetailValues<'folder'>) => `There is none in ${folder} yet.`,
  'store-first-start': ({ setting }: DetailValues<'setting'>) =>
    `The first start makes one; if there should be one, check ${setting}.`,
  'store-fails': ({ says }: DetailValues<'says'>) => `${says}`,
  'store-read': ({ page }: DetailValues<'page'>) => `See ${page}.`,
  'store-check': ({ setting }: DetailValues<'setting'>) => `Check ${setting} and its server.`,
  'schema-current': ({ schema }: DetailValues<'schema'>) => `${schema}, up to date`,
  'schema-newer': ({ schema, newest }: DetailValues<'schema' | 'newest'>) =>
    `${schema}, newer than this version, which knows ${newest}`,
  'schema-run-newer': () => 'Run the newer version of Pennypost.',
  'schema-missing': ({ schema, files }: DetailValues<'schema' | 'files'>) =>
    `${schema}; missing: ${files}`,
  'schema-none': ({ files }: DetailValues<'files'>) => `none yet; missing: ${files}`,
  'schema-upgrade': ({ command }: DetailValues<'command'>) =>
    `The next start applies it, or: ${command}`,
  'store-clock-ahead': ({ seconds }: DetailValues<'seconds'>) =>
    `The store's clock is ${Number(seconds).toFixed(1)} s ahead.`,
  'store-clock-behind': ({ seconds }: DetailValues<'seconds'>) =>
    `The store's clock is ${Number(seconds).toFixed(1)} s behind.`,
  'store-clock-same': () => 'The same as here.',
  'store-clock-set': () => 'Set the clocks of both machines by NTP.',
  'cluster-alone': () => 'The store is not distributed.',
  'cluster-obstacle': ({ says }: DetailValues<'says'>) => `${says}`,
  'cluster-undistributed': ({ tables }: DetailValues<'tables'>) => `Not distributed: ${tables}.`,
  'cluster-settings': ({ settings }: DetailValues<'settings'>) =>
    `Other settings of sessions than ours: ${settings}.`,
  'cluster-functions': ({ groups }: DetailValues<'groups'>) =>
    `${groups} groups of shards lack our functions.`,
  'cluster-fine': ({ nodes }: DetailValues<'nodes'>) => `Distributed; ${nodes} nodes answer.`,
  'cluster-distribute': ({ command }: DetailValues<'command'>) =>
    `Stop the processes, then: ${command}`,
  'standby-of-cluster': () => 'A store on several servers has no standby to read from.',
  'standby-remove': ({ setting }: DetailValues<'setting'>) => `Remove ${setting}.`,
  'standby-away': ({ says }: DetailValues<'says'>) =>
    `It does not answer: ${says}. The primary answers its reads.`,
  'standby-foreign': ({ setting }: DetailValues<'setting'>) =>
    `It is a copy of another server than that of ${setting}.`,
  'standby-primary': () => 'It follows nobody: it is a primary itself.',
  'standby-anew': ({ setting }: DetailValues<'setting'>) =>
    `Make it anew with pg_basebackup, or correct ${setting}.`,
  'standby-unconnected': ({ lag }: DetailValues<'lag'>) =>
    `It is not connected to the primary, ${bytes(lag)} of the log behind.`,
  'standby-log': () => 'Look at its log.',
  'standby-follows': ({ lag }: DetailValues<'lag'>) =>
    `It follows, ${bytes(lag)} of the log behind.`,
  'standby-stronger': () => 'Give it more processor or disk.',
}

const service = {
  'keys-none': () => 'None yet: the first start makes one.',
  'keys-sealed': ({ setting, file }: DetailValues<'setting' | 'file'>) =>
    `The store has keys, but there is nothing to open them with: no ${setting}, no ${file}.`,
  'keys-bring-back': ({ setting }: DetailValues<'setting'>) =>
    `Bring back the secret.key that belongs to the store, or set ${setting}. Both are in a backup.`,
  'keys-open': ({ keys, newest }: DetailValues<'keys' | 'newest'>) =>
    `${keys}, the newest is ${newest}`,
  'keys-otherwise': ({ setting }: DetailValues<'setting'>) =>
    `The keys in the store were sealed with another ${setting}.`,
  'keys-fail': ({ says }: DetailValues<'says'>) => `${says}`,
  'keys-right': () => 'Bring back the right one; a backup has it.',
  'backup-none': () => 'Pennypost has made none.',
  'backup-last': ({ at }: DetailValues<'at'>) => `The last one is of ${at}.`,
  'backup-nightly': ({ command }: DetailValues<'command'>) =>
    `Run ${command} each night, unless you back up by other means.`,
  'accounts-none': () => 'No account is open: no program can call.',
  'accounts-one': () => 'One is open.',
  'accounts-open': ({ accounts }: DetailValues<'accounts'>) => `${count(accounts)} are open.`,
  'dns-fine': ({ domain }: DetailValues<'domain'>) =>
    `${domain}: all records that receivers check exist.`,
  'dns-lacks': ({
    domain,
    bad,
    warn,
    unknown,
  }: DetailValues<'domain' | 'bad' | 'warn' | 'unknown'>) =>
    `${domain}: ${[
      ...(bad === '' ? [] : [`to be done: ${bad}`]),
      ...(warn === '' ? [] : [`better done: ${warn}`]),
      ...(unknown === '' ? [] : [`not known, the resolver does not answer: ${unknown}`]),
    ].join('; ')}.`,
}

const WORDS = { ...settingWords, ...machine, ...store, ...service }

export type DoctorCode = keyof typeof WORDS

export const DOCTOR_CODES = Object.keys(WORDS) as [DoctorCode, ...DoctorCode[]]

export type DoctorSentence = CodedSentence<DoctorCode>

export const doctorSentence = detailsOf(WORDS)

/** The checks, in the order in which they are made. */
export const CHECKS = [
  ...(['node', 'clock', 'settings', 'memory', 'disk', 'data-folder', 'PUBLIC_URL', 'key'] as const),
  ...(['store', 'schema', 'store-clock', 'cluster', 'standby', 'signing-keys'] as const),
  ...(['accounts', 'backup', 'dns'] as const),
] as const

/** A finding of the checks, with its remedy. */
export interface DoctorFinding {
  check: (typeof CHECKS)[number]
  state: 'ok' | 'warn' | 'bad'
  found: DoctorSentence
  todo?: DoctorSentence
}
