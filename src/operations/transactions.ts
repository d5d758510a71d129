/** Transactional e-mail operations: section 4.5 of the specification. */
import type { Input } from '../contract/index.ts'
import { Refusal } from '../domain/refusal.ts'
import { bouncesBetween } from '../domain/reports/transaction-bounces.ts'
import { resolveId, transactionDetails } from '../domain/reports/transaction-details.ts'
import { queueBatch } from '../domain/transactions/batches/batches.ts'
import { givenFields } from '../domain/transactions/given-fields.ts'
import { insertTransaction } from '../domain/transactions/insert.ts'
import { findProject, projectsOfAccount } from '../domain/transactions/projects.sql.ts'
import { boundsOf } from './bounds.ts'
import { fetchable } from './fetchable.ts'
import type { Call, Handler } from './handler.ts'

export const InsertTransaction: Handler<'InsertTransaction'> = (call, input) =>
  insert(call, input, false)

export const InsertTransactionWithSplit: Handler<'InsertTransactionWithSplit'> = (call, input) =>
  insert(call, input, true)

async function insert(
  call: Call,
  input: Input<'InsertTransaction'>,
  split: boolean,
): Promise<number> {
  const { projectGuid, fieldNames, fieldValues, sendTime: sendAt, ...message } = input
  if (projectGuid === undefined) throw new Refusal('no-such-project')
  const { db, account } = call
  const { values: fields, surplus } = await givenFields(db, account.id, fieldNames, fieldValues)
  if (surplus > 0) call.log('surplus data values ignored', { count: surplus })
  const { id } = await insertTransaction(db, account.id, {
    ...message,
    guid: projectGuid,
    sendAt,
    fields,
    split,
  })
  return id
}

export const InsertTransactionFromFile: Handler<'InsertTransactionFromFile'> = async (
  { db, account },
  input,
) => {
  const { projectGuid, url, format = 'html' } = input
  if (projectGuid === undefined) throw new Refusal('no-such-project')
  return queueBatch(db, account.id, { projectGuid, url: fetchable(url), format })
}

export const GetTransactionProjects: Handler<'GetTransactionProjects'> = ({ db, account }) =>
  projectsOfAccount(db, { accountId: account.id })
export const GetTransactionDetails: Handler<'GetTransactionDetails'> = async (
  { db, account },
  { id, identifier, email },
) => {
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim())
  const asked = given(id) === undefined ? {} : await resolveId(db, account.id, id)
  if (!asked) return []
  return transactionDetails(db, account.id, {
    ...asked,
    identifier: given(identifier),
    email: given(email),
  })
}

export const GetTransactionBouncesByDateInterval: Handler<
  'GetTransactionBouncesByDateInterval'
> = async (call, input) => {
  const { db, account } = call
  const project =
    input.projectGuid &&
    (await findProject(db, { accountId: account.id, guid: input.projectGuid, id: null }))
  if (!project) return []
  return bouncesBetween(db, account.id, project.id, boundsOf(input))
}
