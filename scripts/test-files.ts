/** The files of the tests: long ones, those that run alone, and those that share a process. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * Tests that take many seconds: crashes, foreign toolkits, separate processes and embedded servers.
 */
const LONG = [
  'test/long/**',
  'test/clients/**',
  'test/cli/**',
  'test/db/embedded*.test.ts',
  'test/db/backup*.test.ts',
  'test/**/*.long.test.ts',
]

/** Tests that run commands: long ones that share a process, and another for their commands. */
const COMMANDS = ['test/cli/**']

/**
 * Tests on a cluster, whose coordinator TEST_DATABASE_URL names: run with `--cluster` alone. The
 * others are run there again, for what once went wrong on a cluster without an error: undoing did
 * nothing, a transaction with an identifier was answered and not stored; and for a statement that
 * is planned there, but refused when it runs.
 */
const CLUSTER = [
  'test/**/*.cluster.test.ts',
  'test/domain/imports/moving-in.test.ts',
  'test/domain/imports/undo.test.ts',
  'test/domain/transactions/same-rules.test.ts',
]

export const clusterFiles = (): string[] => [...matching(CLUSTER)].sort()

/** Tests that measure memory or processor time: no other test runs beside them. */
const ALONE = ['test/**/*.alone.test.ts']

/** Tests that measure only the processor time of their own thread: one on each of two cores. */
const THREAD_TIMED = ['test/hostile-texts/*.alone.test.ts']

/**
 * Longest first, so that no processor is idle at the end; of the long tests those first that mostly
 * wait, for PostgreSQL 15 is tested beside them. A run prints the slowest at its end.
 */
export const SLOWEST = [
  'test/hostile-texts/dialogues.alone.test.ts',
  'test/hostile-texts/mail.alone.test.ts',
  'test/hostile-texts/values.alone.test.ts',
  'test/hostile-texts/requests.alone.test.ts',
  'test/long/console-ab.test.ts',
  'test/long/send-kill-relay.test.ts',
  'test/long/cut-connection.test.ts',
  'test/long/ten-providers.test.ts',
  'test/long/send-kill-mixed.test.ts',
  'test/long/benches.test.ts',
  'test/long/console-journeys.test.ts',
  'test/long/console-sending.test.ts',
  'test/long/console-typing.test.ts',
  'test/long/moving.test.ts',
  'test/long/console-million.test.ts',
  'test/long/console-composer.test.ts',
  'test/long/console-team.test.ts',
  'test/long/rolling-restart.test.ts',
  'test/cli/start.test.ts',
  'test/long/import-kill.test.ts',
  'test/db/embedded-crash.test.ts',
  'test/db/embedded.test.ts',
  'test/long/console-people.test.ts',
  'test/long/console-preview.test.ts',
  'test/db/backup.long.test.ts',
  'test/long/package.test.ts',
  'test/domain/files/read-file.long.test.ts',
  'test/db/embedded-systems.test.ts',
  'test/long/send-kill-ab.test.ts',
  'test/long/console.test.ts',
  'test/long/cut-connection-sending.test.ts',
  'test/long/console-live.test.ts',
  'test/long/full-disk-sending.test.ts',
  'test/long/replica.test.ts',
  'test/long/transaction-kill.test.ts',
  'test/long/email-kill.test.ts',
  'test/long/attachment-kill.test.ts',
  'test/long/three-processes.test.ts',
  'test/long/batch-kill.test.ts',
  'test/long/trigger-kill.test.ts',
  'test/long/idle.test.ts',
  'test/long/crash.test.ts',
  'test/cli/sending.long.test.ts',
]

/**
 * Fast tests that mostly wait: for turns, leases, outages and time limits, now and then for long.
 * They have processes of their own, which end long before the others: the runner sorts files by
 * name, and a process whose last file waits leaves both cores idle.
 */
