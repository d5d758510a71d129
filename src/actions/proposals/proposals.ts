/**
 * Proposals: sendings, starts of triggers and changes of people that assistants ask for. A member
 * releases one, which carries out the same action as its page does, or refuses it; an API key can
 * do neither.
 */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { namedActors } from '../../domain/members/named-actors.ts'
import type { Right } from '../../domain/members/rights.ts'
import {
  FACT_CODES,
  OPEN_HOURS,
  oneProposal,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
  type Proposal,
  type ProposalKind,
  proposals as proposalsOf,
  propose,
  refuseProposal,
} from '../../domain/proposals/proposals.ts'
import { type ActionCall, type ActionCaller, action, demand } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { auditValues, personalText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { Funnel } from '../sendings/audiences.ts'
import { violationsOfOrder } from '../sendings/send-order.ts'
import { anyway, local } from '../sendings/sendings.ts'
import { withRules } from '../value-problems.ts'
import { actor, bigId, id, moment, pageOf, paging } from '../values.ts'
import { proposedChange, proposedSending, proposedTrigger } from './kinds.ts'

const note = z
  .string()
  .max(500)
  .default('')
  .describe('Why, and what was asked for: for the member who decides.')

const head = {
  id,
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  by: actor,
  note: personalText.describe('What the proposer says about it.'),
  people: z.int().describe('How many it was about when it was proposed.'),
  created: moment,
  expires: moment,
  decided: moment.nullable(),
  decidedBy: actor.nullable(),
  words: personalText.describe('Of a refusal.'),
  resultId: id.nullable().describe('Once released: of the sending, trigger or bulk job.'),
}

const value = z.string().nullable()

const Shown = z
  .object({
    ...head,
    input: auditValues.describe('As it was proposed: the values of its action.'),
    facts: z
      .array(
        z.object({
          code: z.enum(FACT_CODES),
          of: z.string(),
          was: value,
          now: value,
          same: z.boolean(),
        }),
      )
      .describe('What it rests on: as it was proposed, and now.'),
    changed: z.boolean().describe('Something of that has changed since.'),
    seen: z.string().nullable().describe('Its state now, for a release; null: it waits no more.'),
    peopleNow: z.int().nullable(),
    due: z
      .object({ at: moment, zone: z.string() })
      .nullable()
      .describe('Of a sending at a time; null: at once.'),
    audience: Funnel.nullable().describe('Of a sending that waits.'),
    examples: z
      .array(
        z.object({
          id: bigId,
          email: z.string(),
          name: personalText,
          was: personalText.describe('The value of the field that would be set.'),
          same: z.boolean().describe('Nothing would change.'),
        }),
      )
      .describe('Of a change that waits: some of the people.'),
  })
  .meta({ id: 'Proposal' })

const Row = z
  .object({ ...head, title: z.string().describe('Subject, trigger, or what changes.') })
  .meta({ id: 'ListedProposal' })

const params = z.strictObject({ proposalId: id })

const RIGHT_OF: Record<ProposalKind, Right> = { sending: 'send', trigger: 'send', change: 'people' }

/** A proposal by its id, if the caller may decide on it. */
async function toDecide({ db, account, caller }: ActionCall, proposalId: number) {
  const proposal = await oneProposal(db, account.id, proposalId)
  refuseKeys(caller)
  demand(caller, RIGHT_OF[proposal.kind])
  return proposal
}

/** With all rights, too: else a program decides on the proposal of a program. */
function refuseKeys({ isKey }: ActionCaller): void {
  if (isKey) throw new ApiProblem('not-allowed', detailed('proposal-by-key'))
}

const titleOf = ({ kind, facts, input }: Proposal): string => {
  if (kind === 'change') return String((input.action as { do: string }).do)
  const [first] = facts
  return first?.value ?? ''
}

async function named({ db, account }: ActionCall, items: readonly Proposal[]) {
  const by = await namedActors(
    db,
    account.id,
    items.map(one => one.by),
  )
  const decided = await namedActors(
    db,
    account.id,
    items.map(one => one.decidedBy),
  )
  return items.map((one, at) => ({
    ...one,
    by: by[at]!,
    decidedBy: one.decidedBy.kind === '' ? null : decided[at]!,
  }))
}

async function shown(call: ActionCall, proposalId: number) {
  const proposal = await oneProposal(call.db, call.account.id, proposalId)
  const [one] = await named(call, [proposal])
  const { stateNow } = await import('./proposed-action.ts')
  return { ...one!, ...(await stateNow(call, proposal)) }
}

const expiring = `It waits in the console for ${OPEN_HOURS} hours. The same again is the same one.`

export const proposals = [
  action({
    route: 'GET /proposals',
    right: 'read',
    about: 'The proposals of assistants, the newest first, with what members decided.',
    command: 'proposal list',
    query: z.strictObject({
      state: z.enum(['all', 'open']).default('all').describe('open: those that wait.'),
      ...paging,
    }),
    out: pageOf(Row),
    async run(call, { query: { state, after, limit } }) {
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [2_147_483_647]
      const page = { open: state === 'open', beforeId, most: limit + 1 }
      const found = await proposalsOf(call.db, call.account.id, page)
      const { items, next } = cut(found, limit, one => [one.id])
      const whole = await named(call, items)
      return { items: whole.map((one, at) => ({ ...one, title: titleOf(items[at]!) })), next }
    },
  }),
  action({
    route: 'GET /proposals/:proposalId',
    right: 'read',
    about: 'One proposal: what it would do now, to whom, and what has changed since it was made.',
    command: 'proposal show',
    params,
    out: Shown,
    run: (call, { params: { proposalId } }) => shown(call, proposalId),
  }),
  action({
    route: 'POST /proposals/sendings',
    right: 'content',
    about: `Propose to send a newsletter: nothing is sent until a member releases it. ${expiring}`,
    body: withRules(proposedSending.extend({ note }), violationsOfOrder),
    out: Shown,
    creates: true,
    async run(call, { body: { note, ...input } }) {
      const { readSending } = await import('./proposed-action.ts')
      const read = await readSending(call, input)
      const made = { kind: 'sending' as const, input, note, ...read }
      return shown(call, await propose(call.db, call.account.id, made))
    },
  }),
  action({
    route: 'POST /proposals/triggers',
    right: 'content',
    about: `Propose to start a trigger that is paused: a member releases it. ${expiring}`,
    body: proposedTrigger.extend({ note }),
    out: Shown,
    creates: true,
    async run(call, { body: { note, ...input } }) {
      const { readTrigger } = await import('./proposed-action.ts')
      const read = await readTrigger(call, input.triggerId)
      const made = { kind: 'trigger' as const, input, note, ...read }
      return shown(call, await propose(call.db, call.account.id, made))
    },
  }),
  action({
    route: 'POST /proposals/changes',
    right: 'content',
    about:
      'Propose to change many subscribers, as POST /bulk-jobs does: nobody is changed until a ' +
      `member releases it. ${expiring}`,
    body: proposedChange.extend({ note }),
    out: Shown,
    creates: true,
    async run(call, { body: { note, ...input } }) {
      const { readChange } = await import('./proposed-action.ts')
      const read = await readChange(call, input)
      const made = { kind: 'change' as const, input, note, ...read }
      return shown(call, await propose(call.db, call.account.id, made))
    },
  }),
  action({
    route: 'POST /proposals/:proposalId/release',
    right: 'read',
    about:
      'Carry out a proposal, once; it takes the right that its action takes. Refused if what it ' +
      'rests on is no more as it was proposed, or as `seen` says. No API key can.',
    command: 'proposal release',
    params,
    body: z.strictObject({
      seen: z.string().max(60).optional().describe('The state that was looked at.'),
      expected: z.int().min(0).optional().describe('Of a sending: how many will get it.'),
      anyway,
      local,
    }),
    out: Shown,
    async run(call, { params: { proposalId }, body }) {
      const proposal = await toDecide(call, proposalId)
      const { release } = await import('./proposed-action.ts')
      await release(call, proposal, body)
      return shown(call, proposalId)
    },
  }),
  action({
    route: 'POST /proposals/:proposalId/refuse',
    right: 'read',
    about: 'Refuse a proposal; it takes the right that its action takes. No API key can.',
    command: 'proposal refuse',
    params,
    body: z.strictObject({
      words: z.string().max(500).default('').describe('Why, for the proposer.'),
    }),
    out: Shown,
    async run(call, { params: { proposalId }, body: { words } }) {
      await toDecide(call, proposalId)
      await refuseProposal(call.db, call.account.id, proposalId, words)
      return shown(call, proposalId)
    },
  }),
] as const
