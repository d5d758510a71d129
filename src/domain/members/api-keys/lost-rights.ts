/**
 * The API keys that stop, or have fewer rights, by a change of their makers' rights: reported to
 * the member who makes the change, so that no program fails unforeseen.
 */
import type { Db, Store } from '../../../db/db.ts'
import { accountsInOrder } from '../../accounts/accounts.sql.ts'
import { membershipsOfPerson } from '../members.sql.ts'
import type { Right } from '../rights.ts'
import { type ApiKey, listApiKeys } from './api-keys.ts'

export interface LosingKey {
  account: string
  id: number
  name: string
  lost: Right[]
  /** It has no right left. */
  stopped: boolean
}

/** The keys that would stop if the member were removed. */
export async function keysOfMember(db: Db, accountId: number, personId: number): Promise<ApiKey[]> {
  const known = await listApiKeys(db, accountId)
  return known.filter(({ maker, expired, why }) => {
    return maker.personId === personId && !expired && why !== 'maker-gone'
  })
}

interface OneAccount {
  id: number
  username: string
}

/** Makes a change, and tells which keys of these accounts have lost rights by it. */
export async function lostRightsBy<T>(
  db: Store,
  accounts: readonly OneAccount[],
  change: () => Promise<T>,
): Promise<{ made: T; losing: LosingKey[] }> {
  const look = () => Promise.all(accounts.map(({ id }) => listApiKeys(db, id)))
  const before = await look()
  const made = await change()
  const after = await look()
  return {
    made,
    losing: accounts.flatMap(({ username }, at) => {
      return losses(before[at] ?? [], after[at] ?? []).map(loss => ({ account: username, ...loss }))
    }),
  }
}

const losses = (before: readonly ApiKey[], after: readonly ApiKey[]) =>
  after.flatMap(({ id, name, rights, lost, expired }) => {
    const already = before.find(key => key.id === id)?.lost ?? []
    const now = lost.filter(right => !already.includes(right))
    const stopped = lost.length === rights.length
    return now.length === 0 || expired ? [] : [{ id, name, lost: now, stopped }]
  })

/** The accounts that may have keys of a person. */
export async function accountsOfPerson(db: Db, personId: number): Promise<OneAccount[]> {
  const found = await membershipsOfPerson(db, { personId })
  return found.map(({ accountId, username }) => ({ id: accountId, username }))
}

/** The account that operates the installation because it is the only open one; else none. */
export async function onlyAccount(db: Db): Promise<OneAccount[]> {
  const open = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  return open.length === 1 ? open : []
}
