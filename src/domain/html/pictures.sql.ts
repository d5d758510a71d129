// Written by scripts/sql-types.ts from pictures.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

export const addPicture = count<{ accountId: number; hash: string; type: string; bytes: Buffer }>({ name: 'pictures.addPicture', again: true, text: "insert into message_pictures (account_id, hash, type, bytes) values\n  ($1, $2, $3, $4)\non conflict (account_id, hash) do nothing" }, ["accountId","hash","type","bytes"])

export const picturesOf = many<{ accountId: number; hashes: (string | null)[] }, { hash: string; type: string; bytes: Buffer }>({ name: 'pictures.picturesOf', again: true, text: "select hash, type, bytes from message_pictures where account_id = $1\n  and hash = any ($2::text[])" }, ["accountId","hashes"], r => ({ hash: r[0]!, type: r[1]!, bytes: Buffer.from(r[2]!.slice(2), 'hex') } as { hash: string; type: string; bytes: Buffer }))