export const WAITING = [
  'test/workers/**',
  'test/console-api/live.test.ts',
  'test/db/heartbeat.test.ts',
  'test/db/silent-connection.test.ts',
  'test/inbound/bounds.test.ts',
  'test/inbound/judging.test.ts',
  'test/lib/outage-log.test.ts',
  'test/operations/imports-custom.test.ts',
  'test/recipient/hits-outage.test.ts',
]

const TITLE = /\b(?:test|describe|it)\(\s*(?:(['"`])(.*?)\1)?/g

/**
 * Whether a file may have a test of this name: one of its titles matches or is computed (ignored
 * for a long file).
 */
function mayMatch(file: string, isLong: boolean, pattern: string): boolean {
  const titles = [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].map(
    ([, , title]) => title,
  )
  return titles.some(title => (title === undefined ? !isLong : new RegExp(pattern).test(title)))
}

/**
 * Tests that are about what is done before or beside the store: passwords, the reading of texts,
 * the probes of a process. Their statements are all run by the other tests of `--release`.
 */
export const BESIDE_STORE = [
  'test/domain/accounts-sign-in.test.ts',
  'test/http/worker-probes.test.ts',
  'test/operations/bad-input.test.ts',
  'test/soap/long-texts.test.ts',
]

/** Whether a file itself makes a store, a service or an account, and is about that. */
export const makesStore = (file: string): boolean =>
  !BESIDE_STORE.includes(file) &&
  /\/support\/(?:database|service|account)\.ts'/.test(readFileSync(join(root, file), 'utf8'))

const MAKES_STORES = resolve(root, 'test/support/database.ts')
const IMPORT = /\bfrom '(\.[^']+)'/g
const known = new Map<string, boolean>([[MAKES_STORES, true]])

/** Whether a file, or one that it imports from the tests, makes a store. */
export function usesStore(file: string): boolean {
  const path = resolve(root, file)
  if (!known.has(path)) {
    // Until it is known, for files that import each other.
    known.set(path, false)
    const imports = [...readFileSync(path, 'utf8').matchAll(IMPORT)]
      .map(([, name]) => resolve(path, '..', name!))
      .filter(other => other.startsWith(join(root, 'test')))
    known.set(path, imports.some(usesStore))
  }
  return known.get(path)!
}

const matching = (patterns: string[]): Set<string> =>
  new Set(patterns.flatMap(part => globSync(part, { cwd: root })))

export interface TestFiles {
  fast: string[]
  /** Fast ones that mostly wait. */
  waiting: string[]
  long: string[]
  /** Long ones that may share a process. */
  commands: string[]
  threadTimed: string[]
  alone: string[]
}

/** Files that may have a test of this name, or all. */
export function testFiles(pattern: string | undefined): TestFiles {
  const [slow, alone, timed] = [matching(LONG), matching(ALONE), matching(THREAD_TIMED)]
  const waiting = matching(WAITING)
  const commands = new Set([...matching(COMMANDS)].filter(file => !SLOWEST.includes(file)))
  const all = globSync('test/**/*.test.ts', { cwd: root })
    .filter(file => !file.endsWith('.cluster.test.ts'))
    .filter(file => pattern === undefined || mayMatch(file, slow.has(file), pattern))
    .sort()
  const rank = (file: string) => (SLOWEST.indexOf(file) + SLOWEST.length + 1) % (SLOWEST.length + 1)
  const slowestFirst = (files: string[]) => files.sort((one, other) => rank(one) - rank(other))
  const fast = all.filter(file => !slow.has(file) && !alone.has(file))
  return {
    fast: fast.filter(file => !waiting.has(file)),
    waiting: fast.filter(file => waiting.has(file)),
    long: slowestFirst(
      all.filter(file => slow.has(file) && !alone.has(file) && !commands.has(file)),
    ),
    commands: all.filter(file => commands.has(file)),
    threadTimed: slowestFirst(all.filter(file => timed.has(file))),
    alone: all.filter(file => alone.has(file) && !timed.has(file)),
  }
}

/** The slowest of the fast files, as printed at the end of a run. */
export const FAST_SECONDS: Readonly<Record<string, number>> = {
  'test/console-api/every-route.test.ts': 40,
  'test/db/silent-connection.test.ts': 38,
  'test/recipient/hits-outage.test.ts': 36,
  'test/console-api/live.test.ts': 33,
  'test/workers/transactions-lane.test.ts': 30,
  'test/operations/imports-custom.test.ts': 28,
  'test/workers/sms.test.ts': 22,
  'test/operations/additions-of-subscribers.test.ts': 20,
  'test/console-api/members.test.ts': 20,
  'test/inbound/bounds.test.ts': 17,
  'test/console-api/media.test.ts': 16,
  'test/inbound/judging.test.ts': 16,
  'test/workers/routes.test.ts': 16,
  'test/console-api/audit-of-routes.test.ts': 15,
  'test/domain/tracking/machines/judge-hits.test.ts': 15,
  'test/mail/smtp/postfix.test.ts': 13,
  'test/mail/message/dkim.test.ts': 13,
  'test/workers/route-log.test.ts': 12,
  'test/moving/shadow.test.ts': 12,
  'test/app.test.ts': 12,
  'test/domain/imports/apply/same-rules.test.ts': 11,
  'test/lib/xlsx.test.ts': 11,
  'test/domain/accounts-sign-in.test.ts': 11,
  'test/workers/bounce-forwards.test.ts': 11,
  'test/domain/privacy/erase.test.ts': 10,
  'test/moving/misbehaving.test.ts': 10,
  'test/console-api/api-keys.test.ts': 10,
  'test/db/heartbeat.test.ts': 10,
  'test/sandbox/pages.test.ts': 10,
  'test/domain/sms/together.test.ts': 10,
  'test/lib/outage-log.test.ts': 9,
  'test/attacks.test.ts': 9,
  'test/domain/pages.test.ts': 9,
  'test/inbound/relay-events.test.ts': 9,
  'test/inbound/mailboxes-dovecot.test.ts': 8,
  'test/console-api/erased-person.test.ts': 8,
  'test/console-api/blocks.test.ts': 8,
  'test/workers/shared-mail-hosts.test.ts': 8,
  'test/operations/bad-input.test.ts': 8,
  'test/workers/closed-accounts.test.ts': 8,
  'test/inbound/mailboxes.test.ts': 7,
  'test/domain/imports/apply/new-account.test.ts': 7,
  'test/domain/members/members.test.ts': 7,
  'test/console-api/imports.test.ts': 7,
  'test/soap/mutations.test.ts': 7,
  'test/moving/copy.test.ts': 7,
  'test/workers/route-rules.test.ts': 6,
  'test/mail/message/compose.test.ts': 6,
  'test/workers/imports.test.ts': 6,
  'test/inbound/acting.test.ts': 6,
  'test/workers/hostile-relays.test.ts': 6,
  'test/domain/imports/moving-in.test.ts': 6,
  'test/domain/filters/filters.test.ts': 6,
  'test/sms/smpp-connection.test.ts': 6,
  'test/console-api/no-personal-data.test.ts': 6,
  'test/console-api/second-factor.test.ts': 6,
  'test/client/endpoint.test.ts': 6,
}
/** The average of the rest. */
const USUAL_SECONDS = 1.4

/** Divides files into shares of about the same duration; none is empty. */
export function sharesOf(files: string[], count: number): string[][] {
  const seconds = (file: string) => FAST_SECONDS[file] ?? USUAL_SECONDS
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }))
  for (const file of files.toSorted((one, other) => seconds(other) - seconds(one))) {
    const share = shares.reduce((least, next) => (next.seconds < least.seconds ? next : least))
    share.files.push(file)
    share.seconds += seconds(file)
  }
  return shares.map(share => share.files.sort()).filter(share => share.length > 0)
}
