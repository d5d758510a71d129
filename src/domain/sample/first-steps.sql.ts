// Written by scripts/sql-types.ts from first-steps.sql; npm run sql writes it again.
import { one } from '../../db/query.ts'

/** The parts of an account that sending needs. */
export const firstSteps = one<{ accountId: number }, { people: boolean; newsletters: boolean; sendings: boolean; called: string | null }>({ name: 'first-steps.firstSteps', again: true, text: "select exists (select 1 from subscribers where account_id = $1) as \"people!\",\n  exists (select 1 from newsletters where account_id = $1) as \"newsletters!\",\n  exists (select 1 from sendings where account_id = $1 and not test) as \"sendings!\",\n  (select called_at from tenants where account_id = $1) as \"called?\"" }, ["accountId"], r => ({ people: r[0]! === 't', newsletters: r[1]! === 't', sendings: r[2]! === 't', called: r[3] } as { people: boolean; newsletters: boolean; sendings: boolean; called: string | null }))
