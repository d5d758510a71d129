/** Calls that a client of OAuth makes, as it should or as an attacker does. */
import assert from 'node:assert/strict'
import { pkce } from '../support/oauth-client.ts'
import { type ApiClient, type ApiSetup, apiClient } from './api-setup.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any

export const BACK = 'https://assistant.test/back'

export const ask = async (running: ApiSetup['running'], text: string) =>
  (await running.store.run({ name: '', text, again: false }, [])).rows

export type OAuthCalls = ReturnType<typeof oauthCalls>

export function oauthCalls(setup: ApiSetup) {
  const { origin } = setup.running
  const posted = async (path: string, body: string | URLSearchParams | object) => {
    const isForm = body instanceof URLSearchParams
    const answer = await fetch(origin + path, {
      method: 'POST',
      ...(!isForm && { headers: { 'Content-Type': 'application/json' } }),
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Json }
  }

  // Each test from a network of its own would need a proxy: the limit is of all of them.
  let known: string | undefined
  const registered = async () =>
    (known ??= (await posted('/oauth/register', { redirect_uris: [BACK] })).body
      .client_id as string)

  const requestOf = (clientId: string, challenge: string, changes: Record<string, string> = {}) =>
    new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: BACK,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${origin}/mcp`,
      state: 'kept & safe',
      ...changes,
    }).toString()

  /** A member lets it in. */
  async function consented(call: ApiClient, access: string, changes: Record<string, string> = {}) {
    const clientId = await registered()
    const { verifier, challenge } = pkce()
    const request = requestOf(clientId, challenge, changes)
    const { status, body } = await call('POST', '/assistants', { request, access })
    assert.equal(status, 200, JSON.stringify(body))
    const back = new URL(body.location)
    const code = back.searchParams.get('code')!
    return { clientId, verifier, back, code }
  }

  const exchange = (
    { code, clientId, verifier }: { code: string; clientId: string; verifier: string },
    changes: Record<string, string> = {},
  ) =>
    posted(
      '/oauth/token',
      new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: BACK,
        code_verifier: verifier,
        ...changes,
      }),
    )

  const refreshed = (refresh: string, clientId: string) =>
    posted(
      '/oauth/token',
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh,
        client_id: clientId,
      }),
    )

  const toolsWith = (token: string) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })

  const statusWith = async (token: string) => (await toolsWith(token)).status

  async function signedIn(call: ApiClient = setup.call, access = 'propose') {
    const asked = await consented(call, access)
    const { status, body } = await exchange(asked)
    assert.equal(status, 200, JSON.stringify(body))
    return { ...asked, tokens: body as Json }
  }

  /** Another member, with a role. */
  async function member(role: string): Promise<{ call: ApiClient; cookie: string; id: number }> {
    const email = `${role}${Math.random().toString(36).slice(2)}@m.test`
    const { body } = await setup.call('POST', '/invitations', { email, role })
    const token = body.link.split('/').at(-1)
    const joined = await apiClient(origin, { 'X-Pennypost-Console': '1' })(
      'POST',
      '/invitations/accept',
      { token, password: 'a long password' },
    )
    const cookie = joined.headers.get('set-cookie')!.split(';')[0]!
    const { items } = (await setup.call('GET', '/members')).body
    const { id } = items.find((one: Json) => one.email === email)
    return { call: apiClient(origin, { cookie, 'X-Pennypost-Console': '1' }), cookie, id }
  }

  return {
    posted,
    registered,
    requestOf,
    consented,
    exchange,
    refreshed,
    toolsWith,
    statusWith,
    signedIn,
    member,
  }
}
