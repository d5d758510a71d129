/**
 * One of several processes that insert and opt out the same addresses at once; started by the race
 * test with its task as JSON.
 */
import { openStore } from '../../src/db/open-store.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { joinKnown, subscribe } from '../../src/domain/subscribers/subscribe.ts'

export interface Race {
  connection: object
  accountId: number
  listIds: number[]
  emails: string[]
  /** When to begin, in milliseconds of the clock: both processes at once. */
  at: number
}

const { connection, accountId, listIds, emails, at } = JSON.parse(process.argv[2]!) as Race
const store = openStore({ connection, connections: 16 })
await store.run({ name: 'warm', text: 'select 1', again: true }, [])
await new Promise(resolve => setTimeout(resolve, Math.max(0, at - Date.now())))

for (const email of emails) {
  const person = { email, name: 'A', format: undefined, countryCode: '', phone: '' }
  const inserts = Array.from({ length: 12 }, (_, i) =>
    subscribe(store, accountId, listIds[i % listIds.length]!, person),
  )
  const joins = Array.from({ length: 2 }, (_, i) =>
    joinKnown(store, accountId, listIds[i % listIds.length]!, {
      subscriberId: undefined,
      email,
    }).catch(refused => refused),
  )
  const outs = Array.from({ length: 2 }, () =>
    optOut(store, accountId, { email, reason: '', listText: '', sendingText: '' }),
  )
  await Promise.all([...inserts, ...joins, ...outs])
}
await store.close()
