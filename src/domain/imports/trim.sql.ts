// Written by scripts/sql-types.ts from trim.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** Not restricted to an account: imports of all accounts whose retention period is over, also those
 * that were not started for a day. */
export const importsToTrim = many<{ keepDays: number; most: number; accountId?: number }, { accountId: number; importId: number }>({ name: 'trim.importsToTrim', again: true, deadline: 'long', text: "select i.account_id, i.id as import_id from imports i\nwhere i.trimmed_at is null and i.created_at < now() - interval '1 day'\n  and (i.finished_at < now() - make_interval(days => $1::int)\n    or i.state = 0\n      and not exists (select 1 from work w where w.account_id = i.account_id\n      and w.kind = 'import' and w.source_id = i.id))\norder by i.created_at limit $2::int" }, ["keepDays","most"], r => ({ accountId: Number(r[0]!), importId: Number(r[1]!) } as { accountId: number; importId: number }))

export const trimRejects = count<{ accountId: number; importId: number; most: number }>({ name: 'trim.trimRejects', again: false, deadline: 'long', text: "delete from import_rejects r where r.account_id = $1 and r.import_id = $2\n  and r.number in (\n  select n.number from import_rejects n where n.account_id = $1 and n.import_id = $2\n    order by n.number limit $3::int)" }, ["accountId","importId","most"])

export const trimOldValues = count<{ accountId: number; importId: number; most: number }>({ name: 'trim.trimOldValues', again: false, deadline: 'long', text: "delete from import_old_values o where o.account_id = $1 and o.import_id = $2\n  and o.subscriber_id in (\n  select n.subscriber_id from import_old_values n where n.account_id = $1\n    and n.import_id = $2 order by n.subscriber_id limit $3::int)" }, ["accountId","importId","most"])

/** Their times stay: by them a filter knows who came by the import. */
export const trimParts = count<{ accountId: number; importId: number; most: number }>({ name: 'trim.trimParts', again: false, deadline: 'long', text: "update import_parts p set created = '', joined = '', met = ''\nwhere p.account_id = $1 and p.import_id = $2 and p.part in (\n  select n.part from import_parts n where n.account_id = $1 and n.import_id = $2\n    and (n.created <> '' or n.joined <> '' or n.met <> '')\n    order by n.part limit $3::int)" }, ["accountId","importId","most"])

export const trimDocument = count<{ accountId: number; importId: number; most: number }>({ name: 'trim.trimDocument', again: false, deadline: 'long', text: "delete from import_documents d where d.account_id = $1 and d.import_id = $2\n  and d.part in (\n  select n.part from import_documents n where n.account_id = $1 and n.import_id = $2\n    order by n.part limit $3::int)" }, ["accountId","importId","most"])

/** The last step. An import that was never started has failed. */
export const markTrimmed = count<{ accountId: number; importId: number }>({ name: 'trim.markTrimmed', again: false, deadline: 'long', text: "update imports set trimmed_at = now(), state = case when state = 0 then 3 else state end,\n  trouble = case when state <> 0 then trouble\n    when options ? 'unfinished' then '[{\"code\":\"upload-part\",\"values\":{}}]'\n    else '[{\"code\":\"never-started\",\"values\":{}}]' end\nwhere account_id = $1 and id = $2 and trimmed_at is null" }, ["accountId","importId"])
