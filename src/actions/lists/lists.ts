/** Mailing lists. */
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { deleteList, violationsOfList } from '../../domain/lists/add-list.ts'
import { archiveList, restoreList } from '../../domain/lists/archive-list.ts'
import { listDays, MOST_DAYS } from '../../domain/lists/list-days.ts'
import { usesOfList } from '../../domain/lists/lists.sql.ts'
import {
  editTrackedList,
  lockTrackedList,
  makeTrackedList,
  trackedList,
  trackedLists,
} from '../../domain/tracking/tracked-lists.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'
import { chosenId, id, moment, pageOf, paging } from '../values.ts'

const given = {
  name: z.string().max(200).describe('Its name.'),
  fromName: z.string().max(200).describe('The name beside the address of the sender.'),
  fromEmail: z.string().max(320).describe('The address that its emails come from.'),
  description: z.string().max(2000).describe('What it is about.'),
  characterSet: z.string().min(1).max(50).describe('What its emails are written in: utf-8.'),
  tracking: z
    .enum(['personal', 'anonymous', 'off'])
    .describe('Who opened and clicked is known, only how often, or nothing.'),
}

const List = z
  .object({
    id,
    ...given,
    created: moment,
    archived: moment.nullable().describe('Since when it is hidden, and not sent to.'),
    subscribers: z.int(),
  })
  .meta({ id: 'List' })

const Uses = z.object({ newsletters: z.int(), triggers: z.int(), sendings: z.int() })

const Days = z.object({
  countedFrom: z
    .string()
    .describe('Of days before it only who is still there is counted, as joined.'),
  days: z.array(z.object({ day: z.string(), joined: z.int(), left: z.int() })),
})

export type ListAnswer = z.output<typeof List>

const params = z.strictObject({ listId: id })

/** Counts change by themselves. */
const tag = ({ subscribers: _, ...list }: z.output<typeof List>) => list

const ifListUnchanged = <T>(call: ActionCall, id: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'list', id },
    async tx =>
      entityTag(
        tag(List.parse({ ...(await lockTrackedList(tx, call.account.id, id)), subscribers: 0 })),
      ),
    change,
  )

export const lists = [
  action({
    route: 'GET /lists',
    right: 'read',
    about: 'The mailing lists, the oldest first; or those that are archived.',
    command: 'list list',
    query: z.strictObject({
      ...paging,
      archived: z.stringbool().default(false).describe('Those that are archived.'),
    }),
    out: pageOf(List),
    async run({ db, account }, { query: { after, limit, archived } }) {
      const [last] = placeOf(after, z.tuple([z.int()])) ?? [0]
      const rows = (await trackedLists(db, account.id)).filter(
        list => list.id > last && (list.archived !== null) === archived,
      )
      return cut(rows, limit, list => [list.id])
    },
  }),
  action({
    route: 'GET /lists/:listId',
    right: 'read',
    boundBy: { list: ['params.listId'] },
    about: 'One mailing list.',
    command: 'list show',
    params,
    out: List,
    tag,
    run: ({ db, account }, { params: { listId } }) => trackedList(db, account.id, listId),
  }),
  action({
    route: 'POST /lists',
    right: 'people',
    about: 'Make a mailing list.',
    command: 'list add <name>',
    body: withRules(
      z.strictObject({
        ...given,
        fromName: given.fromName.default('').describe('By default the name of the list.'),
        description: given.description.default(''),
        characterSet: given.characterSet.default('utf-8'),
        tracking: given.tracking.default('personal'),
        id: chosenId,
      }),
      violationsOfList,
    ),
    out: List,
    creates: true,
    tag,
    async run({ db, account }, { body: { id: chosen, ...list } }) {
      const fromName = list.fromName || list.name
      const given = { id: chosen }
      const listId = await makeTrackedList(db, account.id, { ...list, fromName }, given)
      return trackedList(db, account.id, listId)
    },
  }),
  action({
    route: 'PATCH /lists/:listId',
    right: 'people',
    about: 'Change the given values of a mailing list. Existing sendings keep their sender.',
    command: 'list edit',
    readsIfMatch: true,
    params,
    body: withRules(z.strictObject(given).partial(), violationsOfList),
    out: List,
    tag,
    async run(call, { params: { listId }, body }) {
      await ifListUnchanged(call, listId, tx => editTrackedList(tx, call.account.id, listId, body))
      return trackedList(call.db, call.account.id, listId)
    },
  }),
  action({
    route: 'DELETE /lists/:listId',
    right: 'people',
    about: 'Remove a list with its subscriptions. Subscribers, sendings and reports are kept.',
    command: 'list remove',
    readsIfMatch: true,
    params,
    run: (call, { params: { listId } }) =>
      ifListUnchanged(call, listId, tx => deleteList(tx, call.account.id, listId)),
  }),
  action({
    route: 'POST /lists/:listId/archive',
    right: 'people',
    about: 'Hide a list. It keeps its subscribers, and nothing is sent to it.',
    command: 'list archive',
    params,
    out: List,
    async run({ db, account }, { params: { listId } }) {
      await archiveList(db, account.id, listId)
      return trackedList(db, account.id, listId)
    },
  }),
  action({
    route: 'POST /lists/:listId/restore',
    right: 'people',
    about: 'Take a list out of the archive.',
    command: 'list restore',
    params,
    out: List,
    async run({ db, account }, { params: { listId } }) {
      await restoreList(db, account.id, listId)
      return trackedList(db, account.id, listId)
    },
  }),
  action({
    route: 'GET /lists/:listId/uses',
    right: 'read',
    about: 'How many newsletters, triggers and unfinished sendings a removal would concern.',
    params,
    out: Uses,
    async run({ db, account }, { params: { listId } }) {
      await trackedList(db, account.id, listId)
      return usesOfList(db, { accountId: account.id, listId })
    },
  }),
  action({
    route: 'GET /lists/:listId/days',
    right: 'read',
    about: 'How many joined and left a list, day by day up to today.',
    params,
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(MOST_DAYS).default(90) }),
    out: Days,
    run: ({ db, account }, { params: { listId }, query: { days } }) =>
      listDays(db, account.id, listId, days),
  }),
] as const
