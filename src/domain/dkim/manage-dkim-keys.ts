/**
 * Creates and retires DKIM keys. A new pair signs when the pair before it is retired: its DNS
 * records come first.
 */
import { atomically, type Db } from '../../db/db.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { recordChange } from '../audit/record.ts'
import { refused } from '../refusal.ts'
import { addDkimKey, dkimKeys, retireDkimKeys } from './dkim.sql.ts'
import { sealedFor } from './dkim.ts'

export interface MadeKey {
  domain: string
  selector: string
  algorithm: 'rsa' | 'ed25519'
  privateKey: string
  /** The content of its DNS record. */
  record: string
}

/** Stores a key pair, sealed. Refuses a selector in use: its DNS record has another key. */
export async function storeDkimKeys(
  db: Db,
  sealer: Sealer,
  accountId: number,
  keys: MadeKey[],
): Promise<void> {
  await atomically(db, async tx => {
    for (const { domain, selector, algorithm, privateKey, record } of keys) {
      const sealedPrivateKey = sealer.seal(Buffer.from(privateKey), sealedFor(domain, selector))
      const added = await addDkimKey(tx, {
        accountId,
        domain,
        selector,
        algorithm,
        sealedPrivateKey,
        publicKey: record,
      })
      if (added === 0) throw refused('not-valid', 'dkim-selector', { domain, selector })
      const change = { id: domain, after: { selector, algorithm } }
      await recordChange(tx, accountId, { action: 'dkim.add', ...change })
    }
  })
}

export interface DkimKeyState {
  domain: string
  selector: string
  algorithm: string
  record: string
  created: string
  retiredAt: string | null
  state: 'signs' | 'waits' | 'retired'
}

/** All keys of an account, with their state. Of each kind the oldest that is not retired signs. */
export async function listDkimKeys(db: Db, accountId: number): Promise<DkimKeyState[]> {
  const rows = (await dkimKeys(db, { accountId })).toReversed()
  const signing = new Set<string>()
  return rows.map(({ domain, selector, algorithm, publicKey, created, retiredAt }) => {
    const kind = `${domain} ${algorithm}`
    const state = retiredAt !== null ? 'retired' : signing.has(kind) ? 'waits' : 'signs'
    if (state === 'signs') signing.add(kind)
    return { domain, selector, algorithm, record: publicKey, created, retiredAt, state }
  })
}

/**
 * Retires the pair of a selector; the next pair signs from now on. Returns the selectors that then
 * sign.
 */
export async function retireDkimPair(
  db: Db,
  accountId: number,
  domain: string,
  selector: string,
): Promise<string[]> {
  const name = domain.trim().toLowerCase()
  const keys = await atomically(db, async tx => {
    let retired = 0
    for (const one of [selector, `${selector}-ed`])
      retired += await retireDkimKeys(tx, { accountId, domain: name, selector: one })
    const left = (await listDkimKeys(tx, accountId)).filter(key => key.domain === name)
    if (retired === 0 && !left.some(key => key.selector === selector))
      throw refused('not-valid', 'dkim-gone')
    const change = { id: name, before: { selector } }
    if (retired > 0) await recordChange(tx, accountId, { action: 'dkim.retire', ...change })
    return left
  })
  return keys.filter(({ state }) => state === 'signs').map(key => key.selector)
}
