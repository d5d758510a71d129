// Written by scripts/sql-types.ts from programs.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

export const programOf = one<{ accountId: number; newId: number; client: string; version: string; binding: string; network: string; signedIn: boolean; most: number }, { id: number | null }>({ name: 'programs.programOf', again: false, node: true, text: "select program_of($1, $2::int, $3::text, $4::text, $5::text,\n  $6::text, $7::boolean, $8::int) as \"id?\"" }, ["accountId","newId","client","version","binding","network","signedIn","most"], r => ({ id: r[0] == null ? null : Number(r[0]!) } as { id: number | null }))

export const noteProgramCalls = one<{ accountId: number; programId: number; version: string; signedIn: boolean; operations: (string | null)[]; outcomes: (string | null)[]; calls: number[]; steps: number[]; stepCalls: number[] }, { isKnown: boolean }>({ name: 'programs.noteProgramCalls', again: false, node: true, text: "select note_program_calls($1, $2::int, $3::text, $4::boolean,\n  $5::text[], $6::text[], $7::int[], $8::smallint[],\n  $9::int[]) as \"isKnown!\"" }, ["accountId","programId","version","signedIn","operations","outcomes","calls","steps","stepCalls"], r => ({ isKnown: r[0]! === 't' } as { isKnown: boolean }))

export const keepExchanges = one<{ accountId: number; programId: number; ats: (Date | string)[]; places: number[]; failed: boolean[]; exchanges: (string | null)[]; mostFailed: number; mostOther: number }, { done: string | null }>({ name: 'programs.keepExchanges', again: false, node: true, text: "select keep_program_exchanges($1, $2::int, $3::timestamptz[], $4::int[],\n  $5::boolean[], $6::text[], $7::int, $8::int)::text as \"done?\"" }, ["accountId","programId","ats","places","failed","exchanges","mostFailed","mostOther"], r => ({ done: r[0] } as { done: string | null }))

export const noteUnoffered = one<{ accountId: number; programId: number; operations: (string | null)[]; calls: number[]; most: number }, { done: string | null }>({ name: 'programs.noteUnoffered', again: false, node: true, text: "select note_unoffered($1, $2::int, $3::text[], $4::int[],\n  $5::int)::text as \"done?\"" }, ["accountId","programId","operations","calls","most"], r => ({ done: r[0] } as { done: string | null }))

export const programsOf = many<{ accountId: number }, { id: number; client: string; binding: string; network: string; version: string; name: string | null; first: string; last: string }>({ name: 'programs.programsOf', again: true, text: "select id, client, binding, network, version, name, first_at as first, last_at as last\nfrom programs where account_id = $1 order by last_at desc, id" }, ["accountId"], r => ({ id: Number(r[0]!), client: r[1]!, binding: r[2]!, network: r[3]!, version: r[4]!, name: r[5], first: r[6]!, last: r[7]! } as { id: number; client: string; binding: string; network: string; version: string; name: string | null; first: string; last: string }))

/** Of each program since then; `failed`: other than successes and callers that went away. */
export const callsByHour = many<{ accountId: number; since: Date | string }, { programId: number; hour: string; calls: number; failed: number }>({ name: 'programs.callsByHour', again: true, text: "select program_id as \"programId!\", hour as \"hour!\", sum(calls)::int as \"calls!\",\n  coalesce(sum(calls) filter (where outcome not in ('', 'gone')), 0)::int as \"failed!\"\nfrom program_calls where account_id = $1 and hour >= $2::timestamptz\ngroup by program_id, hour order by program_id, hour" }, ["accountId","since"], r => ({ programId: Number(r[0]!), hour: r[1]!, calls: Number(r[2]!), failed: Number(r[3]!) } as { programId: number; hour: string; calls: number; failed: number }))

export const failuresSince = many<{ from: Date | string; accountId: number; before: Date | string }, { programId: number; operation: string; outcome: string; calls: number | null; before: number | null; since: string | null; last: string }>({ name: 'programs.failuresSince', again: true, text: "select program_id as \"programId!\", operation as \"operation!\", outcome as \"outcome!\",\n  sum(calls) filter (where hour >= $1::timestamptz) as \"calls?\",\n  sum(calls) filter (where hour < $1::timestamptz) as \"before?\",\n  min(hour) filter (where hour >= $1::timestamptz) as \"since?\", max(last_at) as \"last!\"\nfrom program_calls where account_id = $2 and hour >= $3::timestamptz\n  and outcome not in ('', 'gone')\ngroup by program_id, operation, outcome order by program_id, sum(calls) desc, operation, outcome" }, ["from","accountId","before"], r => ({ programId: Number(r[0]!), operation: r[1]!, outcome: r[2]!, calls: r[3] == null ? null : Number(r[3]!), before: r[4] == null ? null : Number(r[4]!), since: r[5], last: r[6]! } as { programId: number; operation: string; outcome: string; calls: number | null; before: number | null; since: string | null; last: string }))

