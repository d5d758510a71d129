// Written by scripts/sql-types.ts from alarms.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** Of all accounts. */
export const keptAlarms = many<{ accountId?: number }, { accountId: number; alarmKey: string; account: string | null; said: string; beganAt: string; endedAt: string | null; beginToldAt: string | null; endToldAt: string | null }>({ name: 'alarms.keptAlarms', again: true, text: "select account_id, alarm_key, account, said::text as \"said!\", began_at, ended_at, begin_told_at,\n  end_told_at\nfrom alarms order by account_id, alarm_key limit 5000" }, [], r => ({ accountId: Number(r[0]!), alarmKey: r[1]!, account: r[2], said: r[3]!, beganAt: r[4]!, endedAt: r[5], beginToldAt: r[6], endToldAt: r[7] } as { accountId: number; alarmKey: string; account: string | null; said: string; beganAt: string; endedAt: string | null; beginToldAt: string | null; endToldAt: string | null }))

/** One that has ended goes on: it is not told again. */
export const beginAlarm = count<{ accountId: number; alarmKey: string; account: string | null; said: unknown; at: Date | string }>({ name: 'alarms.beginAlarm', again: true, text: "insert into alarms (account_id, alarm_key, account, said, began_at)\nvalues ($1, $2, $3, $4::jsonb, $5::timestamptz)\non conflict (account_id, alarm_key) do update set ended_at = null" }, ["accountId","alarmKey","account","said","at"])

export const endAlarm = count<{ at: Date | string; accountId: number; alarmKey: string }>({ name: 'alarms.endAlarm', again: true, text: "update alarms set ended_at = $1::timestamptz\nwhere account_id = $2 and alarm_key = $3 and ended_at is null" }, ["at","accountId","alarmKey"])

/** Of several processes one tells it. A claim of before is of a process that died, or failed. */
export const claimBegin = count<{ at: Date | string; accountId: number; alarmKey: string; before: Date | string }>({ name: 'alarms.claimBegin', again: false, text: "update alarms set claimed_at = $1::timestamptz\nwhere account_id = $2 and alarm_key = $3 and begin_told_at is null\n  and ended_at is null and (claimed_at is null or claimed_at < $4::timestamptz)" }, ["at","accountId","alarmKey","before"])

export const claimEnd = count<{ at: Date | string; accountId: number; alarmKey: string; before: Date | string }>({ name: 'alarms.claimEnd', again: false, text: "update alarms set claimed_at = $1::timestamptz\nwhere account_id = $2 and alarm_key = $3 and begin_told_at is not null\n  and end_told_at is null and ended_at is not null\n  and (claimed_at is null or claimed_at < $4::timestamptz)" }, ["at","accountId","alarmKey","before"])

export const noteBeginSent = count<{ at: Date | string; accountId: number; alarmKey: string }>({ name: 'alarms.noteBeginSent', again: true, text: "update alarms set begin_told_at = $1::timestamptz, claimed_at = null\nwhere account_id = $2 and alarm_key = $3" }, ["at","accountId","alarmKey"])

export const noteEndSent = count<{ at: Date | string; accountId: number; alarmKey: string }>({ name: 'alarms.noteEndSent', again: true, text: "update alarms set end_told_at = $1::timestamptz, claimed_at = null\nwhere account_id = $2 and alarm_key = $3" }, ["at","accountId","alarmKey"])

/** Of all accounts: those that ended before then, and have nothing to be told. */
export const forgetAlarms = count<{ before: Date | string; accountId?: number }>({ name: 'alarms.forgetAlarms', again: false, text: "delete from alarms where ended_at < $1::timestamptz\n  and (begin_told_at is null or end_told_at is not null)" }, ["before"])
