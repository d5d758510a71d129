/** Accounts with a list, for tests of the search: people are added, and words written at once. */
import type { Store } from '../../../src/db/db.ts'
import { makeList } from '../../../src/domain/lists/add-list.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { keepWords } from '../../../src/domain/words/keep-words.ts'
import { searchSubscribers } from '../../../src/domain/words/search.ts'

let accounts = 0

export const SOON = { ids: 20_000, people: 2_000, marginSeconds: 0 }

export async function searchedAccount(store: Store) {
  const accountId = ++accounts
  const ask = (text: string, values: unknown[] = []) =>
    store.run({ name: '', text, again: false }, values)
  await ask('insert into tenants (account_id) values ($1)', [accountId])
  const listId = await makeList(store, accountId, {
    name: 'List',
    fromName: 'A',
    fromEmail: 'a@example.test',
    description: '',
    characterSet: '',
  })
  return {
    accountId,
    ask,
    add: async (email: string, name = '', phone = '', countryCode = '') =>
      (
        await subscribe(store, accountId, listId, {
          email,
          name,
          format: undefined,
          countryCode,
          phone,
        })
      ).id,
    /** A whole pass. */
    async index(step = SOON) {
      while (await keepWords(store, accountId, step));
    },
    async find(query: string, limit = 50) {
      const { items } = await searchSubscribers(store, accountId, { query, limit })
      return items.map(({ email }) => email).sort()
    },
    async words() {
      const { rows } = await ask(
        'select word, subscriber_id from subscriber_words where account_id = $1 order by 1',
        [accountId],
      )
      return rows.map(([word]) => word)
    },
  }
}
