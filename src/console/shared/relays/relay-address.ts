/** The address of a relay from the fields of a form. */
import { credentialsOf, type Login, NO_LOGIN, optionsOf, withOptions } from '../servers/login.ts'
import type { Encryption, Server } from '../servers/server-fields.tsx'

export interface RelayFields extends Server {
  login: Login
}

export const NO_RELAY: RelayFields = {
  host: '',
  port: '',
  encryption: 'starttls',
  login: NO_LOGIN,
}

/** RFC 6409 and RFC 8314; without a log-in, as between servers. */
export const USUAL_PORTS: Record<Encryption, number> = { starttls: 587, tls: 465, none: 25 }

const STARTTLS: Record<Encryption, string[]> = {
  starttls: ['starttls=required'],
  tls: [],
  none: ['starttls=never'],
}

/** As `POST /installation/routes` takes it. */
export function relayUrl({ host, port, encryption, login }: RelayFields): string {
  const scheme = encryption === 'tls' ? 'smtps' : 'smtp'
  const place = `${host.trim()}:${port.trim() || USUAL_PORTS[encryption]}`
  const options = [...STARTTLS[encryption], ...optionsOf(login)]
  return withOptions(`${scheme}://${credentialsOf(login)}${place}`, options)
}
