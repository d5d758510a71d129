/**
 * Debian's Dovecot with IMAP and POP3 on ports of its own: configuration and mailboxes in a folder
 * of its own. It wants to be started by root.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/dovecot'

/** Why it can't be had here; undefined where it can. */
export const noDovecot: string | undefined =
  !existsSync(PROGRAM) || !existsSync('/usr/lib/dovecot/pop3')
    ? 'Dovecot is not installed (apt-get install dovecot-imapd dovecot-pop3d): no real ' +
      'mailbox was fetched from'
    : process.getuid?.() !== 0
      ? 'Dovecot is started by root only: no real mailbox was fetched from'
      : undefined

export async function startDovecot() {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-dovecot-'))
  const [imap, pop3] = [await freePort(), await freePort()]
  const uid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'mail'), { mode: 0o755 })
  chownSync(join(folder, 'mail'), uid, uid)
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, settings(folder, imap, pop3, uid))
  const child = spawn(PROGRAM, ['-F', '-c', config], { stdio: 'inherit' })
  const gone = once(child, 'exit')
  const log = () =>
    existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''
  for (let i = 0; !(await answers(pop3)); i++) {
    if (i > 200 || child.exitCode !== null) throw new Error(`Dovecot does not start: ${log()}`)
    await pause(50)
  }
  const box = (user: string) => join(folder, 'mail', user)
  let count = 0
  const put = (place: string, message: string | Buffer): void => {
    for (const name of ['', 'new', 'cur', 'tmp']) {
      const path = join(place, name)
      if (existsSync(path)) continue
      mkdirSync(path)
      chownSync(path, uid, uid)
    }
    const file = join(place, 'new', `${Date.now()}.${++count}.test`)
    writeFileSync(file, message)
    chownSync(file, uid, uid)
  }
  return {
    imap,
    pop3,
    log,
    /** Puts a message into the inbox of a user. */
    arrive: (user: string, message: string | Buffer): void => put(box(user), message),
    /** Puts a message into another folder, which is made if it is missing. */
    arriveIn: (user: string, folder: string, message: string | Buffer): void =>
      put(join(box(user), `.${folder}`), message),
    /** The files of a user's mailbox: those seen have an S behind the comma. */
    files: (user: string): string[] =>
      ['new', 'cur'].flatMap(name => readdirSync(join(box(user), name))),
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const settings = (folder: string, imap: number, pop3: number, uid: number): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap pop3
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${uid} home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${pop3}
  }
  inet_listener pop3s {
    port = 0
  }
}
`

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })
