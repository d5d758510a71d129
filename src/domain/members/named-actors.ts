/** Who did something, with the names that members have now. */
import type { Db } from '../../db/db.ts'
import { memberNames } from './members.sql.ts'

export interface NamedActor {
  /** As in the audit log: person, account, link, key, command, program. Empty: unknown. */
  kind: string
  id: number | null
  /** Empty: a former member. */
  name: string
}

export async function namedActors(
  db: Db,
  accountId: number,
  actors: readonly NamedActor[],
): Promise<NamedActor[]> {
  const personIds = actors.flatMap(({ kind, id }) => (kind === 'person' && id !== null ? id : []))
  if (personIds.length === 0) return [...actors]
  const found = await memberNames(db, { accountId, personIds: [...new Set(personIds)] })
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return actors.map(actor =>
    actor.kind === 'person' ? { ...actor, name: names.get(actor.id ?? 0) ?? '' } : actor,
  )
}
