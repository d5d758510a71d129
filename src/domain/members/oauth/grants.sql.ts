// Written by scripts/sql-types.ts from grants.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../../db/query.ts'

export const addCode = count<{ accountId: number; codeHash: string; clientHash: string; clientName: string; redirectUri: string; challenge: string; rights: (string | null)[]; masked: boolean; makerKind: string; makerId: number | null; expiresAt: Date | string }>({ name: 'grants.addCode', again: false, text: "insert into oauth_codes (account_id, code_hash, client_hash, client_name, redirect_uri, challenge,\n  rights, masked, maker_kind, maker_id, expires_at)\nvalues ($1, $2, $3, $4, $5, $6,\n  $7::text[], $8, $9, $10, $11::timestamptz)" }, ["accountId","codeHash","clientHash","clientName","redirectUri","challenge","rights","masked","makerKind","makerId","expiresAt"])

export const removeOldCodes = count<{ accountId: number }>({ name: 'grants.removeOldCodes', again: true, text: "delete from oauth_codes where account_id = $1 and expires_at <= now()" }, ["accountId"])

export const countCodes = one<{ accountId: number }, { codes: number }>({ name: 'grants.countCodes', again: true, text: "select count(*)::int as \"codes!\" from oauth_codes where account_id = $1" }, ["accountId"], r => ({ codes: Number(r[0]!) } as { codes: number }))

/** Of two exchanges at once the second finds the key of the first. */
export const lockCode = maybe<{ accountId: number; codeHash: string }, { clientHash: string; clientName: string; redirectUri: string; challenge: string; rights: string; masked: boolean; makerKind: string; makerId: number | null; valid: boolean; keyId: number | null }>({ name: 'grants.lockCode', again: false, text: "select client_hash, client_name, redirect_uri, challenge, array_to_string(rights, ',') as \"rights!\",\n  masked, maker_kind, maker_id, expires_at > now() as \"valid!\", key_id\nfrom oauth_codes where account_id = $1 and code_hash = $2 for update" }, ["accountId","codeHash"], r => ({ clientHash: r[0]!, clientName: r[1]!, redirectUri: r[2]!, challenge: r[3]!, rights: r[4]!, masked: r[5]! === 't', makerKind: r[6]!, makerId: r[7] == null ? null : Number(r[7]!), valid: r[8]! === 't', keyId: r[9] == null ? null : Number(r[9]!) } as { clientHash: string; clientName: string; redirectUri: string; challenge: string; rights: string; masked: boolean; makerKind: string; makerId: number | null; valid: boolean; keyId: number | null }))

export const markCode = count<{ keyId: number; accountId: number; codeHash: string }>({ name: 'grants.markCode', again: false, text: "update oauth_codes set key_id = $1\nwhere account_id = $2 and code_hash = $3" }, ["keyId","accountId","codeHash"])

export const addGrant = count<{ accountId: number; keyId: number; clientHash: string; returnsTo: string; familyHash: string; refreshHash: string; accessHash: string; accessExpiresAt: Date | string }>({ name: 'grants.addGrant', again: false, text: "insert into oauth_grants (account_id, key_id, client_hash, returns_to, family_hash, refresh_hash,\n  access_hash, access_expires_at)\nvalues ($1, $2, $3, $4, $5, $6, $7,\n  $8::timestamptz)" }, ["accountId","keyId","clientHash","returnsTo","familyHash","refreshHash","accessHash","accessExpiresAt"])

/** Not refreshed in time. */
export const endedGrants = many<{ accountId: number }, { id: number }>({ name: 'grants.endedGrants', again: true, text: "select k.id from api_keys k\njoin oauth_grants g on g.account_id = $1 and g.key_id = k.id\nwhere k.account_id = $1 and k.expires_at <= now() order by k.id" }, ["accountId"], r => ({ id: Number(r[0]!) } as { id: number }))

export const lockGrant = maybe<{ accountId: number; familyHash: string }, { keyId: number; clientHash: string; refreshHash: string }>({ name: 'grants.lockGrant', again: false, text: "select g.key_id, g.client_hash, g.refresh_hash\nfrom oauth_grants g where g.account_id = $1 and g.family_hash = $2 for update" }, ["accountId","familyHash"], r => ({ keyId: Number(r[0]!), clientHash: r[1]!, refreshHash: r[2]! } as { keyId: number; clientHash: string; refreshHash: string }))

export const grantWithAccess = maybe<{ accountId: number; accessHash: string }, { keyId: number; clientHash: string }>({ name: 'grants.grantWithAccess', again: true, text: "select key_id, client_hash from oauth_grants\nwhere account_id = $1 and access_hash = $2" }, ["accountId","accessHash"], r => ({ keyId: Number(r[0]!), clientHash: r[1]! } as { keyId: number; clientHash: string }))

export const rotateGrant = count<{ refreshHash: string; accessHash: string; accessExpiresAt: Date | string; accountId: number; keyId: number }>({ name: 'grants.rotateGrant', again: false, text: "update oauth_grants set refresh_hash = $1, access_hash = $2,\n  access_expires_at = $3::timestamptz\nwhere account_id = $4 and key_id = $5" }, ["refreshHash","accessHash","accessExpiresAt","accountId","keyId"])

export const prolongKey = count<{ expiresAt: Date | string; accountId: number; keyId: number }>({ name: 'grants.prolongKey', again: false, text: "update api_keys set expires_at = $1::timestamptz\nwhere account_id = $2 and id = $3" }, ["expiresAt","accountId","keyId"])

/** Before an id is taken for its key. */
export const findCode = maybe<{ accountId: number; codeHash: string }, { codeHash: string }>({ name: 'grants.findCode', again: true, text: "select code_hash from oauth_codes where account_id = $1 and code_hash = $2" }, ["accountId","codeHash"], r => ({ codeHash: r[0]! } as { codeHash: string }))

/** Of a grant whose account is open, and who let it in still a member. */
export const standingOfGrant = maybe<{ accountId: number; keyId: number }, { rights: string }>({ name: 'grants.standingOfGrant', again: true, text: "select array_to_string(k.rights, ',') as \"rights!\"\nfrom api_keys k join accounts a on a.id = k.account_id\nleft join members m on m.account_id = k.account_id and m.person_id = k.maker_id\nwhere k.account_id = $1 and k.id = $2 and a.closed_at is null\n  and k.expires_at > now() and (k.maker_kind <> 'person' or m.person_id is not null)" }, ["accountId","keyId"], r => ({ rights: r[0]! } as { rights: string }))
