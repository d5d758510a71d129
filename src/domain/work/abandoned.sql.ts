// Written by scripts/sql-types.ts from abandoned.sql; npm run sql writes it again.
import { count } from '../../db/query.ts'

/** Not restricted to an account. */
export const endClaims = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.endClaims', again: true, text: "update claims set leased_until = now() - interval '1 second'\nwhere worker between $1::uuid and $2::uuid and leased_until >= now()" }, ["first","last"])

/** Not restricted to an account. */
export const endSmsClaims = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.endSmsClaims', again: true, text: "update sms_claims set leased_until = now() - interval '1 second'\nwhere worker between $1::uuid and $2::uuid and leased_until >= now()" }, ["first","last"])

/** Not restricted to an account. */
export const endImportLeases = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.endImportLeases', again: true, text: "with ended as (\n  update imports set leased_until = now() - interval '1 second'\n  where worker between $1::uuid and $2::uuid and leased_until >= now()\n  returning account_id, id)\nupdate work w set due = now() from ended e\nwhere w.account_id = e.account_id and w.kind = 'import' and w.source_id = e.id" }, ["first","last"])

/** Not restricted to an account. */
export const endBatchLeases = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.endBatchLeases', again: true, text: "with ended as (\n  update transaction_batches set leased_until = now() - interval '1 second'\n  where worker between $1::uuid and $2::uuid and leased_until >= now()\n  returning account_id, id)\nupdate work w set due = now() from ended e\nwhere w.account_id = e.account_id and w.kind = 'transaction batch' and w.source_id = e.id" }, ["first","last"])

/** Not restricted to an account. */
export const endJobLeases = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.endJobLeases', again: true, text: "with ended as (\n  update bulk_jobs set leased_until = now() - interval '1 second'\n  where worker between $1::uuid and $2::uuid and leased_until >= now()\n  returning account_id, id)\nupdate work w set due = now() from ended e\nwhere w.account_id = e.account_id and w.kind = 'bulk job' and w.source_id = e.id" }, ["first","last"])

/** Not restricted to an account. */
export const endWebhookLeases = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.endWebhookLeases', again: true, text: "with ended as (\n  update webhooks set leased_until = now() - interval '1 second'\n  where worker between $1::uuid and $2::uuid and leased_until >= now()\n  returning account_id, id)\nupdate work w set due = now() from ended e\nwhere w.account_id = e.account_id and w.kind = 'webhook' and w.source_id = e.id" }, ["first","last"])

/** Not restricted to an account: they have no share of the routes any more. */
export const buryWorkers = count<{ first: string; last: string; accountId?: number }>({ name: 'abandoned.buryWorkers', again: true, text: "update workers set seen_at = least(seen_at, now() - interval '15 seconds')\nwhere id between $1::uuid and $2::uuid" }, ["first","last"])
