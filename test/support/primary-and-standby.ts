/** A migrated primary with an account and a list, and a standby that follows it. */
import { after, before } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'

export interface Pair {
  primary: DebianPostgres
  standby: DebianPostgres
  accountId: number
  /** Subscribes an address; returns its id. */
  insert(store: Store, email: string): Promise<number>
}

/** For the suite that calls it. */
export function primaryAndStandby(): Pair {
  const pair = {} as Pair
  before(async () => {
    pair.primary = await startDebianPostgres()
    const store = openStore({ connection: pair.primary.connection })
    await migrate(store)
    const account = (await addAccount(store, {
      username: 'sender',
      password: 'correct horse battery staple',
    }))!
    const listId = await makeList(store, account.id, {
      name: 'All',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
      description: '',
      characterSet: '',
    })
    await store.close()
    pair.standby = await pair.primary.standby()
    pair.accountId = account.id
    pair.insert = async (store, email) => {
      const person = { email, name: '', format: undefined, countryCode: '', phone: '' }
      return (await subscribe(store, account.id, listId, person)).id
    }
  })
  after(async () => {
    await pair.standby?.stop()
    await pair.primary?.stop()
  })
  return pair
}
