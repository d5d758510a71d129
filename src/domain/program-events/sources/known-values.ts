/** The values that events of a name had lately, or that a source gives them: to choose from. */
import type { Db } from '../../../db/db.ts'
import { type EventValues, eventValues } from '../event-values.ts'
import { newestEventsOfName } from '../program-events.sql.ts'
import { eventSourcesOf } from './manage-sources.ts'
import { type OutlineEntry, outlineOf } from './outline.ts'

/** The events that tell which values there are; each has up to 16,000 characters. */
const MOST_EVENTS = 20

interface KnownValues {
  /** Of the newest events. */
  seen: readonly EventValues[]
  /** The names that sources give to values of a body. */
  mapped: readonly string[]
}

/** Undefined before the first event of the name, without a source that maps it. */
export async function knownValues(
  db: Db,
  accountId: number,
  name: string,
): Promise<KnownValues | undefined> {
  const events = await newestEventsOfName(db, { accountId, name, most: MOST_EVENTS })
  const mapped = (await eventSourcesOf(db, accountId))
    .filter(({ mapping }) => mapping.event === name)
    .flatMap(({ mapping }) => Object.keys(mapping.values))
  if (events.length === 0 && mapped.length === 0) return undefined
  return { seen: events.map(({ details }) => eventValues(details)), mapped }
}

/** Where values stand and of what kind they are, those of the newest event first; none of them. */
export function valuePaths({ seen, mapped }: KnownValues): OutlineEntry[] {
  const paths = new Map(seen.toReversed().flatMap(outlineOf))
  for (const name of mapped) if (!paths.has(name)) paths.set(name, 'text')
  return [...paths]
}
