// Written by scripts/sql-types.ts from bounce-domains.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

export const bounceDomainsOfAccount = many<{ accountId: number }, { domain: string; isUsed: boolean; created: string }>({ name: 'bounce-domains.bounceDomainsOfAccount', again: true, text: "select domain, is_used as \"isUsed\", created_at as created\nfrom bounce_domains where account_id = $1 order by domain" }, ["accountId"], r => ({ domain: r[0]!, isUsed: r[1]! === 't', created: r[2]! } as { domain: string; isUsed: boolean; created: string }))

/** The domains of the account change in one transaction at a time, the first one, too. */
export const holdBounceDomains = count<{ accountId: number }>({ name: 'bounce-domains.holdBounceDomains', again: false, text: "select account_id from tenants where account_id = $1 for no key update" }, ["accountId"])

/** What links of the account begin with, and its return path; null: the installation's. */
export const ownNames = one<{ accountId: number }, { host: string | null; bounces: string | null }>({ name: 'bounce-domains.ownNames', again: true, text: "select (select host from public_hosts where account_id = $1 and is_default) as \"host?\",\n  (select domain from bounce_domains where account_id = $1 and is_used) as \"bounces?\"" }, ["accountId"], r => ({ host: r[0], bounces: r[1] } as { host: string | null; bounces: string | null }))

/** Of all accounts: the envelope of an incoming message names only the domain. */
export const ownerOfBounceDomain = maybe<{ domain: string; accountId?: number }, { accountId: number }>({ name: 'bounce-domains.ownerOfBounceDomain', again: true, text: "select account_id as \"accountId\" from bounce_domains where domain = $1" }, ["domain"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

/** Adds nothing if the name is taken. */
export const addBounceDomain = count<{ domain: string; accountId: number }>({ name: 'bounce-domains.addBounceDomain', again: false, text: "insert into bounce_domains (domain, account_id) values ($1, $2)\non conflict (domain) do nothing" }, ["domain","accountId"])

export const clearBounceDomain = count<{ accountId: number }>({ name: 'bounce-domains.clearBounceDomain', again: true, text: "update bounce_domains set is_used = false where account_id = $1 and is_used" }, ["accountId"])

export const setBounceDomain = count<{ accountId: number; domain: string }>({ name: 'bounce-domains.setBounceDomain', again: true, text: "update bounce_domains set is_used = true where account_id = $1 and domain = $2" }, ["accountId","domain"])

export const dropBounceDomain = count<{ accountId: number; domain: string }>({ name: 'bounce-domains.dropBounceDomain', again: true, text: "delete from bounce_domains where account_id = $1 and domain = $2" }, ["accountId","domain"])
