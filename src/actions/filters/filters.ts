/** Filters: named conditions on subscribers, tried before they are saved. */

import { z } from 'zod'
import type { Db, Store } from '../../db/db.ts'
import type { Condition } from '../../domain/filters/condition.ts'
import { filtersOfAccount, usesOfFilter } from '../../domain/filters/filters.sql.ts'
import { countMatching, sampleMatching } from '../../domain/filters/matching.ts'
import { narrowing, rulesOf } from '../../domain/filters/narrowing.ts'
import {
  addNamedFilter,
  dropFilter,
  editFilter,
  requireFilters,
  violationsOfFilter,
} from '../../domain/filters/save-filter.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { noSuch } from '../../domain/refusal.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { givenCondition, givenWhere, shownCondition, shownWhere } from '../hiding/conditions.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { isMasked, personalText } from '../mask.ts'
import { withRules } from '../value-problems.ts'
import { bigId, chosenId, id, pageOf, paging } from '../values.ts'

const given = {
  name: z.string().max(200).describe('Its name.'),
  where: z.string().max(20_000).describe('As in docs/filters.md: DD5 contains "Lund".'),
}

const condition = z.unknown().describe('The same as a tree.') as z.ZodType<Condition>

const Filter = z.object({ id, ...given, condition }).meta({ id: 'Filter' })

export type FilterAnswer = z.output<typeof Filter>
export type FilterCondition = FilterAnswer['condition']

const tag = ({ name, where }: { name: string; where: string }) => [name, where]

const params = z.strictObject({ filterId: id })
const count = z.int()

async function shown(db: Db, accountId: number, filterId: number) {
  const [filter] = await requireFilters(db, accountId, [filterId])
  const { name, condition } = filter!
  const where = await shownWhere(db, accountId, condition)
  return { id: filterId, name, condition: shownCondition(condition), where }
}

const Rules = z
  .array(z.object({ where: z.string(), condition }))
  .describe('The parts that all have to be met.')

const Counts = z.object({
  matching: count,
  of: count,
  unmeasured: count.describe('Of whom it is unknown: their opens or clicks are not measured.'),
})

const Tried = z.object({
  where: z.string().describe('As it was understood.'),
  condition,
  ...Counts.shape,
  rules: Rules,
  samples: z.array(z.object({ id: bigId, email: z.string(), name: personalText })),
})

export type FilterRules = z.output<typeof Rules>
export type FilterMatches = z.output<typeof Tried>

const Narrowed = z.object({
  estimated: z.boolean().describe('The counts are from a sample of 50,000.'),
  rules: z
    .array(z.object({ where: z.string(), alone: count, left: count }))
    .describe('Who matches each part alone, and together with those before.'),
})

export type FilterNarrowing = z.output<typeof Narrowed>

const Matches = Tried.extend({ id, name: given.name }).meta({ id: 'FilterMatches' })

const USUAL_SAMPLE = 10
const MOST_SAMPLE = 1000
/** Of those that are counted together. */
const MOST_FILTERS = 20

async function tried(
  { db, account: { id: accountId } }: ActionCall,
  condition: Condition,
  listId: number | undefined,
  sample = USUAL_SAMPLE,
): Promise<z.input<typeof Tried>> {
  await requireListIf(db, accountId, listId)
  return {
    where: await shownWhere(db, accountId, condition),
    condition: shownCondition(condition),
    ...(await countMatching(db, accountId, [condition], { listId })),
    rules: await shownRules(db, accountId, condition),
    samples: await sampleMatching(db, accountId, [condition], sample, { listId }),
  }
}

const shownRules = (db: Db, accountId: number, condition: Condition) =>
  Promise.all(
    rulesOf(condition).map(async rule => ({
      condition: shownCondition(rule),
      where: await shownWhere(db, accountId, rule),
    })),
  )

async function narrowed(
  { db, account: { id: accountId } }: ActionCall,
  condition: Condition,
  listId: number | undefined,
): Promise<z.input<typeof Narrowed>> {
  await requireListIf(db, accountId, listId)
  const { estimated, rules } = await narrowing(db, accountId, condition, { listId })
  const worded = rules.map(async ({ condition: rule, alone, left }) => ({
    where: await shownWhere(db, accountId, rule),
    alone,
    left,
  }))
  return { estimated, rules: await Promise.all(worded) }
}

async function requireListIf(db: Store, accountId: number, listId: number | undefined) {
  if (listId !== undefined && !(await findList(db, { accountId, listId })))
    throw noSuch('no-such-list', listId)
}

const among = z.strictObject({ listId: id.optional().describe('Only who is on this list.') })

const ifFilterUnchanged = <T>(call: ActionCall, id: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'filter', id },
    async tx => entityTag(tag(await shown(tx, call.account.id, id))),
    change,
  )

