/** Tags of an email for which no person on its list has a value: all would get their default. */
import type { Db } from '../../../db/db.ts'
import { fieldsWithValues } from '../../../domain/demographics/demographics.sql.ts'
import type { Message } from '../../../domain/newsletters/freeze-message.ts'
import { onListsUpTo } from '../../../domain/sendings/audience/audience.sql.ts'
import { isNamePart, NAME_PARTS } from '../../../lib/name-parts.ts'
import type { MessageFinding } from '../../../mail/message/check.ts'
import type { ReadableMessage } from '../../../mail/message/compile.ts'
import { findingOf } from '../../../mail/message/findings.ts'
import { namesRead } from '../../../mail/message/names-read.ts'
import { fieldNamed } from '../../../mail/template/merge.ts'

/** The sample of members: reading a million would take too long. */
const LOOKED_AT = 10_000

export async function tagsWithoutValues(
  db: Db,
  accountId: number,
  message: Message,
  { facts: { fields } }: ReadableMessage,
): Promise<MessageFinding[]> {
  const numbers = new Map<string, number>()
  for (const name of namesRead(message, fields)) {
    const number = fieldNamed(name, fields) ?? (isNamePart(name) ? NAME_PARTS[name] : undefined)
    if (number !== undefined) numbers.set(name, number)
  }
  if (numbers.size === 0) return []
  const { listId } = message
  const most = LOOKED_AT
  const { count } = await onListsUpTo(db, { accountId, lists: [listId], most: most + 1 })
  if (count === 0) return []
  const asked = { accountId, listId, most, numbers: [...new Set(numbers.values())] }
  const known = new Set((await fieldsWithValues(db, asked)).map(({ number }) => number))
  const people = count > most ? most : 0
  return [...numbers]
    .filter(([, number]) => !known.has(number))
    .map(([name]) => ({
      what: 'tags',
      severity: 'look',
      ...findingOf('tag-without-values', { tag: name, people }),
    }))
}
