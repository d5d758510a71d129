/**
 * API keys: what programs call the JSON API with. A key has rights of its own, may expire, and is
 * shown once: the store keeps its SHA-256. It is random, so a slow hash would protect nothing.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import type { Account } from '../accounts/account.ts'
import { makeToken, readToken } from '../accounts/console-tokens.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import {
  addApiKey,
  apiKeyByToken,
  apiKeysOfAccount,
  noteApiKeyUse,
  removeApiKey,
} from './api-keys.sql.ts'
import { isRight, type Right } from './rights.ts'

/** The maximum of an account. */
const MOST = 100
const LONGEST_NAME = 100

export interface NewApiKey {
  name: string
  rights: readonly string[]
  /** No personal data in answers to it. */
  masked?: boolean
  /** The key is refused from then on; without it never. */
  expires?: Date | undefined
}

export interface ApiKey {
  id: number
  name: string
  rights: Right[]
  masked: boolean
  created: string
  expires: string | null
  expired: boolean
  /** To the minute. */
  used: string | null
}

/** What a valid key opens. */
export interface KeyHolder {
  account: Account
  keyId: number
  name: string
  rights: ReadonlySet<Right>
  masked: boolean
}

/** Makes a key; its token is not readable again. */
export async function makeApiKey(
  db: Store,
  accountId: number,
  { name: given, rights, masked = false, expires }: NewApiKey,
): Promise<{ key: ApiKey; token: string }> {
  const name = checkText(given, 'name of the API key', LONGEST_NAME)
  if (name === '') throw new Refusal('not-valid', 'An API key needs a name.')
  if (expires && expires <= new Date())
    throw new Refusal('not-valid', 'An API key can not expire in the past.')
  const checked = checkedRights(rights)
  if ((await apiKeysOfAccount(db, { accountId })).length >= MOST)
    throw new Refusal('not-valid', `An account can have up to ${MOST} API keys.`)
  const { token, tokenHash } = makeToken(accountId, 'api-key')
  const id = await takeId(db, accountId, 'api key')
  const expiresAt = expires ?? null
  const values = { name, rights: checked, masked, expiresAt }
  await atomically(db, async tx => {
    await addApiKey(tx, { accountId, id, tokenHash, ...values })
    await recordChange(tx, accountId, { action: 'api-key.add', id, after: values })
  })
  return { key: (await listApiKeys(db, accountId)).find(key => key.id === id)!, token }
}

function checkedRights(given: readonly string[]): Right[] {
  const wrong = given.find(right => !isRight(right))
  if (wrong !== undefined)
    throw new Refusal('not-valid', `There is no right ${JSON.stringify(wrong.slice(0, 40))}.`)
  if (given.length === 0) throw new Refusal('not-valid', 'An API key needs at least one right.')
  return [...new Set(given as Right[])]
}

/** Undefined for a token that is unknown, expired, removed, or of a closed account. */
export async function accountOfApiKey(db: Db, token: string): Promise<KeyHolder | undefined> {
  const read = readToken(token, 'api-key')
  const found = read && (await apiKeyByToken(db, read))
  if (!found) return undefined
  const { id, name, masked, username, fieldCount } = found
  if (found.unnoted) await noteApiKeyUse(db, { accountId: read.accountId, id })
  return {
    account: { id: read.accountId, username, fieldCount },
    keyId: id,
    name,
    rights: new Set(rightsIn(found.rights)),
    masked,
  }
}

/** The oldest first, expired ones too. */
export async function listApiKeys(db: Db, accountId: number): Promise<ApiKey[]> {
  const rows = await apiKeysOfAccount(db, { accountId })
  return rows.map(row => ({ ...row, rights: rightsIn(row.rights) }))
}

export async function revokeApiKey(db: Db, accountId: number, id: number): Promise<void> {
  await atomically(db, async tx => {
    if ((await removeApiKey(tx, { accountId, id })) === 0) throw noSuch('no-such-key', id)
    await recordChange(tx, accountId, { action: 'api-key.remove', id })
  })
}

const rightsIn = (text: string): Right[] => text.split(',').filter(isRight)
