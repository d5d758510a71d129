/**
 * Authorization requests of OAuth 2.1: the address that an assistant opens in a browser. Only with
 * PKCE by S256, and for the one resource that there is (RFC 8707).
 */
import type { Sealer } from '../../../lib/secrets.ts'
import { hashOf } from '../../accounts/console-tokens.ts'
import { refused } from '../../refusal.ts'
import type { Right } from '../rights.ts'
import { clientOf, hostOf, mayReturnTo } from './client.ts'

export const LONGEST_REQUEST = 12_000
const LONGEST_STATE = 1_000

/**
 * The access of an assistant: reading; proposing, which takes saving drafts and filters. No tool
 * sends, with any rights.
 */
export const ACCESS = {
  read: ['read'],
  propose: ['read', 'content', 'people'],
} as const satisfies Record<string, readonly Right[]>

export type Access = keyof typeof ACCESS

export const ACCESSES = Object.keys(ACCESS) as Access[]

/** The least right for proposing. */
export const mayPropose = (rights: ReadonlySet<Right>): boolean => rights.has('content')

/** The addresses of the installation that requests are about. */
export interface Issuer {
  /** https://mail.example.com */
  origin: string
  /** https://mail.example.com/mcp */
  resource: string
}

export const issuerAt = (origin: string): Issuer => ({ origin, resource: `${origin}/mcp` })

export interface Authorization {
  clientName: string
  clientHash: string
  redirectUri: string
  /** `claude.ai` */
  returnsTo: string
  challenge: string
  /** The most that the client asks for. */
  asked: Access
  /** The address back to the client, with a code or an error. */
  back(answer: { code: string } | { error: string }): string
}

/**
 * Reads a request. One whose client or return address is wrong is refused, and never followed back;
 * of others the client hears: `denied` is its address with the error.
 */
export function readAuthorization(
  sealer: Sealer,
  issuer: Issuer,
  query: string,
): Authorization | { denied: string } {
  const values = new URLSearchParams(query)
  const one = (name: string): string => {
    const all = values.getAll(name)
    if (all.length > 1) throw refused('not-valid', 'assistant-request')
    return all[0] ?? ''
  }
  const clientId = one('client_id')
  const client = clientOf(sealer, clientId)
  if (!client) throw refused('not-valid', 'assistant-unknown')
  const redirectUri = one('redirect_uri')
  if (!mayReturnTo(client, redirectUri)) throw refused('not-valid', 'assistant-return')
  const state = one('state')
  if (state.length > LONGEST_STATE) throw refused('not-valid', 'assistant-request')
  const back: Authorization['back'] = answer => {
    const url = new URL(redirectUri)
    // `iss`: which server answers, for clients of several (RFC 9207).
    for (const [name, value] of Object.entries({ ...answer, iss: issuer.origin }))
      url.searchParams.set(name, value)
    if (state !== '') url.searchParams.set('state', state)
    return url.href
  }
  const challenge = one('code_challenge')
  const wrong = wrongIn({
    type: one('response_type'),
    method: one('code_challenge_method'),
    challenge,
    isOurs: isResource(issuer, one('resource')),
  })
  if (wrong !== undefined) return { denied: back({ error: wrong }) }
  const scopes = one('scope').split(' ')
  return {
    clientName: client.name,
    clientHash: hashOf(clientId),
    redirectUri,
    returnsTo: hostOf(redirectUri),
    challenge,
    asked: scopes.includes('propose') ? 'propose' : 'read',
    back,
  }
}

interface RequestForm {
  type: string
  method: string
  challenge: string
  isOurs: boolean
}

function wrongIn({ type, method, challenge, isOurs }: RequestForm): string | undefined {
  if (type !== 'code') return 'unsupported_response_type'
  if (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return 'invalid_request'
  return isOurs ? undefined : 'invalid_target'
}

/** Clients of revisions before 2025-06-18 name none: there is only one. */
export const isResource = ({ resource }: Issuer, given: string): boolean =>
  given === '' || given === resource || given === `${resource}/`
