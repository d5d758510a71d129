/**
 * Saved blocks: parts that newsletters share. A newsletter takes them when it is saved; an earlier
 * version keeps its copies.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { recordChange } from '../../audit/record.ts'
import { fieldNames } from '../../html/email-html.ts'
import { noSuch, type Refusal, refused, type Violation, violationsOfValues } from '../../refusal.ts'
import { checkLine } from '../../text.ts'
import { checkDocument, cleanDocument } from '../blocks/check-document.ts'
import { type AnyBlock, allBlocks, type BlockDocument } from '../blocks/document.ts'
import {
  addSavedBlock,
  changeSavedBlock,
  lockSavedBlock,
  removeSavedBlock,
  savedBlocksById,
  savedBlocksOfAccount,
  usesOfSavedBlock,
} from './saved-blocks.sql.ts'

export interface SavedBlock {
  id: number
  name: string
  blocks: AnyBlock[]
  created: string
  modified: string
}

export const savedBlocks = async (db: Db, accountId: number): Promise<SavedBlock[]> =>
  (await savedBlocksOfAccount(db, { accountId })).map(read)

const read = <Row extends { blocks: string }>(row: Row) => ({
  ...row,
  blocks: JSON.parse(row.blocks) as AnyBlock[],
})

export async function savedBlock(db: Db, accountId: number, id: number): Promise<SavedBlock> {
  const [found] = await savedBlocksById(db, { accountId, ids: [id] })
  if (!found) throw unknown(id)
  return read(found)
}

/** Those that the document names, by their ids. */
export async function savedBlocksIn(
  db: Db,
  accountId: number,
  document: BlockDocument,
): Promise<Map<number, AnyBlock[]>> {
  const ids = allBlocks(document).flatMap(block => (block.type === 'saved' ? block.savedId : []))
  if (ids.length === 0) return new Map()
  const found = await savedBlocksById(db, { accountId, ids: [...new Set(ids)] })
  return new Map(found.map(row => [row.id, read(row).blocks]))
}

export async function addBlocks(
  db: Store,
  accountId: number,
  given: Pick<SavedBlock, 'name' | 'blocks'>,
): Promise<number> {
  const checked = await check(db, accountId, given)
  const id = await takeId(db, accountId, 'saved block')
  await atomically(
    db,
    async tx => {
      await addSavedBlock(tx, { accountId, id, ...checked })
      const after = { name: checked.name }
      await recordChange(tx, accountId, { action: 'saved-block.add', id, after })
    },
    { again: true },
  )
  return id
}

export async function editBlocks(
  db: Db,
  accountId: number,
  id: number,
  changes: Partial<Pick<SavedBlock, 'name' | 'blocks'>>,
): Promise<void> {
  await atomically(db, async tx => {
    await lockSavedBlock(tx, { accountId, id })
    const known = await savedBlock(tx, accountId, id)
    const checked = await check(tx, accountId, { ...known, ...changes })
    await changeSavedBlock(tx, { accountId, id, ...checked })
    const before = { name: known.name, blocks: JSON.stringify(known.blocks) }
    await recordChange(tx, accountId, { action: 'saved-block.edit', id, before, after: checked })
  })
}

/** The newsletters and templates that hold it. */
export async function blockUses(db: Db, accountId: number, id: number) {
  await savedBlock(db, accountId, id)
  const uses = await usesOfSavedBlock(db, { accountId, id })
  return uses.map(use => ({ ...use, kind: use.kind as 'newsletter' | 'template' }))
}

export async function dropBlocks(db: Db, accountId: number, id: number): Promise<void> {
  const uses = await blockUses(db, accountId, id)
  if (uses.length > 0) {
    const named = uses.slice(0, 5).map(use => `${use.kind} ${use.id}`)
    throw refused('not-now', 'saved-block-used', { id, by: named.join(', ') })
  }
  await atomically(db, async tx => {
    if ((await removeSavedBlock(tx, { accountId, id })) === 0) throw unknown(id)
    await recordChange(tx, accountId, { action: 'saved-block.remove', id })
  })
}

function checkName(given: string): string {
  const name = checkLine(given, 'name', 200)
  if (name === '') throw refused('not-valid', 'saved-block-nameless')
  return name
}

function refuseEmpty(blocks: readonly AnyBlock[]): void {
  if (blocks.length === 0) throw refused('not-valid', 'saved-block-empty')
}

function refuseNested(document: BlockDocument): void {
  if (allBlocks(document).some(({ type }) => type === 'saved'))
    throw refused('not-valid', 'saved-block-nested').ofValue('blocks')
}

/** The blocks themselves are checked later, with the fields of the account. */
export const violationsOfSavedBlocks = (
  given: Partial<Pick<SavedBlock, 'name' | 'blocks'>>,
): Violation[] => violationsOfValues(given, { name: checkName, blocks: refuseEmpty })

async function check(db: Db, accountId: number, given: Pick<SavedBlock, 'name' | 'blocks'>) {
  const name = checkName(given.name)
  refuseEmpty(given.blocks)
  const document = cleanDocument({ blocks: given.blocks })
  refuseNested(document)
  checkDocument(document, await fieldNames(db, accountId))
  return { name, blocks: JSON.stringify(document.blocks) }
}

const unknown = (id: number): Refusal => noSuch('no-such-saved-block', id)
