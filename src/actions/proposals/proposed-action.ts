/** The action of a proposal: its present effect, and carrying it out on release. */
import type { Db } from '../../db/db.ts'
import { checkedChange } from '../../domain/bulk-jobs/ask-job.ts'
import { countSubscribers, subscriberPage } from '../../domain/directory/page.ts'
import { subscriberRows } from '../../domain/directory/subscriber-rows.ts'
import {
  type Proposal,
  type ProposalFact,
  releaseOf,
  requireOpen,
} from '../../domain/proposals/proposals.ts'
import { Refusal, refused } from '../../domain/refusal.ts'
import { type ActionCall, type AnyAction, answerTo, checkedInput } from '../action.ts'
import { entityTag } from '../entity-tag.ts'
import { audiences, type FunnelAnswer } from '../sendings/audiences.ts'
import { timesOf } from '../sendings/order-times.ts'
import { sendings } from '../sendings/sendings.ts'
import { bulkJobRoutes, bulkSelection } from '../subscribers/bulk-jobs.ts'
import { triggers } from '../triggers/triggers.ts'
import { compared, factsOfChange, factsOfSending, factsOfTrigger, isSame } from './facts.ts'
import {
  type ProposedChange,
  type ProposedSending,
  proposedChange,
  proposedSending,
  proposedTrigger,
} from './kinds.ts'

const MOST_EXAMPLES = 5

/** Facts and number of people, for a new proposal. */
interface ReadInput {
  facts: ProposalFact[]
  people: number
}

export async function readSending(call: ActionCall, input: ProposedSending): Promise<ReadInput> {
  timesOf(input)
  const facts = await factsOfSending(call.db, call.account.id, input)
  return { facts, people: (await audienceOf(call, input)).willGet }
}

export async function readTrigger(call: ActionCall, triggerId: number): Promise<ReadInput> {
  const { db, account } = call
  const facts = await factsOfTrigger(db, account.id, triggerId)
  const listId = Number(facts.find(({ code }) => code === 'list')?.of)
  const { count } = await countSubscribers(db, account.id, { listId }, true)
  return { facts, people: count }
}

export async function readChange(call: ActionCall, input: ProposedChange): Promise<ReadInput> {
  const { db, account } = call
  const { action, ...who } = input
  const facts = await factsOfChange(db, account.id, input)
  const selection = await bulkSelection(db, account.id, who)
  const { total } = await checkedChange(db, account.id, action, selection)
  return { facts, people: total }
}

const actionAt = <Route extends string>(
  table: readonly { route: Route }[],
  route: Route,
): AnyAction => table.find(one => one.route === route) as unknown as AnyAction

const called = (action: AnyAction, call: ActionCall, given: object): Promise<unknown> =>
  answerTo(action, call, checkedInput(action, given))

/** As the page before a sending counts it. */
async function audienceOf(call: ActionCall, input: ProposedSending): Promise<FunnelAnswer> {
  const { listId, perMinute: _, ...rest } = input
  const body = { ...rest, ...(listId !== undefined && { listIds: [listId] }) }
  return (await called(actionAt(audiences, 'POST /audiences'), call, { body })) as FunnelAnswer
}

function factsOf(db: Db, accountId: number, { kind, input }: Proposal): Promise<ProposalFact[]> {
  if (kind === 'sending') return factsOfSending(db, accountId, proposedSending.parse(input))
  if (kind === 'change') return factsOfChange(db, accountId, proposedChange.parse(input))
  return factsOfTrigger(db, accountId, proposedTrigger.parse(input).triggerId)
}

/** The present effect of a waiting proposal; of others only the facts that they rested on. */
export async function stateNow(call: ActionCall, proposal: Proposal) {
  const { facts: then, state } = proposal
  const nothing = { seen: null, peopleNow: null, audience: null, examples: [] }
  const ended = { ...nothing, due: dueOf(proposal) }
  if (state !== 'open') return { ...ended, facts: compared(then, then), changed: false }
  const now = await orGone(factsOf(call.db, call.account.id, proposal))
  if (!now) return { ...ended, facts: compared(then, []), changed: true }
  return {
    ...ended,
    facts: compared(then, now),
    changed: !isSame(then, now),
    seen: entityTag(now),
    ...(await orGone(effectNow(call, proposal))),
  }
}

