// Written by scripts/sql-types.ts from moves.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

export const addMove = count<{ accountId: number; oldUrl: string; oldUsername: string }>({ name: 'moves.addMove', again: false, text: "insert into moves (account_id, old_url, old_username) values ($1, $2, $3)\non conflict (account_id) do nothing" }, ["accountId","oldUrl","oldUsername"])

/** The copy of an account, unless another process works on it. One that was finished begins a new
 * pass. */
export const claimMove = maybe<{ oldUrl: string; oldUsername: string; worker: string; leaseSeconds: number; accountId: number; goneWorker: string | null }, { pass: number; step: string; listId: number; page: number; fence: number; counts: string }>({ name: 'moves.claimMove', again: false, text: "update moves set old_url = $1, old_username = $2, worker = $3,\n  fence = fence + 1, leased_until = now() + $4::float8 * interval '1 second',\n  pass = case when finished_at is null then pass else pass + 1 end,\n  begun_at = (select case when finished_at is null then begun_at else moment end\n    from (select now() as moment) clock),\n  step = case when finished_at is null then step else '' end,\n  list_id = case when finished_at is null then list_id else 0 end,\n  page = case when finished_at is null then page else 0 end,\n  counts = case when finished_at is null then counts else '{}' end,\n  finished_at = null\nwhere account_id = $5\n  and (leased_until is null or leased_until < now() or worker = $6)\nreturning pass, step, list_id, page, fence, counts::text as \"counts!\"" }, ["oldUrl","oldUsername","worker","leaseSeconds","accountId","goneWorker"], r => ({ pass: Number(r[0]!), step: r[1]!, listId: Number(r[2]!), page: Number(r[3]!), fence: Number(r[4]!), counts: r[5]! } as { pass: number; step: string; listId: number; page: number; fence: number; counts: string }))

export const findMove = maybe<{ accountId: number }, { oldUrl: string; oldUsername: string; pass: number; begun: string; finished: string | null; step: string; listId: number; page: number; counts: string; worker: string | null; running: boolean | null }>({ name: 'moves.findMove', again: true, text: "select old_url, old_username, pass, begun_at as begun, finished_at as finished, step, list_id, page,\n  counts::text as \"counts!\", worker, leased_until > now() as \"running?\"\nfrom moves where account_id = $1" }, ["accountId"], r => ({ oldUrl: r[0]!, oldUsername: r[1]!, pass: Number(r[2]!), begun: r[3]!, finished: r[4], step: r[5]!, listId: Number(r[6]!), page: Number(r[7]!), counts: r[8]!, worker: r[9], running: r[10] == null ? null : r[10]! === 't' } as { oldUrl: string; oldUsername: string; pass: number; begun: string; finished: string | null; step: string; listId: number; page: number; counts: string; worker: string | null; running: boolean | null }))

export const renewMove = count<{ leaseSeconds: number; accountId: number; worker: string; fence: number }>({ name: 'moves.renewMove', again: false, text: "update moves set leased_until = now() + $1::float8 * interval '1 second'\nwhere account_id = $2 and worker = $3 and fence = $4" }, ["leaseSeconds","accountId","worker","fence"])

export const releaseMove = count<{ accountId: number; worker: string; fence: number }>({ name: 'moves.releaseMove', again: false, text: "update moves set leased_until = null, worker = null\nwhere account_id = $1 and worker = $2 and fence = $3" }, ["accountId","worker","fence"])

/** The position and the counts, under the fence: none, and nothing of the transaction counts, if
 * another process has taken over. */
export const noteMove = count<{ step: string; listId: number; page: number; counts: string; accountId: number; worker: string; fence: number }>({ name: 'moves.noteMove', again: false, text: "update moves set step = $1, list_id = $2, page = $3, counts = $4::text::jsonb\nwhere account_id = $5 and worker = $6 and fence = $7" }, ["step","listId","page","counts","accountId","worker","fence"])

