// Written by scripts/sql-types.ts from brand.sql; npm run sql writes it again.
import { count, maybe } from '../../db/query.ts'

export const findBrand = maybe<{ accountId: number }, { brand: string; modified: string }>({ name: 'brand.findBrand', again: true, text: "select brand, modified_at as modified from brands where account_id = $1" }, ["accountId"], r => ({ brand: r[0]!, modified: r[1]! } as { brand: string; modified: string }))

/** A lock until the transaction ends; a brand without values was never saved. */
export const lockBrand = count<{ accountId: number }>({ name: 'brand.lockBrand', again: false, text: "insert into brands (account_id, brand) values ($1, '{}')\non conflict (account_id) do update set account_id = excluded.account_id" }, ["accountId"])

export const keepBrand = count<{ accountId: number; brand: string }>({ name: 'brand.keepBrand', again: true, text: "insert into brands (account_id, brand) values ($1, $2)\non conflict (account_id) do update set brand = excluded.brand, modified_at = excluded.modified_at" }, ["accountId","brand"])
