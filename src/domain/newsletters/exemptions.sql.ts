// Written by scripts/sql-types.ts from exemptions.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'

export const addExemption = count<{ noun: string; id: number; accountId: number }>({ name: 'exemptions.addExemption', again: true, text: "insert into tracking_exemptions (account_id, noun, id)\nselect account_id, $1, $2::int from tenants where account_id = $3\non conflict (account_id, noun, id) do nothing" }, ["noun","id","accountId"])

export const removeExemption = count<{ accountId: number; noun: string; id: number }>({ name: 'exemptions.removeExemption', again: true, text: "delete from tracking_exemptions where account_id = $1 and noun = $2 and id = $3" }, ["accountId","noun","id"])

/** Of one kind. */
export const exemptionsOf = many<{ accountId: number; noun: string }, { id: number }>({ name: 'exemptions.exemptionsOf', again: true, text: "select id from tracking_exemptions where account_id = $1 and noun = $2 order by id" }, ["accountId","noun"], r => ({ id: Number(r[0]!) } as { id: number }))

export const isExempt = one<{ accountId: number; newsletterId: number; listId: number }, { exempt: boolean }>({ name: 'exemptions.isExempt', again: true, text: "select exists (select 1 from tracking_exemptions x where x.account_id = $1\n  and ((x.noun = 'newsletter' and x.id = $2)\n    or (x.noun = 'list' and x.id = $3))) as \"exempt!\"" }, ["accountId","newsletterId","listId"], r => ({ exempt: r[0]! === 't' } as { exempt: boolean }))
