/**
 * Sign-in at a provider of OpenID Connect: authorization code flow with PKCE, state and nonce. The
 * state of a sign-in until its return is sealed, for a cookie; nothing is kept here.
 */
import { bodyOf } from './bounded-body.ts'
import { isLoopback } from './loopback.ts'
import type { Sealer } from './secrets.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Undefined: a public client, which PKCE alone protects. */
  clientSecret: string | undefined
  /** The display name. */
  name: string
}

/** The claims of the provider about a person. */
export interface ProviderIdentity {
  issuer: string
  /** Stays the same when the address changes. */
  subject: string
  /** '' if it tells none. */
  email: string
  emailVerified: boolean
  name: string
  /** The provider has just asked for the password, or its substitute. */
  fresh: boolean
  /** As it was begun with. */
  accountId: number | undefined
}

interface SignInWishes {
  /** The provider is to ask for the password although it has a session (re-authentication). */
  fresh: boolean
  /** Which account, for a person in several. */
  accountId?: number | undefined
}

export interface OpenIdProvider {
  name: string
  begin(returnTo: string, wishes: SignInWishes): Promise<{ url: string; begun: string }>
  /** Throws ProviderFailure. `address` is that of the request, with code and state. */
  finish(address: string, begun: string): Promise<ProviderIdentity>
}

/** The provider did not answer, or not so that anybody could be signed in. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
}

interface Begun extends SignInWishes {
  state: string
  nonce: string
  verifier: string
  returnTo: string
  at: number
}

export const PROVIDER_MINUTES = 10
const SEALED_FOR = 'sign-in at a provider'
const SCOPE = 'openid email profile'
const ANSWER_SECONDS = 10
const MOST_BYTES = 1_000_000
const CLOCK_SECONDS = 30
/** Keys and endpoints of a provider change rarely. */
const KNOWN_MILLIS = 3_600_000

type Client = typeof import('openid-client')

export function createOpenIdProvider(
  { issuer, clientId, clientSecret, name }: ProviderSettings,
  sealer: Sealer,
): OpenIdProvider {
  let known: { at: number; of: ReturnType<typeof discover> } | undefined

  /** Asked for at the first sign-in, so that the service starts without the provider. */
  async function discover(client: Client) {
    const facts = { [client.clockTolerance]: CLOCK_SECONDS }
    const local = isLoopback(new URL(issuer).hostname)
    const prepare = [
      // The signature of the token is checked although it comes by TLS.
      client.enableNonRepudiationChecks,
      ...(local ? [client.allowInsecureRequests] : []),
    ]
    const basic = clientSecret === undefined ? undefined : client.ClientSecretBasic(clientSecret)
    const auth = basic ?? client.None()
    const config = await client.discovery(new URL(issuer), clientId, facts, auth, {
      timeout: ANSWER_SECONDS,
      execute: prepare,
      [client.customFetch]: boundedFetch,
    })
    const server = config.serverMetadata()
    // Basic is the default of providers that do not list their methods.
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    if (!basic || methods.includes('client_secret_basic')) return config
    const post = client.ClientSecretPost(clientSecret)
    const byForm = new client.Configuration(server, clientId, facts, post)
    byForm.timeout = ANSWER_SECONDS
    byForm[client.customFetch] = boundedFetch
    for (const each of prepare) each(byForm)
    return byForm
  }

  async function found() {
    const client = await import('openid-client')
    if (!known || Date.now() - known.at > KNOWN_MILLIS) {
      const of = discover(client)
      known = { at: Date.now(), of }
      of.catch(() => {
        known = undefined
      })
    }
    return { client, config: await known.of }
  }

  return {
    name,
    begin: (returnTo, wishes) =>
      named(async () => {
        const { client, config } = await found()
        const [state, nonce] = [client.randomState(), client.randomNonce()]
        const verifier = client.randomPKCECodeVerifier()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: returnTo,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(wishes.fresh && { prompt: 'login', max_age: '0' }),
        })
        const begun: Begun = { state, nonce, verifier, returnTo, ...wishes, at: Date.now() }
        const sealed = sealer.seal(Buffer.from(JSON.stringify(begun)), SEALED_FOR)
        return { url: url.href, begun: sealed }
      }),
    finish: (address, sealed) =>
      named(async () => {
        const begun = opened(sealer, sealed)
        const { client, config } = await found()
        // The redirect address as it was asked for: a proxy may have changed ours since.
        const back = new URL(begun.returnTo)
        back.search = new URL(address).search
        const tokens = await client.authorizationCodeGrant(config, back, {
          expectedState: begun.state,
          expectedNonce: begun.nonce,
          pkceCodeVerifier: begun.verifier,
          idTokenExpected: true,
          // With `max_age` the token must say when the password was given.
          ...(begun.fresh && { maxAge: PROVIDER_MINUTES * 60 }),
        })
        const claims = tokens.claims()!
        const isWhole = 'email_verified' in claims || !config.serverMetadata().userinfo_endpoint
        const more = isWhole
          ? claims
          : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        return {
          issuer: claims.iss,
          subject: claims.sub,
          fresh: begun.fresh,
          accountId: begun.accountId,
          email: textOf(more.email),
          emailVerified: more.email_verified === true,
          name: textOf(more.name),
        }
      }),
  }
}

const LONGEST_CLAIM = 500
const textOf = (claim: unknown): string =>
  typeof claim === 'string' ? claim.slice(0, LONGEST_CLAIM).toWellFormed() : ''

function opened(sealer: Sealer, sealed: string): Begun {
  const begun = JSON.parse(sealer.open(sealed, SEALED_FOR).toString()) as Begun
  if (Date.now() - begun.at > PROVIDER_MINUTES * 60_000)
    throw new Error(`the sign-in took longer than ${PROVIDER_MINUTES} minutes`)
  return begun
}

/** Every error is the provider's, or caused by tampering: never a fault of ours. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new ProviderFailure(reasonOf(cause), { cause })
  }
}

/** The error as the provider names it, or the library. */
function reasonOf(error: unknown): string {
  const { error: word, message, cause } = error as Error & { error?: unknown }
  if (typeof word === 'string') return word
  const below = cause instanceof Error ? `: ${cause.message}` : ''
  return `${message}${below}`.slice(0, LONGEST_CLAIM)
}

/** As fetch, of answers that fit. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const answer = await fetch(url, options)
  const { status, headers } = answer
  const bytes = await bodyOf(answer, MOST_BYTES)
  return new Response(status === 204 || status === 304 ? null : bytes, { status, headers })
}
