// Written by scripts/sql-types.ts from saved-blocks.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

export const addSavedBlock = count<{ accountId: number; id: number; name: string; blocks: string }>({ name: 'saved-blocks.addSavedBlock', again: true, text: "insert into saved_blocks (account_id, id, name, blocks)\nvalues ($1, $2, $3, $4)\non conflict (account_id, id) do nothing" }, ["accountId","id","name","blocks"])

export const lockSavedBlock = maybe<{ accountId: number; id: number }, { id: number }>({ name: 'saved-blocks.lockSavedBlock', again: false, text: "select id from saved_blocks where account_id = $1 and id = $2 for update" }, ["accountId","id"], r => ({ id: Number(r[0]!) } as { id: number }))

export const changeSavedBlock = count<{ name: string; blocks: string; accountId: number; id: number }>({ name: 'saved-blocks.changeSavedBlock', again: true, text: "update saved_blocks set name = $1, blocks = $2, modified_at = now()\nwhere account_id = $3 and id = $4" }, ["name","blocks","accountId","id"])

export const savedBlocksOfAccount = many<{ accountId: number }, { id: number; name: string; blocks: string; created: string; modified: string }>({ name: 'saved-blocks.savedBlocksOfAccount', again: true, text: "select id, name, blocks, created_at as created, modified_at as modified\nfrom saved_blocks where account_id = $1 order by name, id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, blocks: r[2]!, created: r[3]!, modified: r[4]! } as { id: number; name: string; blocks: string; created: string; modified: string }))

export const savedBlocksById = many<{ accountId: number; ids: number[] }, { id: number; name: string; blocks: string; created: string; modified: string }>({ name: 'saved-blocks.savedBlocksById', again: true, text: "select id, name, blocks, created_at as created, modified_at as modified\nfrom saved_blocks where account_id = $1 and id = any ($2::int[])" }, ["accountId","ids"], r => ({ id: Number(r[0]!), name: r[1]!, blocks: r[2]!, created: r[3]!, modified: r[4]! } as { id: number; name: string; blocks: string; created: string; modified: string }))

/** Newsletters that hold it, as they are now. */
export const usesOfSavedBlock = many<{ accountId: number; id: number }, { id: number; name: string }>({ name: 'saved-blocks.usesOfSavedBlock', again: true, text: "select id, name from newsletters where account_id = $1 and kind = 'blocks'\n  and jsonb_path_exists(source::jsonb, '$.** ? (@.type == \"saved\" && @.savedId == $id)',\n    jsonb_build_object('id', $2::int))\norder by id desc limit 100" }, ["accountId","id"], r => ({ id: Number(r[0]!), name: r[1]! } as { id: number; name: string }))

export const removeSavedBlock = count<{ accountId: number; id: number }>({ name: 'saved-blocks.removeSavedBlock', again: false, text: "delete from saved_blocks where account_id = $1 and id = $2" }, ["accountId","id"])
