/** A log-in at a mail server from the fields of a form: by password, or by OAuth 2 (XOAUTH2). */

export type LoginKind = 'password' | 'token'
export type TokenService = 'microsoft' | 'google' | 'other'

export interface Login {
  user: string
  kind: LoginKind
  password: string
  service: TokenService
  /** Microsoft: the directory that the program is registered in. */
  tenant: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  refreshToken: string
  scope: string
}

export const NO_LOGIN: Login = {
  user: '',
  kind: 'password',
  password: '',
  service: 'microsoft',
  tenant: '',
  tokenUrl: '',
  clientId: '',
  clientSecret: '',
  refreshToken: '',
  scope: '',
}

const MICROSOFT = 'https://login.microsoftonline.com'
const MICROSOFT_SCOPE = 'https://outlook.office365.com/.default'
const GOOGLE = 'https://oauth2.googleapis.com/token'

function grantOf(login: Login): Record<string, string> {
  const { service, tenant, tokenUrl, clientId, clientSecret, refreshToken, scope } = login
  const client = { client_id: clientId, client_secret: clientSecret }
  if (service === 'microsoft') {
    const path = `${encodeURIComponent(tenant.trim())}/oauth2/v2.0/token`
    return { token_url: `${MICROSOFT}/${path}`, ...client, scope: MICROSOFT_SCOPE }
  }
  const refreshed = { ...client, refresh_token: refreshToken }
  if (service === 'google') return { token_url: GOOGLE, ...refreshed }
  return { token_url: tokenUrl, ...refreshed, scope }
}

/** What stands before the @ of the address; empty without a log-in. */
export function credentialsOf({ user, kind, password }: Login): string {
  if (user === '') return ''
  const name = encodeURIComponent(user.trim())
  return kind === 'token' ? `${name}@` : `${name}:${encodeURIComponent(password)}@`
}

/** Options of the address; none for a password. */
export function optionsOf(login: Login): string[] {
  if (login.user === '' || login.kind === 'password') return []
  return Object.entries(grantOf(login))
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value.trim())}`)
}

/** With its options, as the service reads it. */
export const withOptions = (address: string, options: readonly string[]): string =>
  options.length === 0 ? address : `${address}?${options.join('&')}`
