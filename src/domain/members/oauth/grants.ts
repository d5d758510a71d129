/**
 * Codes, access tokens and refresh tokens of assistants. A grant is an API key of the member who
 * consented: it has no more rights than they have, is listed and removed with the keys, and ends
 * when they leave. Access tokens are for /mcp alone.
 */
import { createHash } from 'node:crypto'
import { atomically, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { hashOf, makeToken, readToken } from '../../accounts/console-tokens.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { addApiKey } from '../api-keys/api-keys.sql.ts'
import { endApiKey, refuseMoreKeys } from '../api-keys/api-keys.ts'
import { type KeyMaker, makerColumns, makerIn, rightsIn } from '../api-keys/key-maker.ts'
import type { Right } from '../rights.ts'
import type { Authorization } from './authorization.ts'
import { hostOf } from './client.ts'
import * as grants from './grants.sql.ts'

const CODE_SECONDS = 120
export const ACCESS_SECONDS = 3_600
/** A grant ends when its tokens are not refreshed for so long. */
const IDLE_DAYS = 30
const DAY = 86_400_000
/** Codes of an account that wait. */
const MOST_CODES = 50

export interface GrantedAccess {
  rights: readonly Right[]
  masked: boolean
  maker: KeyMaker
}

/** The authorization code of a consent: the assistant has two minutes to exchange it for tokens. */
export async function issueCode(
  db: Store,
  accountId: number,
  { clientHash, clientName, redirectUri, challenge }: Authorization,
  { rights, masked, maker }: GrantedAccess,
): Promise<string> {
  await atomically(db, async tx => {
    for (const { id } of await grants.endedGrants(tx, { accountId }))
      await endApiKey(tx, accountId, id)
    await grants.removeOldCodes(tx, { accountId })
  })
  await refuseMoreKeys(db, accountId)
  if ((await grants.countCodes(db, { accountId })).codes >= MOST_CODES)
    throw refused('not-now', 'assistants-many', { most: MOST_CODES })
  const { token, tokenHash: codeHash } = makeToken(accountId, 'code')
  const of = { clientHash, clientName, redirectUri, challenge }
  const expiresAt = new Date(Date.now() + CODE_SECONDS * 1_000)
  await atomically(db, async tx => {
    const given = { rights: [...rights], masked, ...makerColumns(maker) }
    await grants.addCode(tx, { accountId, codeHash, ...of, ...given, expiresAt })
    // Its key has an id when it comes for its tokens.
    const after = { name: clientName, rights, masked, returnsTo: hostOf(redirectUri) }
    await recordChange(tx, accountId, { action: 'api-key.authorize', id: '', after })
  })
  return token
}

export interface IssuedTokens {
  access: string
  refresh: string
  rights: Right[]
}

export interface CodeExchange {
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}

/**
 * Exchanges a code, once, in one transaction; undefined: it is unknown, expired, of another client,
 * address or verifier. A code that comes again may be stolen: then the tokens of the first exchange
 * end (OAuth 2.1, section 4.1.3).
 */
export async function exchangeCode(
  db: Store,
  { code, clientId, redirectUri, verifier }: CodeExchange,
): Promise<IssuedTokens | undefined> {
  const read = readToken(code, 'code')
  if (!read) return undefined
  const { accountId, tokenHash: codeHash } = read
  if (!(await grants.findCode(db, { accountId, codeHash }))) return undefined
  const keyId = await takeId(db, accountId, 'api key')
  return atomically(db, async tx => {
    const known = await grants.lockCode(tx, { accountId, codeHash })
    if (!known) return undefined
    const { clientHash, clientName: name, masked } = known
    const isItsOwn =
      clientHash === hashOf(clientId) &&
      known.redirectUri === redirectUri &&
      known.challenge === codeChallengeOf(verifier)
    if (known.keyId !== null) {
      await endApiKey(tx, accountId, known.keyId, { kind: 'key', id: known.keyId, name })
      return undefined
    }
    if (!isItsOwn || !known.valid) return undefined
    await grants.markCode(tx, { accountId, codeHash, keyId })
    const rights = rightsIn(known.rights)
    const maker = makerIn(known)
    // The key can't be used itself: its token is not told.
    const { tokenHash } = makeToken(accountId, 'api-key')
    const values = { name, rights, masked, expiresAt: idleEnd(), callsPerMinute: null, test: false }
    const unbound = { projectId: null, listId: null, networks: [] }
    const { makerKind, makerId } = known
    await addApiKey(tx, {
      accountId,
      id: keyId,
      tokenHash,
      ...values,
      ...unbound,
      makerKind,
      makerId,
    })
    const tokens = newTokens(accountId, makeToken(accountId, 'refresh').token)
    const returnsTo = hostOf(redirectUri)
    await grants.addGrant(tx, { accountId, keyId, clientHash, returnsTo, ...tokens.hashes })
    const after = { ...values, returnsTo }
    await recordChange(tx, accountId, { action: 'api-key.add', id: keyId, after }, actorOf(maker))
    return { ...tokens.told, rights }
  })
}

const actorOf = (maker: KeyMaker): Actor =>
  maker.kind === 'person' ? { kind: 'person', id: maker.personId } : { kind: 'account' }

/**
 * New tokens for a refresh token, once. One that was used before is known to two: the grant ends
 * (OAuth 2.1, section 4.3.1). Undefined: it is unknown, used, of another client, or has ended.
 */
export async function refreshTokens(
  db: Store,
  { refresh, clientId }: { refresh: string; clientId: string },
): Promise<IssuedTokens | undefined> {
  const [family = '', end = ''] = refresh.split('.')
  const read = readToken(family, 'refresh')
  if (!read || !/^[\w-]{43}$/.test(end)) return undefined
  const { accountId, tokenHash: familyHash } = read
  return atomically(db, async tx => {
    const grant = await grants.lockGrant(tx, { accountId, familyHash })
    if (!grant) return undefined
    const { keyId } = grant
    if (grant.refreshHash !== hashOf(refresh)) {
      await endApiKey(tx, accountId, keyId, { kind: 'key', id: keyId })
      return undefined
    }
    const key = await grants.standingOfGrant(tx, { accountId, keyId })
    if (!key || grant.clientHash !== hashOf(clientId)) return undefined
    const { told, hashes } = newTokens(accountId, family)
    const { familyHash: _, ...rotated } = hashes
    await grants.rotateGrant(tx, { accountId, keyId, ...rotated })
    await grants.prolongKey(tx, { accountId, keyId, expiresAt: idleEnd() })
    return { ...told, rights: rightsIn(key.rights) }
  })
}

/** Ends the grant of a token, of either kind, if the client is its own (RFC 7009). */
export async function revokeTokens(
  db: Store,
  { token, clientId }: { token: string; clientId: string },
): Promise<void> {
  const access = readToken(token, 'access')
  const family = readToken(token.split('.')[0] ?? '', 'refresh')
  const read = access ?? family
  if (!read) return
  const { accountId, tokenHash } = read
  await atomically(db, async tx => {
    const grant = access
      ? await grants.grantWithAccess(tx, { accountId, accessHash: tokenHash })
      : await grants.lockGrant(tx, { accountId, familyHash: tokenHash })
    if (!grant || grant.clientHash !== hashOf(clientId)) return
    await endApiKey(tx, accountId, grant.keyId, { kind: 'key', id: grant.keyId })
  })
}

const idleEnd = (): Date => new Date(Date.now() + IDLE_DAYS * DAY)

/** A refresh token is the name of its family, and an end that changes with each use. */
function newTokens(accountId: number, family: string) {
  const access = makeToken(accountId, 'access')
  const refresh = `${family}.${makeToken(accountId).token.split('.')[1]}`
  return {
    told: { access: access.token, refresh },
    hashes: {
      familyHash: hashOf(family),
      refreshHash: hashOf(refresh),
      accessHash: access.tokenHash,
      accessExpiresAt: new Date(Date.now() + ACCESS_SECONDS * 1_000),
    },
  }
}

/** S256 (RFC 7636, section 4.2); of a verifier that is none, nothing that can be equal. */
const codeChallengeOf = (verifier: string): string =>
  /^[\w.~-]{43,128}$/.test(verifier)
    ? createHash('sha256').update(verifier).digest('base64url')
    : ''
