/** The address of a relay from the fields of a form. */

export type Encryption = 'starttls' | 'tls' | 'none'

export interface RelayFields {
  host: string
  /** Empty: that of the encryption. */
  port: string
  encryption: Encryption
  user: string
  password: string
}

export const NO_RELAY: RelayFields = {
  host: '',
  port: '',
  encryption: 'starttls',
  user: '',
  password: '',
}

/** RFC 6409 and RFC 8314; without a log-in, as between servers. */
export const USUAL_PORTS: Record<Encryption, number> = { starttls: 587, tls: 465, none: 25 }

const STARTTLS: Record<Encryption, string> = {
  starttls: '?starttls=required',
  tls: '',
  none: '?starttls=never',
}

/** As `POST /installation/routes` takes it. */
export function relayUrl({ host, port, encryption, user, password }: RelayFields): string {
  const scheme = encryption === 'tls' ? 'smtps' : 'smtp'
  const signIn = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const place = `${host.trim()}:${port.trim() || USUAL_PORTS[encryption]}`
  return `${scheme}://${signIn}${place}${STARTTLS[encryption]}`
}
