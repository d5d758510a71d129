// Written by scripts/sql-types.ts from dkim.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** Newest first; retired keys don't sign. */
export const dkimKeys = many<{ accountId: number }, { domain: string; selector: string; algorithm: string; sealedPrivateKey: string; publicKey: string; created: string; retiredAt: string | null }>({ name: 'dkim.dkimKeys', again: true, text: "select domain, selector, algorithm, sealed_private_key, public_key, created_at as created,\n  retired_at\nfrom dkim_keys where account_id = $1 order by domain, created_at desc, selector" }, ["accountId"], r => ({ domain: r[0]!, selector: r[1]!, algorithm: r[2]!, sealedPrivateKey: r[3]!, publicKey: r[4]!, created: r[5]!, retiredAt: r[6] } as { domain: string; selector: string; algorithm: string; sealedPrivateKey: string; publicKey: string; created: string; retiredAt: string | null }))

/** Not restricted to an account: domains that one account has keys for, and no other. */
export const domainsOfOnlyOne = many<{ ownerId: number; accountId?: number }, { domain: string }>({ name: 'dkim.domainsOfOnlyOne', again: true, text: "select domain from dkim_keys where retired_at is null group by domain\nhaving min(account_id) = $1::int and max(account_id) = $1::int order by domain" }, ["ownerId"], r => ({ domain: r[0]! } as { domain: string }))

export const addDkimKey = count<{ accountId: number; domain: string; selector: string; algorithm: string; sealedPrivateKey: string; publicKey: string }>({ name: 'dkim.addDkimKey', again: true, text: "insert into dkim_keys (account_id, domain, selector, algorithm, sealed_private_key, public_key)\nvalues ($1, $2, $3, $4, $5, $6)\non conflict (account_id, domain, selector, algorithm) do nothing" }, ["accountId","domain","selector","algorithm","sealedPrivateKey","publicKey"])

export const retireDkimKeys = count<{ accountId: number; domain: string; selector: string }>({ name: 'dkim.retireDkimKeys', again: true, text: "update dkim_keys set retired_at = now() where account_id = $1 and domain = $2\n  and selector = $3 and retired_at is null" }, ["accountId","domain","selector"])
