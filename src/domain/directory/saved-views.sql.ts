// Written by scripts/sql-types.ts from saved-views.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

export const savedViews = many<{ accountId: number; personId: number }, { name: string; view: string; saved: string }>({ name: 'saved-views.savedViews', again: true, text: "select name, view::text as \"view!\", saved_at as saved from saved_views\nwhere account_id = $1 and person_id = $2 order by name collate \"C\"" }, ["accountId","personId"], r => ({ name: r[0]!, view: r[1]!, saved: r[2]! } as { name: string; view: string; saved: string }))

export const keepView = count<{ accountId: number; personId: number; name: string; view: unknown }>({ name: 'saved-views.keepView', again: true, text: "insert into saved_views (account_id, person_id, name, view)\nvalues ($1, $2, $3, $4::jsonb)\non conflict (account_id, person_id, name) do update set view = excluded.view,\n  saved_at = excluded.saved_at" }, ["accountId","personId","name","view"])

export const dropView = count<{ accountId: number; personId: number; name: string }>({ name: 'saved-views.dropView', again: false, text: "delete from saved_views\nwhere account_id = $1 and person_id = $2 and name = $3" }, ["accountId","personId","name"])
