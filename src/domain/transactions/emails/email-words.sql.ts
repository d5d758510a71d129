// Written by scripts/sql-types.ts from email-words.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

/** Repeated, it notes them twice, which changes nothing. */
export const noteEmails = count<{ accountId: number; claimId: string; ids: number[] }>({ name: 'email-words.noteEmails', again: true, node: true, text: "insert into email_word_outbox (account_id, id, ids) values ($1, $2::uuid, $3::int[])" }, ["accountId","claimId","ids"])

/** Of all accounts, longest waiting first. */
export const accountsInOutbox = many<{ most: number; accountId?: number }, { accountId: number }>({ name: 'email-words.accountsInOutbox', again: true, text: "select account_id from email_word_outbox group by account_id order by min(claimed_at)\n  limit $1::int" }, ["most"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

/** Held until the transaction ends; skips what others hold. */
export const takeNoted = many<{ accountId: number; most: number }, { claimedAt: string; id: string; subjects: boolean; ids: string }>({ name: 'email-words.takeNoted', again: false, text: "select claimed_at, id, subjects, array_to_string(ids, ',') as \"ids!\" from email_word_outbox\nwhere account_id = $1 order by claimed_at, id limit $2::int for update skip locked" }, ["accountId","most"], r => ({ claimedAt: r[0]!, id: r[1]!, subjects: r[2]! === 't', ids: r[3]! } as { claimedAt: string; id: string; subjects: boolean; ids: string }))

/** One of the emails to each. */
export const addressesWithoutWords = many<{ accountId: number; ids: number[] }, { id: number; emailKey: string }>({ name: 'email-words.addressesWithoutWords', again: true, text: "select min(t.id) as \"id!\", t.email_key from transactions t\nwhere t.account_id = $1 and t.id = any ($2::int[]) and t.email <> 'erased@erased.invalid'\n  and not exists (select 1 from transaction_words w where w.account_id = $1\n    and w.target = t.email_key)\ngroup by t.email_key" }, ["accountId","ids"], r => ({ id: Number(r[0]!), emailKey: r[1]! } as { id: number; emailKey: string }))

/** The rows are locked, so that the words of an address that is being erased are not written after
 * it was. */
export const addAddressWords = count<{ ids: number[]; words: (string | null)[]; targets: (string | null)[]; accountId: number }>({ name: 'email-words.addAddressWords', again: true, text: "insert into transaction_words (account_id, word, target)\nselect t.account_id, given.word, given.target\nfrom transactions t\njoin unnest($1::int[], $2::text[], $3::text[]) as given (id, word, target)\n  on given.id = t.id\nwhere t.account_id = $4 and t.email_key = given.target\norder by given.word, given.target\nfor share of t\non conflict (account_id, word, target) do nothing" }, ["ids","words","targets","accountId"])

export const subjectsOfEmails = many<{ accountId: number; ids: number[] }, { id: number; subject: string }>({ name: 'email-words.subjectsOfEmails', again: true, text: "select id, subject from given_emails where account_id = $1 and id = any ($2::int[])\n  and subject <> ''" }, ["accountId","ids"], r => ({ id: Number(r[0]!), subject: r[1]! } as { id: number; subject: string }))

/** Locked for the same reason: removing a content blanks its subject. */
export const addSubjectWords = count<{ ids: number[]; words: (string | null)[]; accountId: number }>({ name: 'email-words.addSubjectWords', again: true, text: "insert into transaction_words (account_id, word, target)\nselect g.account_id, given.word, g.id::text\nfrom given_emails g join unnest($1::int[], $2::text[]) as given (id, word) on given.id = g.id\nwhere g.account_id = $3 and g.subject <> ''\norder by given.word, g.id\nfor share of g\non conflict (account_id, word, target) do nothing" }, ["ids","words","accountId"])

/** Of those taken, which are none newer than `upTo`. */
export const dropNoted = count<{ accountId: number; upTo: Date | string; noted: string[] }>({ name: 'email-words.dropNoted', again: false, text: "delete from email_word_outbox where account_id = $1\n  and claimed_at <= $2::timestamptz and id = any ($3::uuid[])" }, ["accountId","upTo","noted"])

export const oldestNoted = maybe<{ accountId: number }, { claimedAt: string }>({ name: 'email-words.oldestNoted', again: true, text: "select claimed_at from email_word_outbox where account_id = $1\norder by claimed_at limit 1" }, ["accountId"], r => ({ claimedAt: r[0]! } as { claimedAt: string }))
