/**
 * Compiled by `npm run types`, never run: what the table of actions refuses in calls of the
 * console.
 * A line that compiles although it must not is an error of its own (@ts-expect-error).
 */
import { addressOf, allPages, call, callTagged } from '../../src/console/api/client.ts'

export async function calls() {
  const params = { listId: 1 }
  const list = await call('GET /lists/:listId', { params })
  list.name satisfies string
  // @ts-expect-error: the answer has no such field.
  list.title
  // @ts-expect-error: it is a number.
  list.subscribers satisfies string

  // @ts-expect-error: there is no such route.
  await call('GET /mailing-lists')
  // @ts-expect-error: the path has a parameter.
  await call('GET /lists/:listId')
  // @ts-expect-error: it is called otherwise.
  await call('GET /lists/:listId', { params: { id: 1 } })

  await call('PATCH /lists/:listId', { params, body: { name: 'Customers' }, ifMatch: '"1"' })
  // @ts-expect-error: the body takes no such field.
  await call('PATCH /lists/:listId', { params, body: { title: 'Customers' } })
  // @ts-expect-error: tracking is one of three words.
  await call('PATCH /lists/:listId', { params, body: { tracking: 'all' } })
  // @ts-expect-error: a list has a name.
  await call('POST /lists', { body: { fromEmail: 'news@example.com' } })

  // @ts-expect-error: the query takes no such field.
  await call('GET /lists', { query: { page: 2 } })
  const [first] = await allPages('GET /lists')
  first?.name satisfies string | undefined
  // @ts-expect-error: its answer is no page.
  await allPages('GET /session')

  const { value, tag } = await callTagged('GET /filters/:filterId', { params: { filterId: 1 } })
  tag satisfies string
  value.where satisfies string
  // @ts-expect-error: a link is read, not sent.
  addressOf('POST /lists', { body: { name: 'Customers' } })
}
