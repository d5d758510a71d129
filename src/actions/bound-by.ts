/**
 * API keys that are bound to a project or a list (domain/members/api-keys/key-binding.ts). An
 * action honours a binding if it says by `boundBy` where its input names the project, the list, or
 * an object of one; all others are refused to such keys.
 */

import type { Db } from '../db/db.ts'
import { detailed } from '../domain/details/details.ts'
import type { KeyScope } from '../domain/members/api-keys/key-binding.ts'
import { Refusal } from '../domain/refusal.ts'
import { isKnownToList } from '../domain/subscribers/subscribers.sql.ts'
import { projectOfEmail, projectOfTransaction } from '../domain/transactions/emails/emails.sql.ts'
import { projectAlone } from '../domain/transactions/projects.ts'
import { hasZero } from '../lib/json.ts'
import { ApiProblem } from './problem.ts'

/** `itself`: the action reads `bound` of its caller. */
export type ProjectPlace =
  | 'params.projectId'
  | 'query.projectId'
  | 'body.project'
  | 'body.emails'
  | 'params.transactionId'
  | 'params.emailId'
  | 'itself'

export type ListPlace =
  | 'params.listId'
  | 'query.listId'
  | 'body.listId'
  | 'body.rows'
  /** A person whom the list knows: on it, or unsubscribed from it. */
  | 'params.subscriberId'

export interface BoundBy {
  project?: ProjectPlace
  /** Each of them. */
  list?: readonly ListPlace[]
}

/** As the schemas of an action have read it. */
type Input = Record<'params' | 'query' | 'body', unknown>

type Values = Record<string, unknown>

const another = () => new ApiProblem('not-allowed', detailed('key-bound-other'))
const more = () => new ApiProblem('not-allowed', detailed('key-bound-all'))

/**
 * The input within the binding of a key: a project or list that is not named becomes that of the
 * key. Refuses another one, objects of others, and actions that are about more.
 */
export async function withinBinding(
  db: Db,
  accountId: number,
  { projectId, listId }: KeyScope,
  { boundBy = {} }: { boundBy?: BoundBy | undefined },
  input: Input,
): Promise<Input> {
  if (projectId !== null) {
    if (boundBy.project === undefined) throw more()
    return withinProject(db, accountId, projectId, boundBy.project, input)
  }
  if (listId === null) return input
  if (boundBy.list === undefined) throw more()
  let within = input
  for (const place of boundBy.list) within = await withinList(db, accountId, listId, place, within)
  return within
}

async function withinProject(
  db: Db,
  accountId: number,
  projectId: number,
  place: ProjectPlace,
  input: Input,
): Promise<Input> {
  const { params, query, body } = input as Record<keyof Input, Values>
  /** By its id, also where its name was given. */
  const own = String(projectId)
  const isOwn = async (which: unknown) => {
    if (typeof which !== 'string' || hasZero(which)) return false
    const found = await projectAlone(db, accountId, which).catch(error => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    return found?.id === projectId
  }
  switch (place) {
    case 'params.projectId':
      if (!(await isOwn(params.projectId))) throw another()
      return { ...input, params: { ...params, projectId: own } }
    case 'query.projectId':
      if (query.projectId !== undefined && !(await isOwn(query.projectId))) throw another()
      return { ...input, query: { ...query, projectId: own } }
    case 'body.project':
      if (body.project !== undefined && !(await isOwn(body.project))) throw another()
      return { ...input, body: { ...body, project: own } }
    case 'body.emails': {
      const given = body.emails as Values[]
      const named = new Set(given.map(({ project }) => project).filter(one => one !== undefined))
      for (const one of named) if (!(await isOwn(one))) throw another()
      const emails = given.map(email => ({ ...email, project: own }))
      return { ...input, body: { ...body, emails } }
    }
    case 'params.transactionId': {
      const asked = { accountId, id: params.transactionId as number }
      const found = await projectOfTransaction(db, asked)
      if (found?.projectId !== projectId) throw another()
      return input
    }
    case 'params.emailId': {
      const asked = { accountId, emailId: params.emailId as number }
      const found = await projectOfEmail(db, asked)
      if (found?.projectId !== projectId) throw another()
      return input
    }
    case 'itself':
      return input
  }
}

async function withinList(
  db: Db,
  accountId: number,
  listId: number,
  place: ListPlace,
  input: Input,
): Promise<Input> {
  const { params, query, body } = input as Record<keyof Input, Values>
  const refuseOther = (given: unknown) => {
    if (given !== undefined && Number(given) !== listId) throw another()
  }
  switch (place) {
    case 'params.listId':
      refuseOther(params.listId)
      return input
    case 'query.listId':
      refuseOther(query.listId)
      // Conditions ask for other lists, and for hits of other sendings.
      if (query.filterId !== undefined || query.where !== undefined) throw more()
      return { ...input, query: { ...query, listId } }
    case 'body.listId':
      refuseOther(body.listId)
      return { ...input, body: { ...body, listId } }
    case 'body.rows':
      for (const row of body.rows as Values[]) refuseOther(row.listId)
      return input
    case 'params.subscriberId': {
      const asked = { accountId, listId, subscriberId: params.subscriberId as number }
      if (!(await isKnownToList(db, asked)).known) throw another()
      return input
    }
  }
}

/** An answer about people, of whose lists a key bound to one sees that one. */
export function ofListAlone(answer: unknown, listId: number): unknown {
  if (Array.isArray(answer)) return answer.map(one => ofListAlone(one, listId))
  if (typeof answer !== 'object' || answer === null) return answer
  const shown: Record<string, unknown> = { ...answer }
  if (Array.isArray(shown.items)) shown.items = ofListAlone(shown.items, listId)
  if (Array.isArray(shown.listIds)) shown.listIds = shown.listIds.filter(one => one === listId)
  if (Array.isArray(shown.subscriptions))
    shown.subscriptions = shown.subscriptions.filter(one => one.listId === listId)
  return shown
}
