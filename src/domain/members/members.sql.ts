// Written by scripts/sql-types.ts from members.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'

export const personByKey = maybe<{ emailKey: string; accountId?: number }, { id: number; email: string; name: string; passwordHash: string; language: string; operator: boolean; codeSet: boolean; proven: boolean }>({ name: 'members.personByKey', again: true, text: "select id, email, name, password_hash, language, operator, code_set_at is not null as \"code_set!\",\n  proven_at is not null as \"proven!\"\nfrom people where email_key = $1" }, ["emailKey"], r => ({ id: Number(r[0]!), email: r[1]!, name: r[2]!, passwordHash: r[3]!, language: r[4]!, operator: r[5]! === 't', codeSet: r[6]! === 't', proven: r[7]! === 't' } as { id: number; email: string; name: string; passwordHash: string; language: string; operator: boolean; codeSet: boolean; proven: boolean }))

/** Joining, leaving and proving a person are serialised by this lock: conditions hold until the
 * commit. */
export const lockPerson = maybe<{ personId: number; accountId?: number }, { id: number; email: string; emailKey: string; passwordHash: string; operator: boolean; proven: boolean; codeSet: boolean }>({ name: 'members.lockPerson', again: false, text: "select id, email, email_key, password_hash, operator, proven_at is not null as \"proven!\",\n  code_set_at is not null as \"code_set!\"\nfrom people where id = $1 for update" }, ["personId"], r => ({ id: Number(r[0]!), email: r[1]!, emailKey: r[2]!, passwordHash: r[3]!, operator: r[4]! === 't', proven: r[5]! === 't', codeSet: r[6]! === 't' } as { id: number; email: string; emailKey: string; passwordHash: string; operator: boolean; proven: boolean; codeSet: boolean }))

export const lockPersonByKey = maybe<{ emailKey: string; accountId?: number }, { id: number; email: string; emailKey: string; passwordHash: string; operator: boolean; proven: boolean; codeSet: boolean }>({ name: 'members.lockPersonByKey', again: false, text: "select id, email, email_key, password_hash, operator, proven_at is not null as \"proven!\",\n  code_set_at is not null as \"code_set!\"\nfrom people where email_key = $1 for update" }, ["emailKey"], r => ({ id: Number(r[0]!), email: r[1]!, emailKey: r[2]!, passwordHash: r[3]!, operator: r[4]! === 't', proven: r[5]! === 't', codeSet: r[6]! === 't' } as { id: number; email: string; emailKey: string; passwordHash: string; operator: boolean; proven: boolean; codeSet: boolean }))

/** A new password waits until the session that the present one opens is written, and ends it. */
export const holdPassword = maybe<{ personId: number; passwordHash: string; accountId?: number }, { id: number }>({ name: 'members.holdPassword', again: false, text: "select id from people where id = $1 and password_hash = $2 for share" }, ["personId","passwordHash"], r => ({ id: Number(r[0]!) } as { id: number }))

export const personOfIdentity = maybe<{ issuer: string; subject: string; accountId?: number }, { personId: number }>({ name: 'members.personOfIdentity', again: true, text: "select person_id from person_identities where issuer = $1 and subject = $2" }, ["issuer","subject"], r => ({ personId: Number(r[0]!) } as { personId: number }))

/** Adds nothing if the person is another subject there. */
export const addIdentity = count<{ issuer: string; subject: string; personId: number; accountId?: number }>({ name: 'members.addIdentity', again: false, text: "insert into person_identities (issuer, subject, person_id)\nvalues ($1, $2, $3)\non conflict do nothing" }, ["issuer","subject","personId"])

export const removeIdentities = count<{ personId: number; accountId?: number }>({ name: 'members.removeIdentities', again: true, text: "delete from person_identities where person_id = $1" }, ["personId"])

/** Adds nothing if the address is known. */
export const addPerson = count<{ id: number; email: string; emailKey: string; name: string; passwordHash: string; language: string; accountId?: number }>({ name: 'members.addPerson', again: false, text: "insert into people (id, email, email_key, name, password_hash, language)\nvalues ($1, $2, $3, $4, $5, $6)\non conflict (email_key) do nothing" }, ["id","email","emailKey","name","passwordHash","language"])

export const saveProof = count<{ personId: number; accountId?: number }>({ name: 'members.saveProof', again: true, text: "update people set proven_at = now() where id = $1" }, ["personId"])

export const dropProof = count<{ personId: number; accountId?: number }>({ name: 'members.dropProof', again: true, text: "update people set proven_at = null where id = $1" }, ["personId"])

