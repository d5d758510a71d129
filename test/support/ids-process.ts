/**
 * A process that makes subscribers and lists without a pause, and prints the id of each once it is
 * stored; started and killed by the test of chosen ids with its task as JSON.
 */
import { openStore } from '../../src/db/open-store.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'

export interface IdsTask {
  connection: object
  accountId: number
  listId: number
  tag: string
}

const { connection, accountId, listId, tag } = JSON.parse(process.argv[2]!) as IdsTask
const store = openStore({ connection, connections: 8 })
const list = { fromName: '', fromEmail: 'shop@example.test', description: '', characterSet: '' }

for (let turn = 0; ; turn++) {
  const people = Array.from({ length: 20 }, (_, at) =>
    subscribe(store, accountId, listId, {
      email: `${tag}-${turn}-${at}@example.test`,
      name: tag,
      format: undefined,
      countryCode: '',
      phone: '',
    }),
  )
  const made = makeList(store, accountId, { ...list, name: `${tag} ${turn}` })
  const lines = (await Promise.all(people)).map(({ id }) => `subscriber ${id}\n`)
  process.stdout.write(`${lines.join('')}list ${await made}\n`)
}
