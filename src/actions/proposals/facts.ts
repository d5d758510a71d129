/**
 * The facts that proposals rest on, as they are now: the email, the audience, the steps of a
 * trigger. A proposal keeps those of its time: a difference is a change since.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { conditionText, requireFilters } from '../../domain/filters/save-filter.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { freezeMessage } from '../../domain/newsletters/freeze-message.ts'
import { findNewsletter } from '../../domain/newsletters/newsletters.sql.ts'
import type { ProposalFact } from '../../domain/proposals/proposals.ts'
import { noSuch } from '../../domain/refusal.ts'
import { findTrigger } from '../../domain/triggers/triggers.sql.ts'
import { HIDDEN, isMasked } from '../mask.ts'
import { listMeant } from '../newsletters/writing/reader.ts'
import type { ProposedChange, ProposedSending } from './kinds.ts'

export async function factsOfSending(
  db: Db,
  accountId: number,
  { newsletterId, listId, listIds, excludedListIds, filterIds }: ProposedSending,
): Promise<ProposalFact[]> {
  const [first, ...more] = listIds ?? []
  const list = await listMeant(db, accountId, newsletterId, first ?? listId)
  const { fields: _, ...message } = await freezeMessage(db, accountId, newsletterId, list)
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  const { subject, preheader, fromName, fromEmail } = message
  return [
    fact('subject', subject),
    fact('preheader', preheader),
    fact('sender', fromName === '' ? fromEmail : `${fromName} <${fromEmail}>`),
    fact('content', `${newsletter?.version} ${hashOf(message)}`),
    ...(await factsOfLists(db, accountId, 'list', [list, ...more])),
    ...(await factsOfLists(db, accountId, 'excluded-list', excludedListIds)),
    ...(await factsOfFilters(db, accountId, filterIds)),
  ]
}

export async function factsOfTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
): Promise<ProposalFact[]> {
  const found = await findTrigger(db, { accountId, triggerId })
  if (!found) throw noSuch('no-such-trigger', triggerId)
  return [
    fact('trigger', found.name),
    fact('steps', `${found.version} ${hashOf(found.source)}`),
    ...(await factsOfLists(db, accountId, 'list', [found.listId])),
  ]
}

export async function factsOfChange(
  db: Db,
  accountId: number,
  { action, listId, filterId, where, q, ids, everybody }: ProposedChange,
): Promise<ProposalFact[]> {
  const lists = 'listId' in action ? [action.listId, listId] : [listId]
  const named = [...new Set(lists.filter(id => id !== undefined))]
  return [
    ...(await factsOfLists(db, accountId, 'list', named)),
    ...(await factsOfFilters(db, accountId, filterId === undefined ? [] : [filterId])),
    ...(where === undefined ? [] : [fact('condition', where)]),
    ...(q ? [fact('search', q)] : []),
    ...(ids ? [fact('chosen', String(new Set(ids).size))] : []),
    ...(everybody ? [fact('everybody', '')] : []),
  ]
}

const fact = (code: ProposalFact['code'], value: string, of = ''): ProposalFact => ({
  code,
  of,
  value,
})

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

async function factsOfLists(
  db: Db,
  accountId: number,
  code: 'list' | 'excluded-list',
  ids: readonly number[],
): Promise<ProposalFact[]> {
  const facts: ProposalFact[] = []
  for (const listId of ids) {
    const list = await findList(db, { accountId, listId })
    if (!list) throw noSuch('no-such-list', listId)
    facts.push(fact(code, list.name, String(listId)))
  }
  return facts
}

async function factsOfFilters(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ProposalFact[]> {
  const facts: ProposalFact[] = []
  for (const { id, name, condition } of await requireFilters(db, accountId, ids))
    facts.push(
      fact('filter', `${name}: ${await conditionText(db, accountId, condition)}`, String(id)),
    )
  return facts
}

export interface ComparedFact {
  code: ProposalFact['code']
  of: string
  /** As it was proposed; null: it is new. */
  was: string | null
  /** Null: it is gone. */
  now: string | null
  same: boolean
}

/** The facts of a proposal beside the present ones. */
export function compared(
  then: readonly ProposalFact[],
  now: readonly ProposalFact[],
): ComparedFact[] {
  const key = ({ code, of }: ProposalFact) => `${code} ${of}`
  const values = (facts: readonly ProposalFact[]) => new Map(facts.map(one => [key(one), one]))
  const [before, after] = [values(then), values(now)]
  return [...new Map([...before, ...after])].map(([name, { code, of }]) => {
    const [was, is] = [before.get(name), after.get(name)]
    return { code, of, was: shownValue(was), now: shownValue(is), same: was?.value === is?.value }
  })
}

const NAMING_PEOPLE: readonly string[] = ['filter', 'condition', 'search']

const shownValue = (fact: ProposalFact | undefined): string | null =>
  fact && NAMING_PEOPLE.includes(fact.code) && isMasked() ? HIDDEN : (fact?.value ?? null)

export const isSame = (one: readonly ProposalFact[], other: readonly ProposalFact[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