export const savePersonPassword = count<{ passwordHash: string; personId: number; accountId?: number }>({ name: 'members.savePersonPassword', again: true, text: "update people set password_hash = $1 where id = $2" }, ["passwordHash","personId"])

export const editPerson = count<{ name: string | null; language: string | null; personId: number; accountId?: number }>({ name: 'members.editPerson', again: true, text: "update people set name = coalesce($1::text, name),\n  language = coalesce($2::text, language)\nwhere id = $3" }, ["name","language","personId"])

/** Only of a proven person. */
export const setOperator = count<{ operator: boolean; personId: number; accountId?: number }>({ name: 'members.setOperator', again: true, text: "update people set operator = $1\nwhere id = $2 and (not $1 or proven_at is not null)" }, ["operator","personId"])

/** In open accounts. Those that an impostor may have joined in the name of the person, before the
 * proof, come last; then the oldest account first. */
export const membershipsOfPerson = many<{ personId: number; accountId?: number }, { accountId: number; username: string; role: string; masked: boolean }>({ name: 'members.membershipsOfPerson', again: true, text: "select m.account_id, a.username, m.role, m.masked\nfrom members m join accounts a on a.id = m.account_id join people p on p.id = m.person_id\nwhere m.person_id = $1 and a.closed_at is null\norder by coalesce(m.created_at < p.proven_at, false), m.account_id" }, ["personId"], r => ({ accountId: Number(r[0]!), username: r[1]!, role: r[2]!, masked: r[3]! === 't' } as { accountId: number; username: string; role: string; masked: boolean }))

