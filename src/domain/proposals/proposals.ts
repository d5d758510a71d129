/**
 * Proposals: actions that wait for a member. A proposal has the input of its action and the facts
 * that it rests on; releasing it carries out the action, once.
 */
import { createHash, randomUUID } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { type Actor, presentActor } from '../audit/actor.ts'
import { actorColumns, recordChange } from '../audit/record.ts'
import { noSuch, refused } from '../refusal.ts'
import {
  addProposal,
  expireProposals,
  findProposal,
  lockProposals,
  openProposals,
  openProposalWith,
  proposalsOfAccount,
  refuseProposal as refuseRow,
  releaseProposal as releaseRow,
  trimProposals,
} from './proposals.sql.ts'

export const PROPOSAL_KINDS = ['sending', 'trigger', 'change'] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

export const PROPOSAL_STATES = ['open', 'released', 'refused', 'expired'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

export const FACT_CODES = [
  ...(['subject', 'preheader', 'sender', 'content', 'trigger', 'steps'] as const),
  ...(['list', 'excluded-list', 'filter', 'condition', 'search'] as const),
  ...(['chosen', 'everybody'] as const),
] as const

/** A value that the effect of a proposal depends on: a list's name, a filter's condition. */
export interface ProposalFact {
  code: (typeof FACT_CODES)[number]
  /** Its id, where there may be several of its code. */
  of: string
  value: string
}

/** How many wait at most, of one proposer and of an account. */
const MOST_OF_PROPOSER = 20
export const MOST_OF_ACCOUNT = 100
/** It lapses after so many hours. */
export const OPEN_HOURS = 24
/** Proposals that wait no more are kept for so many days. */
const KEPT_DAYS = 90

export interface NewProposal {
  kind: ProposalKind
  /** Of its action, as JSON has it. */
  input: object
  facts: readonly ProposalFact[]
  people: number
  note: string
}

export interface Proposal {
  id: number
  kind: ProposalKind
  input: Record<string, unknown>
  facts: ProposalFact[]
  people: number
  note: string
  by: { kind: string; id: number | null; name: string }
  state: ProposalState
  created: string
  expires: string
  decided: string | null
  decidedBy: { kind: string; id: number | null; name: string }
  words: string
  resultId: number | null
}

const COMMAND_LINE: Actor = { kind: 'command' }

/** Returns the id; of the same proposal that is open, that one's. Refuses too many that wait. */
export async function propose(
  db: Store,
  accountId: number,
  { kind, input, facts, people, note }: NewProposal,
): Promise<number> {
  const actor = presentActor() ?? COMMAND_LINE
  const { actorKind, actorId, actorName } = actorColumns(actor)
  const by = { actorKind, actorId }
  const text = JSON.stringify(input)
  const digest = digestOf(kind, text, by)
  const id = await takeId(db, accountId, 'proposal')
  return atomically(db, async tx => {
    await lockProposals(tx, { accountId })
    await expireProposals(tx, { accountId })
    await trimProposals(tx, { accountId, days: KEPT_DAYS })
    const same = await openProposalWith(tx, { accountId, digest })
    if (same) return same.id
    const { all, own } = await openProposals(tx, { accountId, ...by })
    if (own >= MOST_OF_PROPOSER)
      throw refused('not-now', 'proposals-many', { most: MOST_OF_PROPOSER })
    if (all >= MOST_OF_ACCOUNT)
      throw refused('not-now', 'proposals-many', { most: MOST_OF_ACCOUNT })
    const expiresAt = new Date(Date.now() + OPEN_HOURS * 3_600_000)
    const what = {
      kind,
      input: text,
      digest,
      facts: JSON.stringify(facts),
      headCount: people,
      note,
    }
    await addProposal(tx, { accountId, id, ...what, ...by, actorName, expiresAt })
    await recordChange(tx, accountId, { action: 'proposal.add', id, after: { kind, people } })
    return id
  })
}

const digestOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

type Row = NonNullable<Awaited<ReturnType<typeof findProposal>>>

const proposalOf = (row: Row): Proposal => {
  const { kind, input, facts, state, actorKind, actorId, actorName, ...rest } = row
  const { decidedKind, decidedId, decidedName, headCount: people, ...shown } = rest
  return {
    ...shown,
    people,
    kind: kind as ProposalKind,
    state: state as ProposalState,
    input: JSON.parse(input),
    facts: JSON.parse(facts),
    by: { kind: actorKind, id: actorId, name: actorName },
    decidedBy: { kind: decidedKind, id: decidedId, name: decidedName },
  }
}

export async function oneProposal(db: Db, accountId: number, id: number): Promise<Proposal> {
  const found = await findProposal(db, { accountId, proposalId: id })
  if (!found) throw noSuch('no-such-proposal', id)
  return proposalOf(found)
}

/** The newest first. `open`: only those that wait. */
export async function proposals(
  db: Db,
  accountId: number,
  page: { open: boolean; beforeId: number; most: number },
): Promise<Proposal[]> {
  return (await proposalsOfAccount(db, { accountId, ...page })).map(proposalOf)
}

/** Refuses one that waits no more. */
export function requireOpen({ state }: Pick<Proposal, 'state'>): void {
  if (state !== 'open') throw refused('not-now', 'proposal-ended', { state })
}

/**
 * The release of a proposal, for the transaction that carries out its action: both are committed,
 * or neither. Of two releases at once the second is refused.
 */
export function releaseOf(
  accountId: number,
  proposalId: number,
): (tx: Db, resultId: number) => Promise<void> {
  const releaseId = randomUUID()
  const { actorKind, actorId, actorName } = actorColumns(presentActor() ?? COMMAND_LINE)
  const by = { actorKind, actorId, actorName }
  return async (tx, resultId) => {
    const of = { accountId, proposalId, releaseId, resultId }
    const released = await releaseRow(tx, { ...of, ...by, at: new Date() })
    if (released === 0) requireOpen(await oneProposal(tx, accountId, proposalId))
    const after = { result: resultId }
    await recordChange(tx, accountId, { action: 'proposal.release', id: proposalId, after })
  }
}

/** `words`: for the proposer. */
export async function refuseProposal(
  db: Store,
  accountId: number,
  id: number,
  words: string,
): Promise<void> {
  const { actorKind, actorId, actorName } = actorColumns(presentActor() ?? COMMAND_LINE)
  const by = { actorKind, actorId, actorName }
  await atomically(db, async tx => {
    const at = new Date()
    const refusedNow = await refuseRow(tx, { accountId, proposalId: id, words, at, ...by })
    if (refusedNow === 0) requireOpen(await oneProposal(tx, accountId, id))
    await recordChange(tx, accountId, { action: 'proposal.refuse', id })
  })
}
