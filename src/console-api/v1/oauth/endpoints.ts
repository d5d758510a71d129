/**
 * Sign-in of assistants by OAuth 2.1, as the Model Context Protocol says (revision 2025-06-18):
 * metadata of the resource (RFC 9728) and of the server (RFC 8414), registration of clients (RFC
 * 7591), tokens, and their end (RFC 7009). A member lets an assistant in on a page of the console.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../../db/db.ts'
import { withPeer } from '../../../domain/audit/actor.ts'
import {
  ACCESSES,
  isResource,
  issuerAt,
  LONGEST_REQUEST,
} from '../../../domain/members/oauth/authorization.ts'
import { clientIdOf, readRegistration } from '../../../domain/members/oauth/client.ts'
import {
  ACCESS_SECONDS,
  exchangeCode,
  type IssuedTokens,
  refreshTokens,
  revokeTokens,
} from '../../../domain/members/oauth/grants.ts'
import { networkOf } from '../../../domain/sign-ups/network.ts'
import { createCallBuckets } from '../../../lib/call-buckets.ts'
import type { RequestBodies } from '../../../lib/request-bodies.ts'
import type { Sealer } from '../../../lib/secrets.ts'

interface OAuthOptions {
  db: Store
  sealer: Sealer
  bodies: RequestBodies
  factsOf(req: FastifyRequest['raw']): { origin: string; peer: string; id: string }
}

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
/** Of a code with verifier, client and addresses. */
const MOST_BYTES = 16 * 1024
const HOUR = 3_600_000
const MINUTE = 60_000
/** Of one network (/24, /48), which many programs may share. */
const REGISTRATIONS_PER_HOUR = 20
const TOKENS_PER_MINUTE = 60

/** What an answer 401 of the resource says: where to sign in (RFC 9728, section 5.1). */
export const bearerChallenge = (origin: string): string =>
  `Bearer resource_metadata="${origin}${RESOURCE_METADATA}/mcp", scope="${ACCESSES.join(' ')}"`

/** Counts calls by network, before their bodies are read. */
function limitedBy(most: number, millis: number, factsOf: OAuthOptions['factsOf']) {
  const calls = createCallBuckets(most, millis)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { retryAfter } = calls.take(networkOf(factsOf(request.raw).peer))
    if (retryAfter !== undefined) return tooMany(reply, retryAfter)
  }
}

export function registerOAuth(app: FastifyInstance, options: OAuthOptions): void {
  const { sealer, factsOf } = options
  const originOf = (request: FastifyRequest) => factsOf(request.raw).origin
  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`])
    app.get(path, async request => resourceMetadata(originOf(request)))
  app.get('/.well-known/oauth-authorization-server', async request =>
    serverMetadata(originOf(request)),
  )
  // The page reads the request from the fragment, and shows it to a member.
  app.get('/oauth/authorize', async ({ url }, reply) => {
    const request = url.split('?')[1] ?? ''
    const isLong = request.length > LONGEST_REQUEST
    return isLong
      ? refuse(reply, 'invalid_request')
      : reply.redirect(`/console/connect#${request}`, 303)
  })
  const limited = limitedBy(REGISTRATIONS_PER_HOUR, HOUR, factsOf)
  app.post('/oauth/register', { onRequest: [limited] }, async (request, reply) => {
    const read = readRegistration(request.body)
    if ('wrong' in read)
      return refuse(
        reply,
        read.wrong === 'redirect' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      )
    const { client } = read
    return reply.code(201).send({
      client_id: clientIdOf(sealer, client),
      client_id_issued_at: Math.floor(Date.now() / 1_000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })
  // Forms are read here alone.
  app.register(async scope => registerTokens(scope, options))
}

const resourceMetadata = (origin: string) => ({
  resource: issuerAt(origin).resource,
  authorization_servers: [origin],
  bearer_methods_supported: ['header'],
  scopes_supported: ACCESSES,
  resource_name: 'Pennypost',
})

const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: ACCESSES,
  authorization_response_iss_parameter_supported: true,
})

function registerTokens(app: FastifyInstance, { db, bodies, factsOf }: OAuthOptions): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const body = await bodies.read(request.raw, { sender: 'stranger', most: MOST_BYTES })
    return new URLSearchParams(body.toString('utf8'))
  })
  const limited = limitedBy(TOKENS_PER_MINUTE, MINUTE, factsOf)

  app.post('/oauth/token', { onRequest: [limited] }, async (request, reply) => {
    const { peer, origin } = factsOf(request.raw)
    const value = valuesOf(request)
    if (!value) return refuse(reply, 'invalid_request')
    if (!isResource(issuerAt(origin), value('resource'))) return refuse(reply, 'invalid_target')
    const clientId = value('client_id')
    const type = value('grant_type')
    if (type !== 'authorization_code' && type !== 'refresh_token')
      return refuse(reply, 'unsupported_grant_type')
    const tokens = await withPeer(peer, () =>
      type === 'refresh_token'
        ? refreshTokens(db, { refresh: value('refresh_token'), clientId })
        : exchangeCode(db, {
            code: value('code'),
            clientId,
            redirectUri: value('redirect_uri'),
            verifier: value('code_verifier'),
          }),
    )
    return tokens ? reply.send(shown(tokens)) : refuse(reply, 'invalid_grant')
  })

  app.post('/oauth/revoke', { onRequest: [limited] }, async (request, reply) => {
    const value = valuesOf(request)
    if (!value) return refuse(reply, 'invalid_request')
    const given = { token: value('token'), clientId: value('client_id') }
    await withPeer(factsOf(request.raw).peer, () => revokeTokens(db, given))
    return reply.code(200).send()
  })
}

/** The values of a form; undefined: there is none, or one of its values comes twice. */
function valuesOf({ body }: FastifyRequest): ((name: string) => string) | undefined {
  if (!(body instanceof URLSearchParams)) return undefined
  const names = [...body.keys()]
  if (new Set(names).size < names.length) return undefined
  return name => body.get(name) ?? ''
}

const shown = ({ access, refresh, rights }: IssuedTokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: ACCESS_SECONDS,
  refresh_token: refresh,
  scope: rights.includes('content') ? 'read propose' : 'read',
})

/** RFC 6749, section 5.2. */
const refuse = (reply: FastifyReply, error: string) => reply.code(400).send({ error })

const tooMany = (reply: FastifyReply, seconds: number) =>
  reply
    .code(429)
    .header('Retry-After', Math.max(1, Math.ceil(seconds)))
    .send({ error: 'temporarily_unavailable' })
