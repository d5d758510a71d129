/** The address of a mailbox from the fields of a form. */
import {
  credentialsOf,
  type Login,
  NO_LOGIN,
  optionsOf,
  withOptions,
} from '../../shared/servers/login.ts'
import type { Server } from '../../shared/servers/server-fields.tsx'

export type Protocol = 'imap' | 'pop3'

export interface MailboxFields extends Server {
  protocol: Protocol
  /** IMAP only; empty: the inbox. */
  folder: string
  login: Login
}

export const NO_MAILBOX: MailboxFields = {
  protocol: 'imap',
  host: '',
  port: '',
  encryption: 'tls',
  folder: '',
  login: NO_LOGIN,
}

/** As `POST /installation/mailboxes` takes it. */
export function mailboxUrl(of: MailboxFields): string {
  const { protocol, host, port, encryption, folder } = of
  const isImap = protocol === 'imap'
  const login: Login = isImap ? of.login : { ...of.login, kind: 'password' }
  const scheme = `${protocol}${encryption === 'tls' ? 's' : ''}`
  const place = port.trim() === '' ? host.trim() : `${host.trim()}:${port.trim()}`
  const path = isImap ? `/${encodeURIComponent(folder.trim() || 'INBOX')}` : ''
  const options = [...(encryption === 'none' ? ['tls=no'] : []), ...optionsOf(login)]
  return withOptions(`${scheme}://${credentialsOf(login)}${place}${path}`, options)
}
