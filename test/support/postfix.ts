/**
 * Debian's Postfix as a relay on a port of its own, which delivers into a mailbox: configuration,
 * queue and mailbox in a folder of its own, the machine's own Postfix is untouched. It has to be
 * started by root.
 */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const PROGRAM = '/usr/sbin/postfix'

/** Why it can't be had here; undefined where it can. */
export const noPostfix: string | undefined = !existsSync(PROGRAM)
  ? 'Postfix is not installed (apt-get install postfix): no real mail server has delivered ' +
    'our emails'
  : process.getuid?.() !== 0
    ? 'Postfix is started by root only: no real mail server has delivered our emails'
    : undefined

export interface Postfix {
  port: number
  /**
   * The emails in the mailbox, as they lie there: lines end with LF, headers of the delivery come
   * first.
   */
  mailbox(): Buffer[]
  log(): string
  stop(): Promise<void>
}

export interface PostfixOptions {
  /** Lines of a regexp table: where emails for some addresses go instead. */
  transport?: string
  /** Emails for addresses that are not known are taken, and come back. */
  returns?: boolean
  /** Further lines of main.cf; the last of a name counts. */
  settings?: string
}

/** Takes emails for addresses at example.test that match; others are refused as unknown. */
export async function startPostfix(
  known: RegExp,
  { transport = '', returns = false, settings = '' }: PostfixOptions = {},
): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-postfix-'))
  const port = await freePort()
  const postfixId = Number((await run('id', ['-u', 'postfix'])).stdout)
  const nobody = Number((await run('id', ['-u', 'nobody'])).stdout)
  chmodSync(folder, 0o755)
  for (const name of ['etc', 'queue', 'data', 'mail'])
    mkdirSync(join(folder, name), { mode: 0o755 })
  chownSync(join(folder, 'data'), postfixId, postfixId)
  chownSync(join(folder, 'mail'), nobody, nobody)
  const mailbox = join(folder, 'mail', 'box', 'new')
  const logFile = join(folder, 'log')
  writeFileSync(join(folder, 'etc', 'known'), `/${known.source}/ box/\n`)
  writeFileSync(join(folder, 'etc', 'transport'), transport)
  const more = returns ? 'smtpd_reject_unlisted_recipient = no\n' : ''
  writeFileSync(join(folder, 'etc', 'main.cf'), mainSettings(folder, nobody) + more + settings)
  writeFileSync(join(folder, 'etc', 'master.cf'), services(port))
  writeFileSync(join(folder, 'etc', 'dynamicmaps.cf'), '')
  await run(PROGRAM, ['-c', join(folder, 'etc'), 'start'])
  return {
    port,
    mailbox: () =>
      existsSync(mailbox)
        ? readdirSync(mailbox).map(name => readFileSync(join(mailbox, name)))
        : [],
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    async stop() {
      await run(PROGRAM, ['-c', join(folder, 'etc'), 'stop']).catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const mainSettings = (folder: string, user: number): string =>
  `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
myhostname = relay.example.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_client_connection_count_limit = 0
disable_dns_lookups = yes
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
alias_maps =
alias_database =
virtual_mailbox_domains = example.test
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = regexp:${folder}/etc/known
transport_maps = regexp:${folder}/etc/transport
virtual_minimum_uid = 100
virtual_uid_maps = static:${user}
virtual_gid_maps = static:${user}
`

/**
 * As Debian's, without the changes of root that want a prepared queue, and with one port for
 * emails.
 */
const services = (port: number): string =>
  `127.0.0.1:${port} inet n - n - - smtpd
pickup    unix  n - n 60 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
showq     unix  n - n - - showq
error     unix  - - n - - error
retry     unix  - - n - - error
discard   unix  - - n - - discard
virtual   unix  - n n - - virtual
anvil     unix  - - n - 1 anvil
tlsmgr    unix  - - n 1000? 1 tlsmgr
postlog   unix-dgram n - n - 1 postlogd
`
