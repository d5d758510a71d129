/**
 * API keys: the credentials of programs for the JSON API. A key has rights of its own, of which it
 * has at each call those that its maker has then; may expire, and is shown once: the store keeps
 * its SHA-256. It is random, so a slow hash would protect nothing.
 */

import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { makeToken } from '../../accounts/console-tokens.ts'
import { type Actor, presentActor } from '../../audit/actor.ts'
import { recordChange } from '../../audit/record.ts'
import { noSuch, refused, type Violation, violationsOfValues } from '../../refusal.ts'
import { checkLine } from '../../text.ts'
import { isRight, type Right } from '../rights.ts'
import * as keys from './api-keys.sql.ts'
import { checkedBinding, type KeyBinding, type KeyBindingGiven, networksIn } from './key-binding.ts'
import { keyCacheExpiry } from './key-cache.ts'
import { type KeyMaker, type KeyStanding, makerColumns, rightsIn, standingOf } from './key-maker.ts'

/** The maximum of an account. */
const MOST = 100
const LONGEST_NAME = 100
export const MOST_CALLS_PER_MINUTE = 10_000_000

export interface NewApiKey extends KeyBindingGiven {
  name: string
  rights: readonly string[]
  maker: KeyMaker
  /** No personal data in answers to it. */
  masked?: boolean
  /** The key is refused from then on; without it never. */
  expires?: Date | undefined
  /** Overrides the limit of the installation. */
  callsPerMinute?: number | undefined
  /** It changes nothing and sends nothing. */
  test?: boolean
}

export interface ApiKey extends Pick<KeyStanding, 'lost' | 'why' | 'masked'>, KeyBinding {
  id: number
  name: string
  /** As it was made; without `lost` those that it has now. */
  rights: Right[]
  maker: { kind: KeyMaker['kind']; personId: number | null; email: string | null }
  created: string
  expires: string | null
  expired: boolean
  /** Null: as many as the installation lets every caller make. */
  callsPerMinute: number | null
  test: boolean
  /** The names of those that it is bound to. */
  project: string | null
  list: string | null
  /** Of an assistant that signed in by OAuth: where it did; its rights are for /mcp alone. */
  returnsTo: string | null
  /** To the minute. */
  used: string | null
}

/** Makes a key; its token is not readable again. */
export async function makeApiKey(
  db: Store,
  accountId: number,
  {
    name: given,
    rights,
    maker,
    masked = false,
    expires,
    callsPerMinute,
    test = false,
    ...bound
  }: NewApiKey,
): Promise<{ key: ApiKey; token: string }> {
  const name = checkName(given)
  if (expires) checkExpiry(expires)
  refuseWrongLimit(callsPerMinute)
  const checked = checkedRights(rights)
  const binding = await checkedBinding(db, accountId, bound)
  await refuseMoreKeys(db, accountId)
  const { token, tokenHash } = makeToken(accountId, 'api-key')
  const id = await takeId(db, accountId, 'api key')
  const values = {
    name,
    rights: checked,
    masked,
    expiresAt: expires ?? null,
    callsPerMinute: callsPerMinute ?? null,
    test,
    ...binding,
  }
  await atomically(db, async tx => {
    await keys.addApiKey(tx, { accountId, id, tokenHash, ...values, ...makerColumns(maker) })
    await recordChange(tx, accountId, { action: 'api-key.add', id, after: values })
  })
  return { key: await oneApiKey(db, accountId, id), token }
}

function checkName(given: string): string {
  const name = checkLine(given, 'name of the API key', LONGEST_NAME)
  if (name === '') throw refused('not-valid', 'key-nameless')
  return name
}

function checkExpiry(expires: Date): void {
  if (expires <= new Date()) throw refused('not-valid', 'key-expired')
}

type KeyGiven = Partial<Pick<NewApiKey, 'name' | 'expires'>>

/** Of the values that are there, beside those of its binding; schemas know rights and limits. */
export const violationsOfApiKey = ({ name, expires }: KeyGiven): Violation[] =>
  violationsOfValues({ name, expires }, { name: checkName, expires: checkExpiry })

/** Refuses one more key than an account may have. */
export async function refuseMoreKeys(db: Db, accountId: number): Promise<void> {
  if ((await keys.apiKeysOfAccount(db, { accountId })).length >= MOST)
    throw refused('not-valid', 'keys-many', { most: MOST })
}

function refuseWrongLimit(calls: number | null | undefined): void {
  if (calls === undefined || calls === null) return
  if (Number.isInteger(calls) && calls >= 1 && calls <= MOST_CALLS_PER_MINUTE) return
  throw refused('not-valid', 'key-calls', { most: MOST_CALLS_PER_MINUTE })
}

