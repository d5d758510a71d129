/** Names of the objects that a definition refers to. */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import type { Names } from './drawing/flow.ts'
import type { Definition } from './language/definition.ts'
import { namesOf } from './triggers.sql.ts'

/** `missing` lists unknown objects, as "newsletter 9". */
export async function namesIn(
  db: Db,
  accountId: number,
  { listId, start, steps }: Definition,
): Promise<Names & { missing: string[] }> {
  const newsletters = 'newsletterId' in start ? [start.newsletterId] : []
  const lists = [listId]
  const filters: number[] = []
  const webhooks: number[] = []
  const forms = 'formId' in start ? [start.formId] : []
  for (const step of steps) {
    if (step.do === 'send') newsletters.push(step.newsletterId)
    if (step.do === 'join' || step.do === 'leave') lists.push(step.listId)
    if (step.do === 'call') webhooks.push(step.webhookId)
    if (step.do === 'branch' && 'filterId' in step.ask) filters.push(step.ask.filterId)
    if (step.do === 'wait for' && step.event.on === 'listed') lists.push(step.event.listId)
    if (step.do === 'wait for' && 'newsletterId' in step.event)
      newsletters.push(step.event.newsletterId)
  }
  const rows = await namesOf(db, { accountId, newsletters, lists, filters, webhooks, forms })
  const known = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  const fields = new Map(
    (await fieldsOfAccount(db, { accountId })).map(({ number, name }) => [number, name]),
  )
  const wanted = {
    newsletter: newsletters,
    list: lists,
    filter: filters,
    webhook: webhooks,
    form: forms,
  }
  const named = Object.entries(wanted).flatMap(([kind, ids]) => ids.map(id => `${kind} ${id}`))
  return {
    of: (kind, id) => known.get(`${kind} ${id}`),
    fields,
    missing: [...new Set(named)].filter(one => !known.has(one)),
  }
}
