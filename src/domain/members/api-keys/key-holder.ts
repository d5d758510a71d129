/** The holder of an API key or of an access token. */
import type { Store } from '../../../db/db.ts'
import type { Account } from '../../accounts/account.ts'
import { readToken } from '../../accounts/console-tokens.ts'
import type { Right } from '../rights.ts'
import * as keys from './api-keys.sql.ts'
import { type KeyScope, networksIn, refuseElsewhere } from './key-binding.ts'
import { type KeyRow, keyOfToken } from './key-cache.ts'
import { type KeyMaker, makerIn, standingOf } from './key-maker.ts'

/** The holder of a valid key: account, rights, maker. */
export interface KeyHolder {
  account: Account
  keyId: number
  name: string
  /** None: the key has stopped, because its maker is no member any more. */
  rights: ReadonlySet<Right>
  masked: boolean
  callsPerMinute: number | null
  /** It sends nothing, and changes nothing: its callers heed it. */
  isTest: boolean
  maker: KeyMaker
  bound: KeyScope
}

/** The name of its calls in limits and idempotency keys. */
export const keyCallerName = ({ account, keyId }: Pick<KeyHolder, 'account' | 'keyId'>): string =>
  `key ${account.id}-${keyId}`

/**
 * Undefined for a token that is unknown, expired, removed, or of a closed account. Throws
 * Refusal('not-permitted') for a call from an address outside of the networks of the key.
 */
export async function holderOfApiKey(
  db: Store,
  token: string,
  peer: string,
): Promise<KeyHolder | undefined> {
  const read = readToken(token, 'api-key')
  const found = read && (await keyOfToken(db, read.accountId, read.tokenHash))
  return found && holderOf(db, read.accountId, found, peer)
}

/**
 * The assistant with an access token, which is for /mcp alone. Undefined as for a key, and when the
 * token has expired.
 */
export async function holderOfAccessToken(
  db: Store,
  token: string,
  peer: string,
): Promise<KeyHolder | undefined> {
  const read = readToken(token, 'access')
  if (!read) return undefined
  const { accountId, tokenHash: accessHash } = read
  const found = await keys.apiKeyByAccess(db, { accountId, accessHash })
  return found && holderOf(db, accountId, found, peer)
}

async function holderOf(
  db: Store,
  accountId: number,
  found: KeyRow,
  peer: string,
): Promise<KeyHolder> {
  const { id, name, username, fieldCount, callsPerMinute, test, projectId, listId } = found
  // Also of a key that has stopped: its owner sees that a program still calls with it.
  if (found.unnoted) {
    // The row is known for more calls than this one.
    found.unnoted = false
    await keys.noteApiKeyUse(db, { accountId, id })
  }
  refuseElsewhere(networksIn(found.networks), peer)
  const { rights, masked } = standingOf(found)
  return {
    account: { id: accountId, username, fieldCount },
    keyId: id,
    name,
    rights: new Set(rights),
    masked,
    callsPerMinute,
    isTest: test,
    maker: makerIn(found),
    bound: { projectId, listId },
  }
}