export const filters = [
  action({
    route: 'GET /filters',
    right: 'read',
    about: 'The filters, the oldest first.',
    command: 'filter list',
    query: z.strictObject(paging),
    out: pageOf(Filter),
    async run({ db, account }, { query: { after, limit } }) {
      const [last] = placeOf(after, z.tuple([z.int()])) ?? [0]
      const rows = (await filtersOfAccount(db, { accountId: account.id })).filter(
        filter => filter.id > last,
      )
      const page = cut(rows, limit, filter => [filter.id])
      const items = page.items.map(filter => shown(db, account.id, filter.id))
      return { items: await Promise.all(items), next: page.next }
    },
  }),
  action({
    route: 'POST /filters',
    right: 'people',
    about: 'Save a filter. A wrong condition is refused with the column of the error.',
    command: 'filter add <name> <where>',
    body: withRules(z.strictObject({ ...given, id: chosenId }), violationsOfFilter),
    out: Filter,
    creates: true,
    tag,
    async run({ db, account }, { body: { name, where, id: chosen } }) {
      const source = await givenWhere(db, account.id, where)
      const added = await addNamedFilter(db, account.id, name, source, { id: chosen })
      return shown(db, account.id, added)
    },
  }),
  action({
    route: 'POST /filters/try',
    right: 'read',
    about: 'How many a condition matches, its rules, and ten of them.',
    command: 'filter check <where>',
    body: among.extend({ where: given.where }),
    out: Tried,
    run: async (call, { body: { where, listId } }) =>
      tried(call, await givenCondition(call.db, call.account.id, where), listId),
  }),
  action({
    route: 'POST /filters/narrowing',
    right: 'read',
    about: 'How much each rule of a condition narrows; of large accounts estimated.',
    body: among.extend({ where: given.where }),
    out: Narrowed,
    run: async (call, { body: { where, listId } }) =>
      narrowed(call, await givenCondition(call.db, call.account.id, where), listId),
  }),
  action({
    route: 'POST /filters/rules',
    right: 'read',
    about: 'The rules of a condition, also of a step of a trigger. Counts nobody.',
    body: z.strictObject({
      where: given.where,
      events: z
        .boolean()
        .default(false)
        .describe('Of a trigger that an event starts: event.total > 100.'),
    }),
    out: z.object({ rules: Rules }),
    async run({ db, account }, { body: { where, events } }) {
      const condition = await givenCondition(db, account.id, where, { events })
      return { rules: await shownRules(db, account.id, condition) }
    },
  }),
  action({
    route: 'GET /filters/:filterId',
    right: 'read',
    about: 'One filter.',
    params,
    out: Filter,
    tag,
    run: ({ db, account }, { params: { filterId } }) => shown(db, account.id, filterId),
  }),
  action({
    route: 'GET /filters/:filterId/matches',
    right: 'read',
    about: 'A filter with how many it matches now, its rules, and some of them.',
    command: 'filter show',
    params,
    query: among.extend({
      sample: z.coerce
        .number()
        .int()
        .min(0)
        .max(MOST_SAMPLE)
        .default(USUAL_SAMPLE)
        .describe('How many of them.'),
    }),
    out: Matches,
    async run(call, { params: { filterId }, query: { listId, sample } }) {
      const [filter] = await requireFilters(call.db, call.account.id, [filterId])
      const { name, condition } = filter!
      return { id: filterId, name, ...(await tried(call, condition, listId, sample)) }
    },
  }),
  action({
    route: 'POST /filters/count',
    right: 'read',
    about: 'How many match; of several filters, how many match all of them.',
    command: 'filter count <filterIds>',
    body: among.extend({
      filterIds: z.array(id).min(1).max(MOST_FILTERS).describe('The ids of the filters.'),
    }),
    out: Counts,
    async run({ db, account }, { body: { filterIds, listId } }) {
      const found = await requireFilters(db, account.id, filterIds)
      await requireListIf(db, account.id, listId)
      const conditions = found.map(({ condition: one }) => one)
      return countMatching(db, account.id, conditions, { listId })
    },
  }),
  action({
    route: 'GET /filters/:filterId/narrowing',
    right: 'read',
    about: 'How much each rule of a filter narrows now; of large accounts estimated.',
    params,
    query: among,
    out: Narrowed,
    async run(call, { params: { filterId }, query: { listId } }) {
      const [filter] = await requireFilters(call.db, call.account.id, [filterId])
      return narrowed(call, filter!.condition, listId)
    },
  }),
  action({
    route: 'GET /filters/:filterId/uses',
    right: 'read',
    about: 'The newsletters, triggers and unfinished sendings that use a filter.',
    params,
    out: z.object({
      items: z.array(
        z.object({
          kind: z.enum(['newsletter', 'trigger', 'sending']),
          id: bigId,
          name: z.string(),
        }),
      ),
    }),
    async run({ db, account }, { params: { filterId } }) {
      await requireFilters(db, account.id, [filterId])
      const items = await usesOfFilter(db, { accountId: account.id, id: filterId })
      return { items: items as { kind: 'newsletter'; id: number; name: string }[] }
    },
  }),
  action({
    route: 'PATCH /filters/:filterId',
    right: 'people',
    about: 'Change the name or the condition of a filter. Sendings that exist keep the former one.',
    command: 'filter edit <where>',
    readsIfMatch: true,
    params,
    body: withRules(z.strictObject(given).partial(), violationsOfFilter),
    out: Filter,
    tag,
    async run(call, { params: { filterId }, body: { name, where } }) {
      const { db, account } = call
      const isAsShown = isMasked() && where === (await shown(db, account.id, filterId)).where
      const source = isAsShown ? undefined : await givenWhere(db, account.id, where)
      await ifFilterUnchanged(call, filterId, tx =>
        editFilter(tx, account.id, filterId, { name, source }),
      )
      return shown(db, account.id, filterId)
    },
  }),
  action({
    route: 'DELETE /filters/:filterId',
    right: 'people',
    about: 'Remove a filter. Sendings that were made with it keep it.',
    command: 'filter remove',
    readsIfMatch: true,
    params,
    run: (call, { params: { filterId } }) =>
      ifFilterUnchanged(call, filterId, tx => dropFilter(tx, call.account.id, filterId)),
  }),
] as const