export const finishMove = count<{ accountId: number; worker: string; fence: number }>({ name: 'moves.finishMove', again: false, text: "update moves set finished_at = now(), step = 'done', worker = null, leased_until = null\nwhere account_id = $1 and worker = $2 and fence = $3" }, ["accountId","worker","fence"])

export const removeDifferences = count<{ accountId: number }>({ name: 'moves.removeDifferences', again: false, text: "delete from move_differences where account_id = $1" }, ["accountId"])

export const removeDifferencesOf = count<{ accountId: number; kind: string }>({ name: 'moves.removeDifferencesOf', again: false, text: "delete from move_differences where account_id = $1 and kind = $2" }, ["accountId","kind"])

/** The first ten of each. */
export const addDifferences = count<{ kind: string; difference: string; records: (string | null)[]; accountId: number }>({ name: 'moves.addDifferences', again: false, text: "insert into move_differences (account_id, kind, difference, number, record)\nselect m.account_id, $1, $2, n.number, g.record\nfrom moves m,\n  unnest($3::text[]) with ordinality as g (record, place),\n  lateral (\n    select g.place::int + (select count(*)::int from move_differences d\n      where d.account_id = $4 and d.kind = $1 and d.difference = $2))\n    as n (number)\nwhere m.account_id = $4 and n.number <= 10\non conflict (account_id, kind, difference, number) do nothing" }, ["kind","difference","records","accountId"])

export const differencesOfMove = many<{ accountId: number }, { kind: string; difference: string; number: number; record: string }>({ name: 'moves.differencesOfMove', again: true, text: "select kind, difference, number, record from move_differences where account_id = $1\norder by kind, difference, number" }, ["accountId"], r => ({ kind: r[0]!, difference: r[1]!, number: Number(r[2]!), record: r[3]! } as { kind: string; difference: string; number: number; record: string }))

export const addMovePage = count<{ accountId: number; listId: number; pass: number; page: number; read: number; ids: Buffer }>({ name: 'moves.addMovePage', again: false, text: "insert into move_pages (account_id, list_id, pass, page, rows_read, ids)\nvalues ($1, $2, $3, $4, $5, $6)\non conflict (account_id, list_id, pass, page)\n  do update set rows_read = excluded.rows_read, ids = excluded.ids" }, ["accountId","listId","pass","page","read","ids"])

export const pagesOfMove = many<{ accountId: number; listId: number; pass: number }, { page: number; read: number; ids: Buffer }>({ name: 'moves.pagesOfMove', again: true, text: "select page, rows_read as read, ids from move_pages\nwhere account_id = $1 and list_id = $2 and pass = $3\norder by page" }, ["accountId","listId","pass"], r => ({ page: Number(r[0]!), read: Number(r[1]!), ids: Buffer.from(r[2]!.slice(2), 'hex') } as { page: number; read: number; ids: Buffer }))

export const removePagesBefore = count<{ accountId: number; listId: number; pass: number }>({ name: 'moves.removePagesBefore', again: false, text: "delete from move_pages where account_id = $1 and list_id = $2 and pass < $3" }, ["accountId","listId","pass"])

/** Lists of which people were read in earlier passes. */
export const movedLists = many<{ accountId: number }, { listId: number }>({ name: 'moves.movedLists', again: true, text: "select distinct list_id from move_pages where account_id = $1 order by list_id" }, ["accountId"], r => ({ listId: Number(r[0]!) } as { listId: number }))

export const rowsRead = one<{ accountId: number; pass: number }, { rows: number }>({ name: 'moves.rowsRead', again: true, text: "select coalesce(sum(rows_read), 0) as \"rows!\" from move_pages\nwhere account_id = $1 and pass = $2" }, ["accountId","pass"], r => ({ rows: Number(r[0]!) } as { rows: number }))

export const forgetMove = count<{ accountId: number }>({ name: 'moves.forgetMove', again: false, text: "delete from moves where account_id = $1 and (leased_until is null or leased_until < now())" }, ["accountId"])

export const forgetPages = count<{ accountId: number }>({ name: 'moves.forgetPages', again: false, text: "delete from move_pages where account_id = $1" }, ["accountId"])