/** Closed ones too: they may be opened again. */
export const allAccountsOfPerson = many<{ personId: number; accountId?: number }, { accountId: number }>({ name: 'members.allAccountsOfPerson', again: true, text: "select account_id from members where person_id = $1 order by account_id" }, ["personId"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

/** Whether the person belongs to this account alone. Closed accounts count. */
export const saysAlone = maybe<{ personId: number; accountId: number }, { id: number }>({ name: 'members.saysAlone', again: true, text: "select p.id from people p where p.id = $1 and not p.operator\n  and exists (select from members m where m.person_id = p.id and m.account_id = $2)\n  and not exists (select from members m where m.person_id = p.id and m.account_id <> $2)" }, ["personId","accountId"], r => ({ id: Number(r[0]!) } as { id: number }))

export const membersOfAccount = many<{ accountId: number }, { id: number; email: string; name: string; language: string; operator: boolean; proven: boolean; codeSet: boolean; role: string; masked: boolean; created: string; seen: string | null }>({ name: 'members.membersOfAccount', again: true, text: "select p.id, p.email, p.name, p.language, p.operator, p.proven_at is not null as \"proven!\",\n  p.code_set_at is not null as \"code_set!\", m.role, m.masked, m.created_at as created,\n  (select max(s.seen_at) from sessions s\n    where s.account_id = $1 and s.person_id = p.id) as \"seen?\"\nfrom members m join people p on p.id = m.person_id\nwhere m.account_id = $1 order by p.id" }, ["accountId"], r => ({ id: Number(r[0]!), email: r[1]!, name: r[2]!, language: r[3]!, operator: r[4]! === 't', proven: r[5]! === 't', codeSet: r[6]! === 't', role: r[7]!, masked: r[8]! === 't', created: r[9]!, seen: r[10] } as { id: number; email: string; name: string; language: string; operator: boolean; proven: boolean; codeSet: boolean; role: string; masked: boolean; created: string; seen: string | null }))

/** Locked, so that two changes at once do not remove the last two. */
export const ownersOfAccount = many<{ accountId: number }, { personId: number }>({ name: 'members.ownersOfAccount', again: false, text: "select person_id from members where account_id = $1 and role = 'owner'\norder by person_id for update" }, ["accountId"], r => ({ personId: Number(r[0]!) } as { personId: number }))

/** A present member stays as they are. */
export const addMember = count<{ accountId: number; personId: number; role: string; masked: boolean }>({ name: 'members.addMember', again: false, text: "insert into members (account_id, person_id, role, masked)\nvalues ($1, $2, $3, $4)\non conflict (account_id, person_id) do nothing" }, ["accountId","personId","role","masked"])

export const changeMember = count<{ role: string | null; masked: boolean | null; accountId: number; personId: number }>({ name: 'members.changeMember', again: true, text: "update members set role = coalesce($1::text, role), masked = coalesce($2::boolean, masked)\nwhere account_id = $3 and person_id = $4" }, ["role","masked","accountId","personId"])

export const removeMember = count<{ accountId: number; personId: number }>({ name: 'members.removeMember', again: false, text: "delete from members where account_id = $1 and person_id = $2" }, ["accountId","personId"])

/** A second invitation of an address replaces the first. */
export const addInvitation = count<{ accountId: number; tokenHash: string; email: string; emailKey: string; role: string; masked: boolean; proves: boolean; madeBy: number | null; days: number }>({ name: 'members.addInvitation', again: false, text: "insert into invitations\n  (account_id, token_hash, email, email_key, role, masked, proves, made_by, expires_at)\nvalues ($1, $2, $3, $4, $5, $6, $7, $8,\n  now() + $9::int * interval '1 day')\non conflict (account_id, email_key) do update set token_hash = excluded.token_hash,\n  email = excluded.email, role = excluded.role, masked = excluded.masked,\n  proves = excluded.proves, made_by = excluded.made_by,\n  created_at = excluded.created_at, expires_at = excluded.expires_at" }, ["accountId","tokenHash","email","emailKey","role","masked","proves","madeBy","days"])

export const findInvitation = maybe<{ accountId: number; tokenHash: string }, { email: string; emailKey: string; role: string; masked: boolean; proves: boolean; username: string }>({ name: 'members.findInvitation', again: true, text: "select i.email, i.email_key, i.role, i.masked, i.proves, a.username\nfrom invitations i join accounts a on a.id = i.account_id\nwhere i.account_id = $1 and i.token_hash = $2 and i.expires_at > now()\n  and a.closed_at is null" }, ["accountId","tokenHash"], r => ({ email: r[0]!, emailKey: r[1]!, role: r[2]!, masked: r[3]! === 't', proves: r[4]! === 't', username: r[5]! } as { email: string; emailKey: string; role: string; masked: boolean; proves: boolean; username: string }))

/** Single use: only one call gets the row. */
export const claimInvitation = maybe<{ accountId: number; tokenHash: string }, { role: string; masked: boolean }>({ name: 'members.claimInvitation', again: false, text: "delete from invitations\nwhere account_id = $1 and token_hash = $2 and expires_at > now()\n  and exists (select from accounts a where a.id = $1 and a.closed_at is null)\nreturning role, masked" }, ["accountId","tokenHash"], r => ({ role: r[0]!, masked: r[1]! === 't' } as { role: string; masked: boolean }))

export const invitationsOfAccount = many<{ accountId: number }, { email: string; role: string; masked: boolean; created: string; expires: string }>({ name: 'members.invitationsOfAccount', again: true, text: "select email, role, masked, created_at as created, expires_at as expires from invitations\nwhere account_id = $1 and expires_at > now() order by created_at, email_key" }, ["accountId"], r => ({ email: r[0]!, role: r[1]!, masked: r[2]! === 't', created: r[3]!, expires: r[4]! } as { email: string; role: string; masked: boolean; created: string; expires: string }))

export const removeInvitation = count<{ accountId: number; emailKey: string }>({ name: 'members.removeInvitation', again: false, text: "delete from invitations where account_id = $1 and email_key = $2" }, ["accountId","emailKey"])

/** Of all accounts: a person who signs in at a provider is known by address only. */
export const claimInvitationsOfAddress = many<{ emailKey: string; accountId?: number }, { accountId: number; role: string; masked: boolean }>({ name: 'members.claimInvitationsOfAddress', again: false, text: "delete from invitations i using accounts a\nwhere i.email_key = $1 and i.expires_at > now()\n  and a.id = i.account_id and a.closed_at is null\nreturning i.account_id, i.role, i.masked" }, ["emailKey"], r => ({ accountId: Number(r[0]!), role: r[1]!, masked: r[2]! === 't' } as { accountId: number; role: string; masked: boolean }))

export const removeOldInvitations = count<{ accountId: number }>({ name: 'members.removeOldInvitations', again: true, text: "delete from invitations where account_id = $1 and expires_at <= now()" }, ["accountId"])

/** Of a maker who may be a former member, and still know them. */
export const removeShownInvitations = count<{ accountId: number; madeBy: number }>({ name: 'members.removeShownInvitations', again: true, text: "delete from invitations where account_id = $1 and made_by = $2 and not proves" }, ["accountId","madeBy"])

/** :accountId null: the link is mailed. */
export const addPasswordReset = count<{ personId: number; tokenHash: string; accountId: number | null; madeBy: number | null; days: number }>({ name: 'members.addPasswordReset', again: false, text: "insert into password_resets (person_id, token_hash, account_id, made_by, expires_at)\nvalues ($1, $2, $3, $4, now() + $5::int * interval '1 day')" }, ["personId","tokenHash","accountId","madeBy","days"])

export const findPasswordReset = maybe<{ personId: number; tokenHash: string; accountId?: number }, { email: string; language: string }>({ name: 'members.findPasswordReset', again: true, text: "select o.email, o.language from password_resets r join people o on o.id = r.person_id\nwhere r.person_id = $1 and r.token_hash = $2 and r.expires_at > now()\n  and (r.account_id is null or (\n    not exists (select from people p where p.id = $1 and p.operator)\n    and exists (\n      select from members m where m.person_id = $1 and m.account_id = r.account_id)\n    and not exists (\n      select from members m where m.person_id = $1 and m.account_id <> r.account_id)))" }, ["personId","tokenHash"], r => ({ email: r[0]!, language: r[1]! } as { email: string; language: string }))

/** Single use: only one call gets the row. */
export const claimPasswordReset = maybe<{ personId: number; tokenHash: string; accountId?: number }, { proves: boolean }>({ name: 'members.claimPasswordReset', again: false, text: "delete from password_resets r where r.person_id = $1 and r.token_hash = $2 and r.expires_at > now()\n  and (r.account_id is null or (\n    not exists (select from people p where p.id = $1 and p.operator)\n    and exists (\n      select from members m where m.person_id = $1 and m.account_id = r.account_id)\n    and not exists (\n      select from members m where m.person_id = $1 and m.account_id <> r.account_id)))\nreturning r.account_id is null as \"proves!\"" }, ["personId","tokenHash"], r => ({ proves: r[0]! === 't' } as { proves: boolean }))

export const removePasswordResets = count<{ personId: number; accountId?: number }>({ name: 'members.removePasswordResets', again: true, text: "delete from password_resets where person_id = $1" }, ["personId"])

/** Of a maker who may be a former member, and still know them. */
export const removeShownResets = count<{ accountId: number; madeBy: number }>({ name: 'members.removeShownResets', again: true, text: "delete from password_resets where account_id = $1 and made_by = $2" }, ["accountId","madeBy"])

export const memberNames = many<{ accountId: number; personIds: number[] }, { id: number; name: string }>({ name: 'members.memberNames', again: true, text: "select p.id, p.name from members m join people p on p.id = m.person_id\nwhere m.account_id = $1 and m.person_id = any ($2::bigint[])" }, ["accountId","personIds"], r => ({ id: Number(r[0]!), name: r[1]! } as { id: number; name: string }))

/** The person first, then the owners of their open accounts, each once. */
export const recipientsOfRestNotice = many<{ personId: number; most: number; accountId?: number }, { id: number; email: string; language: string; accountId: number; username: string }>({ name: 'members.recipientsOfRestNotice', again: true, text: "select p.id, p.email, p.language, a.id as account_id, a.username\nfrom people p join accounts a on a.id = (\n  select min(o.account_id) from members o\n  join members m on m.account_id = o.account_id and m.person_id = $1\n  join accounts c on c.id = o.account_id and c.closed_at is null\n  where o.person_id = p.id and (o.role = 'owner' or o.person_id = $1))\norder by p.id <> $1, p.id limit $2::int" }, ["personId","most"], r => ({ id: Number(r[0]!), email: r[1]!, language: r[2]!, accountId: Number(r[3]!), username: r[4]! } as { id: number; email: string; language: string; accountId: number; username: string }))

export const removeViewsOfPerson = count<{ accountId: number; personId: number }>({ name: 'members.removeViewsOfPerson', again: true, text: "delete from saved_views where account_id = $1 and person_id = $2" }, ["accountId","personId"])

/** Their keys; removeGrants takes the tokens. */
export const removeAssistantsOfPerson = many<{ accountId: number; personId: number }, { id: number }>({ name: 'members.removeAssistantsOfPerson', again: false, text: "delete from api_keys k\nwhere k.account_id = $1 and k.maker_kind = 'person' and k.maker_id = $2\n  and exists (select from oauth_grants g where g.account_id = $1 and g.key_id = k.id)\nreturning k.id" }, ["accountId","personId"], r => ({ id: Number(r[0]!) } as { id: number }))

export const removeGrants = count<{ accountId: number; keyIds: number[] }>({ name: 'members.removeGrants', again: true, text: "delete from oauth_grants where account_id = $1 and key_id = any ($2::bigint[])" }, ["accountId","keyIds"])

export const removeCodesOfPerson = count<{ accountId: number; personId: number }>({ name: 'members.removeCodesOfPerson', again: true, text: "delete from oauth_codes\nwhere account_id = $1 and maker_kind = 'person' and maker_id = $2" }, ["accountId","personId"])
