/** A client of OAuth as the SDK of the Model Context Protocol wants one, kept in memory. */
import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'

type Saved<Name extends 'clientInformation' | 'tokens'> = Awaited<
  ReturnType<OAuthClientProvider[Name]>
>

export interface MemoryClient extends OAuthClientProvider {
  /** Where it would send the browser. */
  asked: URL | undefined
  held: { client?: Saved<'clientInformation'>; tokens?: Saved<'tokens'>; verifier?: string }
}

export function memoryClient(redirectUrl: string, name = 'Elin’s desk', scope?: string) {
  const held: MemoryClient['held'] = {}
  const client: MemoryClient = {
    held,
    asked: undefined,
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      ...(scope !== undefined && { scope }),
    },
    state: () => 'a state',
    clientInformation: () => held.client,
    saveClientInformation(saved) {
      held.client = saved
    },
    tokens: () => held.tokens,
    saveTokens(saved) {
      held.tokens = saved
    },
    redirectToAuthorization(url) {
      client.asked = url
    },
    saveCodeVerifier(verifier) {
      held.verifier = verifier
    },
    codeVerifier: () => held.verifier!,
  }
  return client
}

/** A verifier of PKCE and its challenge by S256. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The request of a client that has registered itself just now. */
export async function signInRequest(origin: string): Promise<string> {
  const back = 'https://assistant.test/back'
  const answer = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'An assistant', redirect_uris: [back] }),
  })
  const { client_id } = (await answer.json()) as { client_id: string }
  const { challenge: code_challenge } = pkce()
  const pkceOf = { code_challenge, code_challenge_method: 'S256' }
  const request = { response_type: 'code', client_id, redirect_uri: back, ...pkceOf }
  return new URLSearchParams(request).toString()
}