export const timesSince = many<{ accountId: number; since: Date | string }, { programId: number; step: number; calls: number }>({ name: 'programs.timesSince', again: true, text: "select program_id as \"programId!\", step as \"step!\", sum(calls)::int as \"calls!\"\nfrom program_times where account_id = $1 and hour >= $2::timestamptz\ngroup by program_id, step order by program_id, step" }, ["accountId","since"], r => ({ programId: Number(r[0]!), step: Number(r[1]!), calls: Number(r[2]!) } as { programId: number; step: number; calls: number }))

export const operationsOfProgram = many<{ accountId: number; programId: number; since: Date | string }, { operation: string; outcome: string; calls: number; last: string }>({ name: 'programs.operationsOfProgram', again: true, text: "select operation as \"operation!\", outcome as \"outcome!\", sum(calls)::int as \"calls!\",\n  max(last_at) as \"last!\"\nfrom program_calls where account_id = $1 and program_id = $2\n  and hour >= $3::timestamptz\ngroup by operation, outcome order by operation, sum(calls) desc, outcome" }, ["accountId","programId","since"], r => ({ operation: r[0]!, outcome: r[1]!, calls: Number(r[2]!), last: r[3]! } as { operation: string; outcome: string; calls: number; last: string }))

export const exchangesOfProgram = many<{ accountId: number; programId: number }, { at: string; place: number; failed: boolean; exchange: string }>({ name: 'programs.exchangesOfProgram', again: true, text: "select at, place, failed, exchange::text as \"exchange!\" from program_exchanges\nwhere account_id = $1 and program_id = $2 order by at desc, place desc limit 100" }, ["accountId","programId"], r => ({ at: r[0]!, place: Number(r[1]!), failed: r[2]! === 't', exchange: r[3]! } as { at: string; place: number; failed: boolean; exchange: string }))

export const unofferedOperations = many<{ accountId: number }, { operation: string; programId: number; calls: number; first: string; last: string }>({ name: 'programs.unofferedOperations', again: true, text: "select operation, program_id as \"programId\", calls, first_at as first, last_at as last\nfrom unoffered_operations where account_id = $1\norder by last_at desc, operation, program_id limit 100" }, ["accountId"], r => ({ operation: r[0]!, programId: Number(r[1]!), calls: Number(r[2]!), first: r[3]!, last: r[4]! } as { operation: string; programId: number; calls: number; first: string; last: string }))

export const programNamed = maybe<{ accountId: number; programId: number }, { name: string | null }>({ name: 'programs.programNamed', again: false, text: "select name from programs where account_id = $1 and id = $2 for update" }, ["accountId","programId"], r => ({ name: r[0] } as { name: string | null }))

export const nameProgram = count<{ name: string | null; accountId: number; programId: number }>({ name: 'programs.nameProgram', again: true, text: "update programs set name = $1::text where account_id = $2 and id = $3" }, ["name","accountId","programId"])

export const removeProgram = count<{ accountId: number; programId: number }>({ name: 'programs.removeProgram', again: false, text: "delete from programs where account_id = $1 and id = $2" }, ["accountId","programId"])

export const removeProgramCalls = count<{ accountId: number; programId: number }>({ name: 'programs.removeProgramCalls', again: false, text: "delete from program_calls where account_id = $1 and program_id = $2" }, ["accountId","programId"])

export const removeProgramTimes = count<{ accountId: number; programId: number }>({ name: 'programs.removeProgramTimes', again: false, text: "delete from program_times where account_id = $1 and program_id = $2" }, ["accountId","programId"])

export const removeProgramExchanges = count<{ accountId: number; programId: number }>({ name: 'programs.removeProgramExchanges', again: false, text: "delete from program_exchanges where account_id = $1 and program_id = $2" }, ["accountId","programId"])

export const removeUnoffered = count<{ accountId: number; programId: number }>({ name: 'programs.removeUnoffered', again: false, text: "delete from unoffered_operations where account_id = $1 and program_id = $2" }, ["accountId","programId"])

/** Of all accounts. */
export const forgetProgramCalls = count<{ keptDays: number; accountId?: number }>({ name: 'programs.forgetProgramCalls', again: false, deadline: 'long', text: "delete from program_calls where hour < now() - make_interval(days => $1::int)" }, ["keptDays"])

/** Of all accounts. */
export const forgetProgramTimes = count<{ keptDays: number; accountId?: number }>({ name: 'programs.forgetProgramTimes', again: false, deadline: 'long', text: "delete from program_times where hour < now() - make_interval(days => $1::int)" }, ["keptDays"])

/** Of all accounts. */
export const forgetExchanges = count<{ keptDays: number; accountId?: number }>({ name: 'programs.forgetExchanges', again: false, deadline: 'long', text: "delete from program_exchanges where at < now() - make_interval(days => $1::int)" }, ["keptDays"])

/** Of all accounts. */
export const forgetUnoffered = count<{ keptDays: number; accountId?: number }>({ name: 'programs.forgetUnoffered', again: false, deadline: 'long', text: "delete from unoffered_operations where last_at < now() - make_interval(days => $1::int)" }, ["keptDays"])

/** Of all accounts: those without a name that have not called for so long. */
export const forgetPrograms = count<{ keptDays: number; accountId?: number }>({ name: 'programs.forgetPrograms', again: false, deadline: 'long', text: "delete from programs where name is null\n  and last_at < now() - make_interval(days => $1::int)" }, ["keptDays"])
