/** A real provider of OpenID Connect on loopback, and a person who signs in there by its forms. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT = { id: 'pennypost', secret: 'a secret of the client, known to both' }

/** The claims of the provider about a login. */
export interface LoginClaims {
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TestProvider {
  issuer: string
  /** By the typed login. */
  people: Map<string, LoginClaims>
  /** Breaks all connections while true. */
  down: boolean
  close(): Promise<void>
}

export async function startProvider(
  redirect: string,
  { inToken = false }: { inToken?: boolean } = {},
): Promise<TestProvider> {
  const people = new Map<string, LoginClaims>()
  const server = createServer((req, res) => (of.down ? req.destroy() : handle(req, res)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const handle = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirect],
        // The other way to send the secret in each.
        token_endpoint_auth_method: inToken ? 'client_secret_post' : 'client_secret_basic',
      },
    ],
    clientAuthMethods: [inToken ? 'client_secret_post' : 'client_secret_basic'],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] },
    cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // By the standard claims of scopes are at the userinfo endpoint; many put them in the token.
    conformIdTokenClaims: !inToken,
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
  }).callback()
  const of: TestProvider = {
    issuer,
    people,
    down: false,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return of
}

export interface Visit {
  status: number
  url: string
  text: string
}

/**
 * A browser with cookies that follows redirects, and fills the forms of the provider. `stopAt`: an
 * address that it is led to, but does not open.
 */
export function createVisitor({ stopAt }: { stopAt?: string } = {}) {
  const jar = new Map<string, string>()

  async function visit(url: string, form?: Record<string, string>): Promise<Visit> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const to = answer.headers.get('location')
    const next = to !== null && answer.status < 400 ? new URL(to, url).href : undefined
    if (next !== undefined && stopAt !== undefined && next.startsWith(stopAt))
      return { status: answer.status, url: next, text: '' }
    if (next !== undefined) return visit(next)
    return { status: answer.status, url, text: await answer.text() }
  }

  return {
    jar,
    visit,
    /** From our link to our page after the return; consents when asked to. */
    async signIn(start: string, login: string): Promise<Visit> {
      let page = await visit(start)
      for (let step = 0; step < 4 && page.url.includes('/interaction/'); step++) {
        const [, prompt] = /name="prompt" value="(\w+)"/.exec(page.text) ?? []
        assert.ok(prompt, page.text)
        const [, action = page.url] = /action="([^"]+)"/.exec(page.text) ?? []
        const typed: Record<string, string> = { prompt, login, password: 'any' }
        page = await visit(new URL(action, page.url).href, typed)
      }
      return page
    },
  }
}