function checkedRights(given: readonly string[]): Right[] {
  const wrong = given.find(right => !isRight(right))
  if (wrong !== undefined)
    throw refused('not-valid', 'right-unknown', { right: JSON.stringify(wrong.slice(0, 40)) })
  if (given.length === 0) throw refused('not-valid', 'key-rightless')
  return [...new Set(given as Right[])]
}

/** The oldest first, expired ones too. */
export async function listApiKeys(db: Db, accountId: number): Promise<ApiKey[]> {
  const rows = await keys.apiKeysOfAccount(db, { accountId })
  return rows.map(row => {
    const { id, name, created, expires, expired, used, email, callsPerMinute, test } = row
    const { projectId, project, listId, list, returnsTo } = row
    const { lost, why, masked } = standingOf(row)
    const kind = row.makerKind as KeyMaker['kind']
    return {
      id,
      name,
      rights: rightsIn(row.rights),
      lost,
      why,
      masked,
      maker: { kind, personId: row.makerId, email },
      created,
      expires,
      expired,
      used,
      callsPerMinute,
      test,
      projectId,
      project,
      listId,
      list,
      networks: networksIn(row.networks),
      returnsTo,
    }
  })
}

async function oneApiKey(db: Db, accountId: number, id: number): Promise<ApiKey> {
  const found = (await listApiKeys(db, accountId)).find(key => key.id === id)
  if (!found) throw noSuch('no-such-key', id)
  return found
}

/**
 * Makes another member the maker of a key. It keeps the rights that they have too, so that no
 * program gains any, and its token.
 */
export async function takeOverApiKey(
  db: Store,
  accountId: number,
  id: number,
  taker: { maker: KeyMaker; rights: ReadonlySet<Right>; masked: boolean },
): Promise<ApiKey> {
  await atomically(db, async tx => {
    const known = await keys.lockApiKey(tx, { accountId, id })
    if (!known) throw noSuch('no-such-key', id)
    // It would act for another person than the one who sits before it.
    if (known.byOauth) throw refused('not-valid', 'key-oauth')
    const before = { rights: rightsIn(known.rights), masked: known.masked, ...makerFacts(known) }
    const rights = before.rights.filter(right => taker.rights.has(right))
    if (rights.length === 0) throw refused('not-valid', 'key-taker')
    const columns = makerColumns(taker.maker)
    const masked = known.masked || taker.masked
    await keys.giveApiKeyTo(tx, { accountId, id, rights, masked, ...columns })
    const after = { rights, masked, ...makerFacts(columns) }
    await recordChange(tx, accountId, { action: 'api-key.take-over', id, before, after })
  })
  return oneApiKey(db, accountId, id)
}

/** For the audit log, which names persons by their id. */
const makerFacts = ({ makerKind, makerId }: { makerKind: string; makerId: number | null }) => ({
  maker: makerKind,
  personId: makerId,
})

/** Null: as many calls a minute as the installation lets every caller make. */
export async function limitApiKey(
  db: Store,
  accountId: number,
  id: number,
  callsPerMinute: number | null,
): Promise<ApiKey> {
  refuseWrongLimit(callsPerMinute)
  await atomically(db, async tx => {
    const known = await keys.lockApiKey(tx, { accountId, id })
    if (!known) throw noSuch('no-such-key', id)
    await keys.limitApiKey(tx, { accountId, id, callsPerMinute })
    const before = { callsPerMinute: known.callsPerMinute }
    const after = { callsPerMinute }
    await recordChange(tx, accountId, { action: 'api-key.limit', id, before, after })
  })
  return oneApiKey(db, accountId, id)
}

/** When it returns, no process takes the key any more. */
export async function revokeApiKey(db: Store, accountId: number, id: number): Promise<void> {
  await atomically(db, async tx => {
    if (!(await endApiKey(tx, accountId, id))) throw noSuch('no-such-key', id)
  })
  await keyCacheExpiry()
}

/**
 * Removes a key, with the tokens of an assistant; false: there is none. `actor`: if it is not that
 * of the call.
 */
export async function endApiKey(
  tx: Db,
  accountId: number,
  id: number,
  actor?: Actor,
): Promise<boolean> {
  await keys.removeGrantOfKey(tx, { accountId, id })
  if ((await keys.removeApiKey(tx, { accountId, id })) === 0) return false
  await recordChange(tx, accountId, { action: 'api-key.remove', id }, actor ?? presentActor())
  return true
}
