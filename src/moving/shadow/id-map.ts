/** Ids that the two services gave to one record, where they could not be made equal. */
import type { Store } from '../../db/db.ts'
import { addShadowId, idsOfShadow } from '../../domain/shadow/shadow.sql.ts'

export interface IdMap {
  note(kind: string, old: string, here: string): Promise<void>
  toNew(kind: string, old: string): string
  toOld(kind: string, here: string): string
}

const MOST = 200_000

export async function openIdMap(db: Store, accountId: number): Promise<IdMap> {
  const toNew = new Map<string, string>()
  const toOld = new Map<string, string>()
  const keep = (kind: string, old: string, here: string) => {
    if (toNew.size >= MOST) return
    toNew.set(`${kind} ${old}`, here)
    toOld.set(`${kind} ${here}`, old)
  }
  for (const { kind, oldId, newId } of await idsOfShadow(db, { accountId, most: MOST }))
    keep(kind, String(oldId), String(newId))
  return {
    async note(kind, old, here) {
      if (!/^[1-9]\d{0,14}$/.test(old) || !/^[1-9]\d{0,14}$/.test(here)) return
      if (toNew.get(`${kind} ${old}`) === here) return
      keep(kind, old, here)
      await addShadowId(db, { accountId, kind, oldId: Number(old), newId: Number(here) })
    },
    toNew: (kind, old) => toNew.get(`${kind} ${old}`) ?? old,
    toOld: (kind, here) => toOld.get(`${kind} ${here}`) ?? here,
  }
}
