// Written by scripts/sql-types.ts from email-words.sql; npm run sql writes it again.
import { count } from '../../../db/query.ts'

/** Of addresses that have none yet. The rows are locked, so that the words of an address that is
 * being erased are not written after it was. */
export const addAddressWords = count<{ ids: number[]; words: (string | null)[]; targets: (string | null)[]; accountId: number }>({ name: 'email-words.addAddressWords', again: true, text: "insert into transaction_words (account_id, word, target)\nselect t.account_id, given.word, given.target\nfrom transactions t\njoin unnest($1::int[], $2::text[], $3::text[]) as given (id, word, target)\n  on given.id = t.id\nwhere t.account_id = $4 and t.email_key = given.target\n  and not exists (select 1 from transaction_words w where w.account_id = $4\n    and w.target = given.target)\norder by given.word, given.target\nfor share of t\non conflict (account_id, word, target) do nothing" }, ["ids","words","targets","accountId"])
