// Written by scripts/sql-types.ts from utm.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

export const utmRows = many<{ accountId: number; newsletterId: number }, { newsletterId: number; hosts: string; parameters: string }>({ name: 'utm.utmRows', again: true, text: "select newsletter_id, hosts, parameters from utm_parameters\nwhere account_id = $1 and newsletter_id in (0, $2::int)" }, ["accountId","newsletterId"], r => ({ newsletterId: Number(r[0]!), hosts: r[1]!, parameters: r[2]! } as { newsletterId: number; hosts: string; parameters: string }))

export const saveUtm = count<{ newsletterId: number; hosts: string; parameters: string; accountId: number }>({ name: 'utm.saveUtm', again: true, text: "insert into utm_parameters as known (account_id, newsletter_id, hosts, parameters)\nselect account_id, $1::int, $2, $3 from tenants\nwhere account_id = $4\non conflict (account_id, newsletter_id) do update\n  set hosts = excluded.hosts, parameters = excluded.parameters" }, ["newsletterId","hosts","parameters","accountId"])

export const removeUtm = count<{ accountId: number; newsletterId: number }>({ name: 'utm.removeUtm', again: true, text: "delete from utm_parameters where account_id = $1 and newsletter_id = $2" }, ["accountId","newsletterId"])
