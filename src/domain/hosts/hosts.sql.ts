// Written by scripts/sql-types.ts from hosts.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

export const hostsOfAccount = many<{ accountId: number }, { host: string; isDefault: boolean; created: string; retired: string | null }>({ name: 'hosts.hostsOfAccount', again: true, text: "select host, is_default as \"isDefault\", created_at as created, retired_at as \"retired?\"\nfrom public_hosts where account_id = $1 order by host" }, ["accountId"], r => ({ host: r[0]!, isDefault: r[1]! === 't', created: r[2]!, retired: r[3] } as { host: string; isDefault: boolean; created: string; retired: string | null }))

/** The hosts of the account, locked until the transaction ends. */
export const lockHosts = many<{ accountId: number }, { host: string; isDefault: boolean; retired: string | null }>({ name: 'hosts.lockHosts', again: false, text: "select host, is_default as \"isDefault\", retired_at as \"retired?\"\nfrom public_hosts where account_id = $1 order by host for update" }, ["accountId"], r => ({ host: r[0]!, isDefault: r[1]! === 't', retired: r[2] } as { host: string; isDefault: boolean; retired: string | null }))

/** That of new links; without one they have the host of the installation. */
export const defaultHost = maybe<{ accountId: number }, { host: string }>({ name: 'hosts.defaultHost', again: true, text: "select host from public_hosts where account_id = $1 and is_default" }, ["accountId"], r => ({ host: r[0]! } as { host: string }))

/** Of all accounts: a request names only the host. `any`: whether accounts have hosts at all. */
export const ownerOfHost = one<{ host: string; accountId?: number }, { accountId: number | null; any: boolean }>({ name: 'hosts.ownerOfHost', again: true, text: "select (select account_id from public_hosts where host = $1) as \"accountId?\",\n  exists (select from public_hosts) as \"any!\"" }, ["host"], r => ({ accountId: r[0] == null ? null : Number(r[0]!), any: r[1]! === 't' } as { accountId: number | null; any: boolean }))

/** Adds nothing if the name is taken. */
export const addHost = count<{ host: string; accountId: number }>({ name: 'hosts.addHost', again: false, text: "insert into public_hosts (host, account_id) values ($1, $2) on conflict (host) do nothing" }, ["host","accountId"])

export const reviveHost = count<{ accountId: number; host: string }>({ name: 'hosts.reviveHost', again: true, text: "update public_hosts set retired_at = null where account_id = $1 and host = $2" }, ["accountId","host"])

export const retireHost = count<{ accountId: number; host: string }>({ name: 'hosts.retireHost', again: true, text: "update public_hosts set is_default = false, retired_at = now()\nwhere account_id = $1 and host = $2 and retired_at is null" }, ["accountId","host"])

export const dropHost = count<{ accountId: number; host: string }>({ name: 'hosts.dropHost', again: true, text: "delete from public_hosts where account_id = $1 and host = $2" }, ["accountId","host"])

export const clearDefaultHost = count<{ accountId: number }>({ name: 'hosts.clearDefaultHost', again: true, text: "update public_hosts set is_default = false where account_id = $1 and is_default" }, ["accountId"])

export const setDefaultHost = count<{ accountId: number; host: string }>({ name: 'hosts.setDefaultHost', again: true, text: "update public_hosts set is_default = true where account_id = $1 and host = $2" }, ["accountId","host"])
