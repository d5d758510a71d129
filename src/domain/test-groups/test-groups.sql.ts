// Written by scripts/sql-types.ts from test-groups.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

export const addToGroup = count<{ name: string; emails: (string | null)[]; accountId: number }>({ name: 'test-groups.addToGroup', again: true, text: "insert into test_groups (account_id, name, email)\nselect t.account_id, $1, given.email from tenants t, unnest($2::text[]) as given (email)\n  where t.account_id = $3\non conflict (account_id, name, email) do nothing" }, ["name","emails","accountId"])

export const testGroups = many<{ accountId: number }, { name: string; email: string }>({ name: 'test-groups.testGroups', again: true, text: "select name, email from test_groups where account_id = $1 order by name, email" }, ["accountId"], r => ({ name: r[0]!, email: r[1]! } as { name: string; email: string }))

export const addressesOfGroup = many<{ accountId: number; name: string }, { email: string }>({ name: 'test-groups.addressesOfGroup', again: true, text: "select email from test_groups where account_id = $1 and name = $2 order by email" }, ["accountId","name"], r => ({ email: r[0]! } as { email: string }))

/** Without addresses the whole group. */
export const removeFromGroup = count<{ accountId: number; name: string; emails: (string | null)[] }>({ name: 'test-groups.removeFromGroup', again: true, text: "delete from test_groups where account_id = $1 and name = $2\n  and (cardinality($3::text[]) = 0 or email = any ($3::text[]))" }, ["accountId","name","emails"])
