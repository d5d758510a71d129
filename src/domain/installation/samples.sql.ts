// Written by scripts/sql-types.ts from samples.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'

/** Of all accounts. */
export const isSampleDue = one<{ accountId?: number }, { due: boolean }>({ name: 'samples.isSampleDue', again: true, text: "select not exists (\n  select from load_samples where at > now() - interval '5 minutes') as \"due!\"" }, [], r => ({ due: r[0]! === 't' } as { due: boolean }))

/** Of all accounts: emails by what mailbox providers said, since midnight UTC. */
export const outcomesToday = many<{ accountId?: number }, { outcome: string; messages: number }>({ name: 'samples.outcomesToday', again: true, text: "select p.outcome, sum(p.messages)::bigint as \"messages!\" from tenants t\njoin provider_days p on p.account_id = t.account_id\n  and p.day = (now() at time zone 'UTC')::date\ngroup by p.outcome" }, [], r => ({ outcome: r[0]!, messages: Number(r[1]!) } as { outcome: string; messages: number }))

/** Of all accounts. Of several processes one writes it. */
export const keepSample = count<{ figures: unknown; accountId?: number }>({ name: 'samples.keepSample', again: true, text: "insert into load_samples (at, figures)\nvalues (date_bin('5 minutes', now(), timestamptz '2000-01-01'), $1::jsonb)\non conflict (at) do nothing" }, ["figures"])

/** Of all accounts: of the last day, the oldest first. */
export const samplesOfDay = many<{ accountId?: number }, { at: string; figures: unknown }>({ name: 'samples.samplesOfDay', again: true, text: "select at, figures from load_samples where at > now() - interval '1 day' order by at limit 300" }, [], r => ({ at: r[0]!, figures: JSON.parse(r[1]!) } as { at: string; figures: unknown }))

/** Of all accounts. */
export const forgetSamples = count<{ accountId?: number }>({ name: 'samples.forgetSamples', again: false, text: "delete from load_samples where at < now() - interval '8 days'" }, [])

/** Of all accounts: the first of the day stays. */
export const keepSizes = count<{ parts: (string | null)[]; bytes: number[]; accountId?: number }>({ name: 'samples.keepSizes', again: true, text: "insert into store_sizes (day, part, bytes)\nselect (now() at time zone 'UTC')::date, part, bytes\nfrom unnest($1::text[], $2::bigint[]) as given (part, bytes)\non conflict (day, part) do nothing" }, ["parts","bytes"])

/** Of all accounts: each part on its first day of the last 90. */
export const firstSizes = many<{ accountId?: number }, { part: string; bytes: number; days: number }>({ name: 'samples.firstSizes', again: true, text: "select distinct on (part) part, bytes,\n  ((now() at time zone 'UTC')::date - day)::int as \"days!\" from store_sizes\nwhere day >= (now() at time zone 'UTC')::date - 90 and day < (now() at time zone 'UTC')::date\norder by part, day" }, [], r => ({ part: r[0]!, bytes: Number(r[1]!), days: Number(r[2]!) } as { part: string; bytes: number; days: number }))

/** Of all accounts. */
export const forgetSizes = count<{ accountId?: number }>({ name: 'samples.forgetSizes', again: false, text: "delete from store_sizes where day < (now() at time zone 'UTC')::date - 400" }, [])
