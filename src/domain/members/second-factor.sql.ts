// Written by scripts/sql-types.ts from second-factor.sql; npm run sql writes it again.
import { count, maybe } from '../../db/query.ts'

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