function dueOf({ kind, input }: Proposal): { at: Date; zone: string } | null {
  if (kind !== 'sending') return null
  const order = proposedSending.parse(input)
  if (order.at === undefined) return null
  // Its time may have passed since.
  const { dueAt, zone } = timesOf(order, 0)
  return { at: dueAt, zone }
}

/** Undefined: its newsletter, trigger, list or filter was removed. */
const orGone = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })

async function effectNow(call: ActionCall, { kind, input }: Proposal) {
  if (kind === 'sending') {
    const audience = await audienceOf(call, proposedSending.parse(input))
    return { audience, peopleNow: audience.willGet }
  }
  if (kind === 'trigger') {
    const { people } = await readTrigger(call, proposedTrigger.parse(input).triggerId)
    return { peopleNow: people }
  }
  const change = proposedChange.parse(input)
  const { people } = await readChange(call, change)
  return { peopleNow: people, examples: await examplesOf(call, change) }
}

async function examplesOf({ db, account }: ActionCall, { action, ...who }: ProposedChange) {
  const { ids, ...selection } = await bulkSelection(db, account.id, who)
  const rows = ids
    ? await subscriberRows(db, account.id, ids.slice(0, MOST_EXAMPLES))
    : (await subscriberPage(db, account.id, selection, { limit: MOST_EXAMPLES })).items
  return rows.map(({ id, email, name, fields, listIds, optedOut }) => {
    const was = action.do === 'set' ? (fields[action.field] ?? '') : ''
    const same =
      (action.do === 'set' && was === action.value) ||
      (action.do === 'join' && listIds.includes(action.listId)) ||
      (action.do === 'leave' && !listIds.includes(action.listId)) ||
      (action.do === 'opt-out' && optedOut !== null)
    return { id, email, name, was, same }
  })
}

interface Confirmed {
  /** The state that was looked at; by default that of the proposal. */
  seen?: string | undefined
  expected?: number | undefined
  anyway: boolean
  local: boolean
}

/**
 * Carries out the action, and releases the proposal in its transaction. The facts are compared
 * before the action reads them, and again in its transaction: they were the same in between.
 */
export async function release(
  call: ActionCall,
  proposal: Proposal,
  { seen, expected, anyway, local }: Confirmed,
): Promise<void> {
  const { db, account } = call
  requireOpen(proposal)
  const facts = await factsOf(db, account.id, proposal)
  const isAsSeen = seen === undefined ? isSame(facts, proposal.facts) : seen === entityTag(facts)
  if (!isAsSeen) throw refused('not-now', 'proposal-changed')
  const released = releaseOf(account.id, proposal.id)
  const within: ActionCall = {
    ...call,
    async alongside(tx, resultId) {
      if (!isSame(facts, await factsOf(tx, account.id, proposal)))
        throw refused('not-now', 'proposal-changed')
      await released(tx, resultId)
    },
  }
  const { kind, input } = proposal
  if (kind === 'sending') {
    if (expected === undefined) {
      const { willGet } = await audienceOf(call, proposedSending.parse(input))
      throw refused('far-more-people', 'proposal-people', { people: willGet }).atShell(
        'expected',
        `--expected ${willGet}`,
      )
    }
    const body = { ...input, expected, anyway, local }
    await called(actionAt(sendings, 'POST /sendings'), within, { body })
  } else if (kind === 'trigger') {
    const given = { params: input, body: { local } }
    await called(actionAt(triggers, 'POST /triggers/:triggerId/resume'), within, given)
  } else await called(actionAt(bulkJobRoutes, 'POST /bulk-jobs'), within, { body: input })
}
