/**
 * The life of alarms that are told by email. Each is told once when it begins and once when it is
 * over, and not again within a day of that. The rows are the outbox: if a
 * process dies before it has told one, another process tells it.
 */
import type { Db } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import type { Detail } from '../details/details.ts'
import {
  beginAlarm,
  claimBegin,
  claimEnd,
  endAlarm,
  forgetAlarms,
  keptAlarms,
  noteBeginSent,
  noteEndSent,
} from './alarms.sql.ts'

/** A trouble of now. */
export interface OpenAlarm {
  /** 0: of all accounts. */
  accountId: number
  account: string | null
  /** Its subject, as `program 12`. */
  subject: string
  sentence: AlarmSentence
}

export interface AlarmSentence extends Detail {
  because?: Pick<Detail, 'code' | 'values'> | null | undefined
}

export interface DueAlarm {
  accountId: number
  alarmKey: string
  account: string | null
  sentence: AlarmSentence
  began: Date
  /** Undefined: it begins. */
  ended: Date | undefined
}

const MINUTE = 60_000
/** One that ends sooner is not told. */
const BEGIN_MILLIS = 2 * MINUTE
/** One that comes again sooner has not ended. */
const END_MILLIS = 5 * MINUTE
/** Not told again so long. */
const REST_MILLIS = 24 * 60 * MINUTE
/** A process that has claimed one tells it within this time, or has died. */
const CLAIM_MILLIS = 10 * MINUTE
const LONGEST_KEY = 300
/** Of a value within a sentence: names, and words of servers. */
const LONGEST_VALUE = 500

const keyOfAlarm = ({ subject, sentence }: OpenAlarm): string =>
  `${sentence.code} ${subject}`.slice(0, LONGEST_KEY)

/** Notes which alarms begin and which are over; answers those that are to be told. */
export async function watchAlarms(
  db: Db,
  open: readonly OpenAlarm[],
  now: Date,
): Promise<DueAlarm[]> {
  await forgetAlarms(db, { before: new Date(now.getTime() - REST_MILLIS) })
  const known = await keptAlarms(db, {})
  const place = (accountId: number, key: string) => `${accountId} ${key}`
  const running = new Set(
    known.filter(({ endedAt }) => endedAt === null).map(one => place(one.accountId, one.alarmKey)),
  )
  const wrong = new Set<string>()
  for (const one of open) {
    const alarmKey = keyOfAlarm(one)
    const { accountId, account, sentence } = one
    wrong.add(place(accountId, alarmKey))
    if (running.has(place(accountId, alarmKey))) continue
    const said = JSON.stringify(bounded(sentence))
    await beginAlarm(db, { accountId, alarmKey, account, said, at: now })
  }
  for (const { accountId, alarmKey, endedAt } of known)
    if (endedAt === null && !wrong.has(place(accountId, alarmKey)))
      await endAlarm(db, { accountId, alarmKey, at: now })
  return await dueAlarms(db, now)
}

async function dueAlarms(db: Db, now: Date): Promise<DueAlarm[]> {
  const isPast = (moment: string, millis: number) =>
    now.getTime() - momentOfStore(moment).getTime() >= millis
  return (await keptAlarms(db, {})).flatMap(row => {
    const { accountId, alarmKey, account, said, beganAt, endedAt, beginToldAt, endToldAt } = row
    const due =
      endedAt === null
        ? beginToldAt === null && isPast(beganAt, BEGIN_MILLIS)
        : beginToldAt !== null && endToldAt === null && isPast(endedAt, END_MILLIS)
    if (!due) return []
    return {
      accountId,
      alarmKey,
      account,
      sentence: JSON.parse(said) as AlarmSentence,
      began: momentOfStore(beganAt),
      ended: endedAt === null ? undefined : momentOfStore(endedAt),
    }
  })
}

/** Claims due alarms, so that no other process tells them; answers the claimed ones. */
export async function claimAlarms(
  db: Db,
  due: readonly DueAlarm[],
  now: Date,
): Promise<DueAlarm[]> {
  const before = new Date(now.getTime() - CLAIM_MILLIS)
  const claimed: DueAlarm[] = []
  for (const one of due) {
    const { accountId, alarmKey, ended } = one
    const claim = ended === undefined ? claimBegin : claimEnd
    if ((await claim(db, { accountId, alarmKey, at: now, before })) > 0) claimed.push(one)
  }
  return claimed
}

export async function noteSent(db: Db, sent: readonly DueAlarm[], now: Date): Promise<void> {
  for (const { accountId, alarmKey, ended } of sent)
    await (ended === undefined ? noteBeginSent : noteEndSent)(db, { accountId, alarmKey, at: now })
}

function bounded({ code, values, detail, because }: AlarmSentence): AlarmSentence {
  const cut = <Values extends object>(given: Values): Values =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, LONGEST_VALUE).toWellFormed() : value,
      ]),
    ) as Values
  return {
    code,
    values: cut(values),
    detail: detail.slice(0, 2 * LONGEST_VALUE).toWellFormed(),
    ...(because && { because: { code: because.code, values: cut(because.values) } }),
  }
}
