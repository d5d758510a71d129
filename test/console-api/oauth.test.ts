/** Sign-in of assistants by OAuth: the flow of the SDK, and requests that attackers make. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type MemoryClient, memoryClient, pkce } from '../support/oauth-client.ts'
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

describe('the flow of the SDK', () => {
  test('finds the server, registers, asks, and calls tools; then refreshes and revokes', async () => {
    const provider: MemoryClient = memoryClient(BACK)
    const serverUrl = new URL('/mcp', origin)
    const transport = () => new StreamableHTTPClientTransport(serverUrl, { authProvider: provider })
    const client = () => new Client({ name: 'a test', version: '1.0.0' })
    const first = transport()
    await assert.rejects(client().connect(first), /Unauthorized/i)
    const asked = provider.asked!
    assert.equal(asked.origin + asked.pathname, `${origin}/oauth/authorize`)
    assert.equal(asked.searchParams.get('resource'), `${origin}/mcp`)
    const page = await fetch(asked, { redirect: 'manual' })
    const [path, request] = page.headers.get('location')!.split('#')
    assert.deepEqual([page.status, path], [303, '/console/connect'])
    const { body: shown } = await setup.call('POST', '/assistants/check', { request })
    assert.deepEqual(shown.client, {
      name: 'Elin’s desk',
      returnsTo: 'assistant.test',
      asked: 'propose',
      offered: ['read', 'propose'],
    })
    const denied = new URL(shown.denied)
    assert.equal(denied.searchParams.get('error'), 'access_denied')
    const { body } = await setup.call('POST', '/assistants', { request, access: 'propose' })
    const back = new URL(body.location)
    assert.deepEqual(
      [back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.get('iss')],
      [BACK, 'a state', origin],
    )
    await first.finishAuth(back.searchParams)
    const connected = client()
    await connected.connect(transport())
    const made = await connected.callTool({
      name: 'make_filter',
      arguments: { name: 'At x', where: "email ends with '@x.test'" },
    })
    assert.notEqual(made.isError, true, JSON.stringify(made))
    await connected.close()

    const { items } = (await setup.call('GET', '/audit?action=tool.call')).body
    assert.deepEqual(
      [items[0].actor.kind, items[0].actor.name, items[0].object.id],
      ['key', 'Elin’s desk (OAuth)', 'make_filter'],
    )
    const { items: keys } = (await setup.call('GET', '/api-keys')).body
    const key = keys.find(({ name }: Json) => name === 'Elin’s desk')
    assert.deepEqual(
      [key.returnsTo, key.rights, key.maker.kind],
      ['assistant.test', ['read', 'content', 'people'], 'account'],
    )

    // An access token that is no longer taken is refreshed by the client itself.
    const before = provider.held.tokens as Json
    provider.held.tokens = { ...before, access_token: `${before.access_token.slice(0, -1)}~` }
    assert.equal(await auth(provider, { serverUrl }), 'AUTHORIZED')
    const now = provider.held.tokens as Json
    assert.notEqual(now.refresh_token, before.refresh_token)
    assert.equal(await calls.statusWith(now.access_token), 200)

    const clientId = (provider.held.client as Json).client_id
    const end = { token: now.refresh_token, client_id: clientId }
    const foreign = { ...end, client_id: await calls.registered() }
    assert.equal((await calls.posted('/oauth/revoke', new URLSearchParams(foreign))).status, 200)
    assert.equal(await calls.statusWith(now.access_token), 200)
    assert.equal((await calls.posted('/oauth/revoke', new URLSearchParams(end))).status, 200)
    assert.equal(await calls.statusWith(now.access_token), 401)
  })

  test('begins at a 401 that says where to sign in', async () => {
    const answer = await calls.toolsWith('ppa_1_x')
    assert.equal(answer.status, 401)
    const where = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate')!)![1]!
    assert.equal(where, `${origin}/.well-known/oauth-protected-resource/mcp`)
    const resource = (await (await fetch(where)).json()) as Json
    assert.deepEqual(
      [resource.resource, resource.authorization_servers],
      [`${origin}/mcp`, [origin]],
    )
    const at = `${origin}/.well-known/oauth-authorization-server`
    const server = (await (await fetch(at)).json()) as Json
    assert.deepEqual(
      [server.issuer, server.code_challenge_methods_supported, server.response_types_supported],
      [origin, ['S256'], ['code']],
    )
  })
})

describe('a request', () => {
  const check = async (changes: Record<string, string>) => {
    const request = calls.requestOf(await calls.registered(), pkce().challenge, changes)
    const { status, body } = await setup.call('POST', '/assistants/check', { request })
    if (status !== 200) return body.code
    assert.equal(body.client, null)
    const denied = new URL(body.denied)
    assert.equal(denied.origin + denied.pathname, BACK)
    // A consent to it goes back with the error, without a code.
    const consent = await setup.call('POST', '/assistants', { request, access: 'read' })
    assert.equal(new URL(consent.body.location).searchParams.get('code'), null)
    return denied.searchParams.get('error')
  }

  test('with another address, or of an unknown client, leads nowhere', async () => {
    for (const redirect_uri of [
      'https://evil.test/back',
      `${BACK}/`,
      `${BACK}?x=1`,
      `${BACK}#x`,
      'https://assistant.test:444/back',
      'https://assistant.test@evil.test/back',
      'http://assistant.test/back',
      'javascript:alert(1)',
      '',
      `${BACK}${'x'.repeat(400)}`,
    ])
      assert.equal(await check({ redirect_uri }), 'assistant-return', redirect_uri)
    for (const client_id of ['', 'nobody', 'v1.AAAA', `${await calls.registered()}x`])
      assert.equal(await check({ client_id }), 'assistant-unknown', client_id)
    const twice = `${calls.requestOf(await calls.registered(), pkce().challenge)}&redirect_uri=https://evil.test`
    const { body } = await setup.call('POST', '/assistants/check', { request: twice })
    assert.equal(body.code, 'assistant-request')
    const long = { state: 's'.repeat(2_000) }
    assert.equal(await check(long), 'assistant-request')
  })

  test('without PKCE by S256, for another resource or answer, hears of it', async () => {
    for (const [changes, error] of [
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ resource: 'https://evil.test/mcp' }, 'invalid_target'],
      [{ resource: `${origin}/api/v1` }, 'invalid_target'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
    ] as const)
      assert.equal(await check(changes), error, JSON.stringify(changes))
  })

  test('is consented to by a member on our page alone, never by a key or another site', async () => {
    const request = calls.requestOf(await calls.registered(), pkce().challenge)
    const body = { request, access: 'propose' }
    const rights = ['read', 'content', 'people', 'send', 'own']
    const { token } = (await setup.call('POST', '/api-keys', { name: 'all', rights })).body
    const program = apiClient(origin, { Authorization: `Bearer ${token}` })
    assert.equal((await program('POST', '/assistants/check', { request })).status, 403)
    assert.equal((await program('POST', '/assistants', body)).status, 403)
    assert.equal((await apiClient(origin, {})('POST', '/assistants', body)).status, 401)
    const other = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }
    assert.equal((await setup.call('POST', '/assistants', body, other)).status, 403)
    const viewer = await calls.member('viewer')
    // Without the header that forms of other sites can't send.
    const bare = apiClient(origin, { cookie: viewer.cookie })
    assert.equal((await bare('POST', '/assistants', body)).status, 403)
    const offered = await viewer.call('POST', '/assistants/check', { request })
    assert.deepEqual(offered.body.client.offered, ['read'])
    const more = await viewer.call('POST', '/assistants', body)
    assert.deepEqual([more.status, more.body.code], [403, 'right-missing'])
  })
})

describe('a registration', () => {
  test('has bounds, and addresses over https or of the machine itself', async () => {
    const own = await apiSetup()
    try {
      const register = async (body: object) => {
        const answer = await fetch(`${own.running.origin}/oauth/register`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
        return { status: answer.status, body: (await answer.json()) as Json }
      }
      for (const uri of [
        'javascript:alert(1)',
        'http://assistant.test/back',
        'cursor://back',
        'https://a@assistant.test/back',
        `${BACK}#x`,
        `https://assistant.test/${'x'.repeat(300)}`,
        '',
      ])
        assert.deepEqual(
          (await register({ redirect_uris: [uri] })).body,
          { error: 'invalid_redirect_uri' },
          uri,
        )
      for (const redirect_uris of [[], Array(6).fill(BACK), 'x', undefined])
        assert.equal((await register({ redirect_uris })).status, 400)
      const long = { client_name: 'x'.repeat(101), redirect_uris: [BACK] }
      assert.deepEqual((await register(long)).body, { error: 'invalid_client_metadata' })
      const named = await register({
        client_name: '\u202e<b>Penny</b>\u200b\n\u2066 post',
        redirect_uris: ['http://localhost:1/back', 'http://127.0.0.1/back', 'http://[::1]/back'],
      })
      assert.equal(named.body.client_name, '<b>Penny</b> post')

      // A hundred leave nothing in the store, and stop soon.
      const tables = ['oauth_codes', 'oauth_grants', 'api_keys']
      const size = () =>
        Promise.all(tables.map(name => ask(own.running, `select count(*) from ${name}`)))
      const before = await size()
      const seen = new Set<number>()
      for (let n = 0; n < 100; n++) seen.add((await register({ redirect_uris: [BACK] })).status)
      assert.deepEqual([[...seen].sort(), await size()], [[201, 429], before])

      // Its loopback address may come back at another port, and at no other host.
      const at = async (redirect_uri: string) => {
        const request = new URLSearchParams({
          response_type: 'code',
          client_id: named.body.client_id,
          redirect_uri,
          code_challenge: pkce().challenge,
          code_challenge_method: 'S256',
        }).toString()
        return (await own.call('POST', '/assistants/check', { request })).body.client?.returnsTo
      }
      assert.equal(await at('http://localhost:50123/back'), 'localhost')
      assert.equal(await at('http://127.0.0.1:9/back'), '127.0.0.1')
      assert.equal(await at('http://127.0.0.2:9/back'), undefined)
      assert.equal(await at('http://localhost:50123/other'), undefined)
    } finally {
      await own.running.close()
    }
  })
})
