/**
 * The clients of OAuth: programs of assistants that register themselves (RFC 7591). Nothing is
 * stored: the id of a client is its registration, sealed. Registering can not fill the store, and
 * there is nothing to prune.
 */
import { z } from 'zod'
import { withoutControls } from '../../../lib/controls.ts'
import { isLoopback } from '../../../lib/loopback.ts'
import { isPlainText } from '../../../lib/plain-text.ts'
import type { Sealer } from '../../../lib/secrets.ts'

export interface OAuthClient {
  /** Self-declared, not verified. */
  name: string
  redirectUris: readonly string[]
}

const PURPOSE = 'the registration of an assistant'
const LONGEST_NAME = 100
const LONGEST_URI = 300
const MOST_URIS = 5
/** Five addresses and a name, sealed, in base64. */
const LONGEST_CLIENT_ID = 8_000
/** Invisible characters, and those that change the direction of the text beside them. */
const UNSEEN = /[\p{Cf}\u2028\u2029]/gu

const registration = z.object({
  client_name: z.string().max(LONGEST_NAME).optional(),
  redirect_uris: z.array(z.string().max(LONGEST_URI)).min(1).max(MOST_URIS),
})

export type RegistrationResult = { client: OAuthClient } | { wrong: 'redirect' | 'metadata' }

/** Reads the metadata of a client; unknown members are ignored (RFC 7591, section 2). */
export function readRegistration(given: unknown): RegistrationResult {
  const read = registration.safeParse(given)
  if (!read.success) {
    const isOfRedirect = read.error.issues.some(({ path }) => path[0] === 'redirect_uris')
    return { wrong: isOfRedirect ? 'redirect' : 'metadata' }
  }
  const { client_name: said = '', redirect_uris: redirectUris } = read.data
  if (!redirectUris.every(isRedirectUri)) return { wrong: 'redirect' }
  if (!isPlainText(said)) return { wrong: 'metadata' }
  const name = withoutControls(said).replace(UNSEEN, '').replace(/\s+/g, ' ').trim()
  return { client: { name: name || hostOf(redirectUris[0]!), redirectUris } }
}

/** Over https, or to the machine of the browser itself (RFC 8252, section 7.3). */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (url?.hash !== '' || text.includes('#') || url.username !== '' || url.password !== '')
    return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** `claude.ai`, `localhost` */
export const hostOf = (uri: string): string => new URL(uri).hostname

export function clientIdOf(sealer: Sealer, { name, redirectUris }: OAuthClient): string {
  return sealer.seal(Buffer.from(JSON.stringify([name, ...redirectUris])), PURPOSE)
}

/** Undefined for an id that is none of this installation. */
export function clientOf(sealer: Sealer, clientId: string): OAuthClient | undefined {
  if (clientId.length > LONGEST_CLIENT_ID) return undefined
  try {
    const [name, ...redirectUris] = JSON.parse(sealer.open(clientId, PURPOSE).toString())
    return { name, redirectUris }
  } catch {
    return undefined
  }
}

/** Whether it is one of its addresses, character by character; a loopback's port may be another. */
export const mayReturnTo = ({ redirectUris }: OAuthClient, uri: string): boolean =>
  uri.length <= LONGEST_URI &&
  redirectUris.some(known => known === uri || withoutPort(known) === (withoutPort(uri) ?? ''))

/** Of a loopback address, whose program takes a port that is free; else undefined. */
function withoutPort(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || !isRedirectUri(uri)) return undefined
  url.port = ''
  return url.href
}
