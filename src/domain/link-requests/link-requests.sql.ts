// Written by scripts/sql-types.ts from link-requests.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** Posts of a network in an hour, which begins with the first; those of forms count, too. */
export const countRequest = one<{ accountId: number; network: string }, { posts: number }>({ name: 'link-requests.countRequest', again: false, text: "insert into sign_up_networks as c (account_id, network, posts) values ($1, $2, 1)\non conflict (account_id, network) do update set\n  posts = excluded.posts\n    + case when excluded.since - c.since < interval '1 hour' then c.posts else 0 end,\n  since = case when excluded.since - c.since < interval '1 hour' then c.since\n    else excluded.since end\nreturning posts" }, ["accountId","network"], r => ({ posts: Number(r[0]!) } as { posts: number }))

/** Nothing for a mailbox that waits for its email, or got it less than an hour ago. */
export const keepLinkRequest = count<{ accountId: number; mailboxKey: string; emailKey: string; language: string }>({ name: 'link-requests.keepLinkRequest', again: true, text: "insert into link_requests as r (account_id, mailbox_key, email_key, language)\nvalues ($1, $2, $3, $4)\non conflict (account_id, mailbox_key) do update set email_key = excluded.email_key,\n  language = excluded.language, asked_at = excluded.asked_at, due = excluded.due, mailed_at = null\nwhere excluded.asked_at - r.mailed_at >= interval '1 hour'" }, ["accountId","mailboxKey","emailKey","language"])

/** Of all accounts, the longest waiting first. */
export const dueLinkRequests = many<{ most: number; accountId?: number }, { accountId: number; mailboxKey: string; emailKey: string; language: string; asked: string }>({ name: 'link-requests.dueLinkRequests', again: true, text: "select account_id, mailbox_key, email_key, language, asked_at as asked from link_requests r\nwhere due <= now()\n  and not exists (select 1 from accounts a where a.id = r.account_id and a.closed_at is not null)\norder by due limit $1::int" }, ["most"], r => ({ accountId: Number(r[0]!), mailboxKey: r[1]!, emailKey: r[2]!, language: r[3]!, asked: r[4]! } as { accountId: number; mailboxKey: string; emailKey: string; language: string; asked: string }))

export const leaseLinkRequest = count<{ accountId: number; mailboxKey: string }>({ name: 'link-requests.leaseLinkRequest', again: false, text: "update link_requests set due = now() + interval '1 minute'\nwhere account_id = $1 and mailbox_key = $2 and due <= now()" }, ["accountId","mailboxKey"])

/** The subscriber of an address who may be mailed; none who opted out, complained or bounced. */
export const readerToMail = maybe<{ accountId: number; emailKey: string }, { id: number; email: string }>({ name: 'link-requests.readerToMail', again: true, text: "select p.id, p.email from subscribers p\nwhere p.account_id = $1 and p.email_key = $2 and p.opted_out_at is null\n  and p.complained_at is null and p.undeliverable_since is null\n  and not exists (\n    select 1 from opt_outs o where o.account_id = $1 and o.email_key = p.email_key)" }, ["accountId","emailKey"], r => ({ id: Number(r[0]!), email: r[1]! } as { id: number; email: string }))

/** The sender of the oldest list that has one. */
export const senderOfLists = maybe<{ accountId: number }, { id: number; fromName: string; fromEmail: string }>({ name: 'link-requests.senderOfLists', again: true, text: "select id, from_name, from_email from lists\nwhere account_id = $1 and from_email <> '' order by id limit 1" }, ["accountId"], r => ({ id: Number(r[0]!), fromName: r[1]!, fromEmail: r[2]! } as { id: number; fromName: string; fromEmail: string }))

export const noteMailed = count<{ accountId: number; mailboxKey: string }>({ name: 'link-requests.noteMailed', again: true, text: "update link_requests set due = null, mailed_at = now()\nwhere account_id = $1 and mailbox_key = $2 and mailed_at is null" }, ["accountId","mailboxKey"])

export const postponeLinkRequest = count<{ seconds: number; accountId: number; mailboxKey: string }>({ name: 'link-requests.postponeLinkRequest', again: true, text: "update link_requests set due = now() + make_interval(secs => $1::int)\nwhere account_id = $2 and mailbox_key = $3 and mailed_at is null" }, ["seconds","accountId","mailboxKey"])

export const removeLinkRequest = count<{ accountId: number; mailboxKey: string }>({ name: 'link-requests.removeLinkRequest', again: true, text: "delete from link_requests\nwhere account_id = $1 and mailbox_key = $2 and mailed_at is null" }, ["accountId","mailboxKey"])

/** Of all accounts: those whose hour is over. */
export const mailedLinkRequests = many<{ most: number; accountId?: number }, { accountId: number; mailboxKey: string }>({ name: 'link-requests.mailedLinkRequests', again: true, text: "select account_id, mailbox_key from link_requests where mailed_at < now() - interval '1 hour'\norder by mailed_at limit $1::int" }, ["most"], r => ({ accountId: Number(r[0]!), mailboxKey: r[1]! } as { accountId: number; mailboxKey: string }))

export const removeMailedLinkRequests = count<{ accountId: number; mailboxKeys: (string | null)[] }>({ name: 'link-requests.removeMailedLinkRequests', again: true, text: "delete from link_requests where account_id = $1\n  and mailbox_key = any ($2::text[]) and mailed_at < now() - interval '1 hour'" }, ["accountId","mailboxKeys"])

export const removeLinkRequestsOfAddress = count<{ accountId: number; emailKey: string }>({ name: 'link-requests.removeLinkRequestsOfAddress', again: false, deadline: 'long', text: "delete from link_requests where account_id = $1 and email_key = $2" }, ["accountId","emailKey"])
