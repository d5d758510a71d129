/** Saved blocks: parts that newsletters of blocks share. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { AnyBlock } from '../../domain/newsletters/blocks/document.ts'
import {
  addBlocks,
  blockUses,
  dropBlocks,
  editBlocks,
  savedBlock,
  savedBlocks,
  violationsOfSavedBlocks,
} from '../../domain/newsletters/saved-blocks/saved-blocks.ts'
import { type ActionCall, action } from '../action.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'
import { id, moment } from '../values.ts'

const given = { name: z.string().max(200), blocks: z.array(AnyBlock).max(20) }
const SavedBlock = z
  .object({ id, ...given, created: moment, modified: moment })
  .meta({ id: 'SavedBlock' })

export type SavedBlockAnswer = z.output<typeof SavedBlock>

const kind = z.enum(['newsletter', 'template'])

const params = z.strictObject({ savedId: id })
const tag = ({ name, blocks }: Pick<SavedBlockAnswer, 'name' | 'blocks'>) => [name, blocks]

const shown = (db: Db, accountId: number, savedId: number) => savedBlock(db, accountId, savedId)

const ifBlocksUnchanged = <T>(call: ActionCall, id: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'saved-block', id },
    async tx => entityTag(tag(SavedBlock.parse(await shown(tx, call.account.id, id)))),
    change,
  )

export const savedBlockRoutes = [
  action({
    route: 'GET /saved-blocks',
    right: 'read',
    about: 'The saved blocks, by name.',
    out: z.object({ items: z.array(SavedBlock) }),
    run: async ({ db, account }) => ({ items: await savedBlocks(db, account.id) }),
  }),
  action({
    route: 'POST /saved-blocks',
    right: 'content',
    about: 'Save blocks, for newsletters to share.',
    body: withRules(z.strictObject(given), violationsOfSavedBlocks),
    out: SavedBlock,
    tag,
    creates: true,
    run: async ({ db, account }, { body }) =>
      shown(db, account.id, await addBlocks(db, account.id, body)),
  }),
  action({
    route: 'GET /saved-blocks/:savedId',
    right: 'read',
    about: 'One saved block.',
    params,
    out: SavedBlock,
    tag,
    run: ({ db, account }, { params: { savedId } }) => shown(db, account.id, savedId),
  }),
  action({
    route: 'GET /saved-blocks/:savedId/uses',
    right: 'read',
    about: 'The newsletters and templates that hold it.',
    params,
    out: z.object({ items: z.array(z.object({ kind, id, name: z.string() })) }),
    run: async ({ db, account }, { params: { savedId } }) => ({
      items: await blockUses(db, account.id, savedId),
    }),
  }),
  action({
    route: 'PATCH /saved-blocks/:savedId',
    right: 'content',
    about: 'Change a saved block. Newsletters take it when they are saved next.',
    readsIfMatch: true,
    params,
    body: withRules(z.strictObject(given).partial(), violationsOfSavedBlocks),
    out: SavedBlock,
    tag,
    async run(call, { params: { savedId }, body }) {
      const accountId = call.account.id
      await ifBlocksUnchanged(call, savedId, tx => editBlocks(tx, accountId, savedId, body))
      return shown(call.db, accountId, savedId)
    },
  }),
  action({
    route: 'DELETE /saved-blocks/:savedId',
    right: 'content',
    about: 'Remove a saved block that no newsletter holds.',
    readsIfMatch: true,
    params,
    run: (call, { params: { savedId } }) =>
      ifBlocksUnchanged(call, savedId, tx => dropBlocks(tx, call.account.id, savedId)),
  }),
] as const
