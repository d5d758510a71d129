// Written by scripts/sql-types.ts from second-factor.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'

export const codeOfPerson = maybe<{ personId: number; accountId?: number }, { email: string; sealedCodeSecret: string | null; set: boolean }>({ name: 'second-factor.codeOfPerson', again: true, text: "select email, sealed_code_secret, code_set_at is not null as \"set!\" from people\nwhere id = $1" }, ["personId"], r => ({ email: r[0]!, sealedCodeSecret: r[1], set: r[2]! === 't' } as { email: string; sealedCodeSecret: string | null; set: boolean }))

/** Not over one that is in use. */
export const keepCodeSecret = count<{ sealedSecret: string; personId: number; accountId?: number }>({ name: 'second-factor.keepCodeSecret', again: false, text: "update people set sealed_code_secret = $1 where id = $2 and code_set_at is null" }, ["sealedSecret","personId"])

/** Not without a secret: a proof may have taken it meanwhile. */
export const markCodeSet = count<{ personId: number; accountId?: number }>({ name: 'second-factor.markCodeSet', again: false, text: "update people set code_set_at = now()\nwhere id = $1 and code_set_at is null and sealed_code_secret is not null" }, ["personId"])

/** Each code counts once, also when two calls bring it at the same time. */
export const useCodeStep = count<{ step: number; personId: number; accountId?: number }>({ name: 'second-factor.useCodeStep', again: false, text: "update people set last_code_step = $1 where id = $2 and last_code_step < $1" }, ["step","personId"])

export const dropCodeSecret = count<{ personId: number; accountId?: number }>({ name: 'second-factor.dropCodeSecret', again: true, text: "update people set sealed_code_secret = null, code_set_at = null, last_code_step = 0\nwhere id = $1" }, ["personId"])

export const addRecoveryCodes = count<{ personId: number; hashes: (string | null)[]; accountId?: number }>({ name: 'second-factor.addRecoveryCodes', again: false, text: "insert into recovery_codes (person_id, code_hash)\nselect $1, code_hash from unnest($2::text[]) as given (code_hash)" }, ["personId","hashes"])

export const useRecoveryCode = count<{ personId: number; codeHash: string; accountId?: number }>({ name: 'second-factor.useRecoveryCode', again: false, text: "delete from recovery_codes where person_id = $1 and code_hash = $2" }, ["personId","codeHash"])

export const dropRecoveryCodes = count<{ personId: number; accountId?: number }>({ name: 'second-factor.dropRecoveryCodes', again: true, text: "delete from recovery_codes where person_id = $1" }, ["personId"])

/** Before the code is looked at; no row while codes rest, an hour from the last that was allowed. */
export const countCodeOfPerson = many<{ personId: number; most: number; accountId?: number }, { failures: number }>({ name: 'second-factor.countCodeOfPerson', again: false, text: "insert into code_failures as f (person_id, since, failures) values ($1, now(), 1)\non conflict (person_id) do update set\n  failures = case when excluded.since - f.since >= interval '1 hour' then 1\n    else f.failures + 1 end,\n  since = case when excluded.since - f.since >= interval '1 hour'\n    or f.failures + 1 >= $2::int then excluded.since else f.since end\nwhere f.failures < $2::int or excluded.since - f.since >= interval '1 hour'\nreturning failures" }, ["personId","most"], r => ({ failures: Number(r[0]!) } as { failures: number }))

/** It was right. */
export const uncountCodeOfPerson = count<{ personId: number; accountId?: number }>({ name: 'second-factor.uncountCodeOfPerson', again: false, text: "update code_failures set failures = failures - 1 where person_id = $1 and failures > 0" }, ["personId"])

export const forgetCodeFailures = count<{ personId: number; accountId?: number }>({ name: 'second-factor.forgetCodeFailures', again: true, text: "delete from code_failures where person_id = $1" }, ["personId"])

/** The people whose codes are locked, and until when. */
export const restingCodes = many<{ personIds: number[]; most: number; accountId?: number }, { personId: number; until: string }>({ name: 'second-factor.restingCodes', again: true, text: "select person_id, since + interval '1 hour' as \"until!\" from code_failures\nwhere person_id = any ($1::bigint[]) and failures >= $2::int\n  and since > now() - interval '1 hour'" }, ["personIds","most"], r => ({ personId: Number(r[0]!), until: r[1]! } as { personId: number; until: string }))
