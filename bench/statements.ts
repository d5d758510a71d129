/** The program's own statements, taken from its queries, so that baselines run the same ones. */
import type { Db } from '../src/db/db.ts'
import type { Statement } from '../src/db/statement.ts'
import { pageOfList } from '../src/domain/subscribers/pages.sql.ts'
import { saveSubscription } from '../src/domain/subscribers/subscribers.sql.ts'

interface Sent {
  statement: Statement
  values: unknown[]
}

/** The statement and values that a query sends to the store. */
function sentBy(query: (db: Db) => Promise<unknown>): Sent {
  const sent: Sent[] = []
  const db: Db = {
    async run(statement, values) {
      sent.push({ statement, values })
      return { rows: [], count: 0 }
    },
    transact: () => Promise.reject(new Error('not a single statement')),
  }
  void query(db).catch(() => {})
  return sent[0]!
}

/** The statement of a single insert, its values by name. */
export function insertStatement(): { text: string; names: string[] } {
  const names = [
    'accountId',
    'listId',
    'id',
    'email',
    'emailKey',
    'name',
    'format',
    'keepFormat',
    'countryCode',
    'phone',
    'fields',
    'keyHash',
  ]
  const given = Object.fromEntries(names.map(name => [name, name]))
  const { statement, values } = sentBy(db => saveSubscription(db, given as never))
  return { text: statement.text, names: values as string[] }
}

/** The statement that reads a page from its milestone. */
export const pageStatement = (
  accountId: number,
  listId: number,
  skip: number,
  size: number,
): Sent => sentBy(db => pageOfList(db, { accountId, listId, skip, size }))
