/** Codes and tokens of assistants that sign in by OAuth: owned, used twice, expired, revoked. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { pkce } from '../support/oauth-client.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'
import { ask, BACK, type OAuthCalls, oauthCalls } from './oauth-setup.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any

let setup: ApiSetup
let origin: string
let calls: OAuthCalls
before(async () => {
  setup = await apiSetup()
  origin = setup.running.origin
  calls = oauthCalls(setup)
})
after(() => setup.running.close())

describe('a code', () => {
  test('is of its client, address, verifier and resource', async () => {
    const asked = await calls.consented(setup.call, 'read')
    const stranger = (await calls.posted('/oauth/register', { redirect_uris: [BACK] })).body
      .client_id
    for (const [changes, error] of [
      [{ client_id: stranger }, 'invalid_grant'],
      [{ client_id: '' }, 'invalid_grant'],
      [{ redirect_uri: 'https://evil.test/back' }, 'invalid_grant'],
      [{ redirect_uri: '' }, 'invalid_grant'],
      [{ code_verifier: pkce().verifier }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_grant'],
      [{ code: `${asked.code.slice(0, -1)}~` }, 'invalid_grant'],
      [{ resource: 'https://evil.test/mcp' }, 'invalid_target'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ] as [Record<string, string>, string][]) {
      const { status, body } = await calls.exchange(asked, changes)
      assert.deepEqual([status, body], [400, { error }], JSON.stringify(changes))
    }
    const { status, body } = await calls.exchange(asked, { resource: `${origin}/mcp` })
    assert.deepEqual(
      [status, body.token_type, body.expires_in, body.scope],
      [200, 'Bearer', 3600, 'read'],
    )
  })

  test('used twice ends the tokens of the first use', async () => {
    const asked = await calls.consented(setup.call, 'read')
    const both = await Promise.all([calls.exchange(asked), calls.exchange(asked)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    const { body } = both.find(({ status }) => status === 200)!
    assert.equal(await calls.statusWith(body.access_token), 401)
    assert.equal((await calls.refreshed(body.refresh_token, asked.clientId)).status, 400)
  })

  test('expires, and is not readable in the store', async () => {
    const asked = await calls.consented(setup.call, 'read')
    const rows = await ask(setup.running, 'select oauth_codes::text from oauth_codes')
    assert.match(JSON.stringify(rows), /assistant\.test/)
    assert.ok(!JSON.stringify(rows).includes(asked.code))
    await ask(setup.running, "update oauth_codes set expires_at = now() - interval '1 second'")
    assert.deepEqual((await calls.exchange(asked)).body, { error: 'invalid_grant' })
  })
})

describe('tokens', () => {
  test('are for the tools alone, with rights no greater than those of the member', async () => {
    const { call, id } = await calls.member('editor')
    const { tokens, clientId } = await calls.signedIn(call)
    assert.equal(await calls.statusWith(tokens.access_token), 200)
    const program = apiClient(origin, { Authorization: `Bearer ${tokens.access_token}` })
    const elsewhere = await program('GET', '/lists')
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [401, 'access-for-tools'])
    const saves = async () => {
      const client = new Client({ name: 'a test', version: '1.0.0' })
      const requestInit = { headers: { Authorization: `Bearer ${tokens.access_token}` } }
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }),
      )
      const answer = await client.callTool({
        name: 'make_newsletter',
        arguments: { subject: 'A', source: { kind: 'html', html: '<p>A</p>' } },
      })
      await client.close()
      return answer.isError !== true
    }
    assert.equal(await saves(), true)
    await setup.call('PATCH', `/members/${id}`, { role: 'viewer' })
    assert.equal(await saves(), false)
    assert.equal(await calls.statusWith(tokens.access_token), 200)
    await setup.call('DELETE', `/members/${id}`)
    assert.equal(await calls.statusWith(tokens.access_token), 401)
    assert.equal((await calls.refreshed(tokens.refresh_token, clientId)).status, 400)
  })

  test('a member who left leaves no code either, and nobody takes an assistant over', async () => {
    const { call, id } = await calls.member('editor')
    const asked = await calls.consented(call, 'read')
    await setup.call('DELETE', `/members/${id}`)
    assert.deepEqual((await calls.exchange(asked)).body, { error: 'invalid_grant' })
    const { tokens } = await calls.signedIn(setup.call)
    const { items } = (await setup.call('GET', '/api-keys')).body
    const { id: keyId } = items.filter(({ returnsTo }: Json) => returnsTo !== null).at(-1)
    const taken = await setup.call('POST', `/api-keys/${keyId}/take-over`)
    assert.deepEqual([taken.status, taken.body.code], [400, 'key-oauth'])
    assert.equal((await setup.call('DELETE', `/api-keys/${keyId}`)).status, 204)
    assert.equal(await calls.statusWith(tokens.access_token), 401)
  })

  test('a refresh token is used once: the second use ends the grant', async () => {
    const { tokens, clientId } = await calls.signedIn()
    const stranger = (await calls.posted('/oauth/register', { redirect_uris: [BACK] })).body
      .client_id
    assert.equal((await calls.refreshed(tokens.refresh_token, stranger)).status, 400)
    const { status, body: second } = await calls.refreshed(tokens.refresh_token, clientId)
    assert.equal(status, 200)
    assert.equal(await calls.statusWith(tokens.access_token), 401)
    assert.equal(await calls.statusWith(second.access_token), 200)
    assert.equal((await calls.refreshed(tokens.refresh_token, clientId)).status, 400)
    assert.equal(await calls.statusWith(second.access_token), 401)
    assert.equal((await calls.refreshed(second.refresh_token, clientId)).status, 400)
  })

  test('expire', async () => {
    const { tokens, clientId } = await calls.signedIn()
    const past = "now() - interval '1 second'"
    await ask(setup.running, `update oauth_grants set access_expires_at = ${past}`)
    assert.equal(await calls.statusWith(tokens.access_token), 401)
    const { body } = await calls.refreshed(tokens.refresh_token, clientId)
    assert.equal(await calls.statusWith(body.access_token), 200)
    await ask(setup.running, `update api_keys set expires_at = ${past} where expires_at > now()`)
    assert.equal(await calls.statusWith(body.access_token), 401)
    assert.equal((await calls.refreshed(body.refresh_token, clientId)).status, 400)
    // The next sign-in clears what ended.
    await calls.signedIn()
    const { items } = (await setup.call('GET', '/api-keys')).body
    assert.equal(items.filter(({ expired }: Json) => expired).length, 0)
  })

  test('of nobody are refused in any form', async () => {
    for (const token of [
      '',
      'x',
      'ppr_1_x',
      'ppr_1_.',
      `ppr_9_${'a'.repeat(43)}.${'b'.repeat(43)}`,
    ])
      assert.deepEqual((await calls.refreshed(token, await calls.registered())).body, {
        error: 'invalid_grant',
      })
    const twice = new URLSearchParams('grant_type=refresh_token&grant_type=authorization_code')
    assert.deepEqual((await calls.posted('/oauth/token', twice)).body, { error: 'invalid_request' })
    assert.equal((await calls.posted('/oauth/token', { grant_type: 'refresh_token' })).status, 400)
    const large = new URLSearchParams({ code: 'x'.repeat(40_000) })
    assert.equal((await calls.posted('/oauth/token', large)).status, 413)
  })
})
