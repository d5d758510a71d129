/**
 * Checks whether the emails of a trigger read values of an event, or of a feed, that its start
 * can't give them: they would be empty there, and nothing else says so.
 */
import type { Db } from '../../../db/db.ts'
import { valuesRead } from '../../../mail/template/liquid.ts'
import { fieldNamed } from '../../../mail/template/merge.ts'
import { detailed, reported } from '../../details/details.ts'
import { freezeMessage, type Message } from '../../newsletters/freeze-message.ts'
import { knownValues } from '../../program-events/sources/known-values.ts'
import { Refusal } from '../../refusal.ts'
import type { DefinitionFinding } from '../language/check-definition.ts'
import type { Definition } from '../language/definition.ts'

/** Of one email. */
const MOST_NOTES = 5

/** Values may still come, so these are no errors. */
export async function startNotes(
  db: Db,
  accountId: number,
  { listId, start, steps }: Definition,
): Promise<DefinitionFinding[]> {
  const known =
    start.on === 'event' ? await valuesOf(db, accountId, start.event) : new Set<string>()
  const notes: DefinitionFinding[] = []
  const read = new Map<number, ReadValues>()
  for (const step of steps) {
    if (step.do !== 'send') continue
    const { key, newsletterId: newsletter } = step
    if (!read.has(newsletter))
      read.set(newsletter, await valuesIn(db, accountId, newsletter, listId))
    const { event, feed } = read.get(newsletter)!
    if (feed.length > 0 && start.on !== 'feed')
      notes.push({ key, ...reported(detailed('feed-not-started', { newsletter })) })
    const lacking = event.filter(name => known !== undefined && !known.has(name))
    for (const value of lacking.slice(0, MOST_NOTES))
      notes.push({
        key,
        ...reported(
          start.on === 'event'
            ? detailed('event-value-unseen', { newsletter, value, event: start.event })
            : detailed('event-not-started', { newsletter, value }),
        ),
      })
  }
  return notes
}

/** Undefined: nothing is known of its events. */
async function valuesOf(db: Db, accountId: number, name: string): Promise<Set<string> | undefined> {
  const known = await knownValues(db, accountId, name)
  return known && new Set([...known.seen.flatMap(Object.keys), ...known.mapped])
}

/** Names of values that an email reads. */
interface ReadValues {
  event: string[]
  feed: string[]
}

async function valuesIn(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<ReadValues> {
  const message = await sendable(db, accountId, newsletterId, listId)
  if (!message) return { event: [], feed: [] }
  const { subject, preheader, html, text, translated } = message
  const sources = [subject, preheader, html, text]
  for (const version of translated?.versions ?? [])
    sources.push(version.subject, version.preheader, version.html)
  const fields = new Map(message.fields)
  // A data field of the name is meant then.
  const readOf = (object: string): string[] =>
    fieldNamed(object, fields) === undefined
      ? [...new Set(sources.flatMap(source => valuesRead(source, object)))]
      : []
  return { event: readOf('event'), feed: readOf('feed') }
}

/** Undefined if it can't be sent, which is an error of its own. */
async function sendable(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<Message | undefined> {
  try {
    return await freezeMessage(db, accountId, newsletterId, listId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}
