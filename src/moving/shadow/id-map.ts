/**
 * Ids that the two services gave to one record, where they could not be made equal. They are looked
 * up for each call: a copy of the account that runs meanwhile makes them equal (take-old-ids.ts).
 */
import type { Store } from '../../db/db.ts'
import { addShadowId, pairsOf } from '../../domain/shadow/shadow.sql.ts'

export type TranslateId = (kind: string, id: string) => string

export interface IdPairs {
  toNew: TranslateId
  toOld: TranslateId
}

export const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

export async function readIdPairs(
  db: Store,
  accountId: number,
  among: Iterable<string>,
): Promise<IdPairs> {
  const ids = [...new Set(among)].filter(isId).map(Number)
  const toNew = new Map<string, string>()
  const toOld = new Map<string, string>()
  if (ids.length > 0)
    for (const { kind, oldId, newId } of await pairsOf(db, { accountId, ids })) {
      toNew.set(`${kind} ${oldId}`, String(newId))
      toOld.set(`${kind} ${newId}`, String(oldId))
    }
  return {
    toNew: (kind, old) => toNew.get(`${kind} ${old}`) ?? old,
    toOld: (kind, here) => toOld.get(`${kind} ${here}`) ?? here,
  }
}

/** Keeps a pair, unless both services have the same id. */
export async function noteIdPair(
  db: Store,
  accountId: number,
  { kind, old, here }: { kind: string; old: string; here: string },
): Promise<void> {
  if (old === here || !isId(old) || !isId(here)) return
  await addShadowId(db, { accountId, kind, oldId: Number(old), newId: Number(here) })
}
