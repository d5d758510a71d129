/** Looks for alarms of all accounts, and mails those that began or are over. */
import type { Db, Store } from '../../db/db.ts'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import {
  claimAlarms,
  type DueAlarm,
  noteSent,
  type OpenAlarm,
  watchAlarms,
} from '../../domain/alarms/watch-alarms.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { readTroubles } from '../home/status.ts'
import { type MemberMail, mailMember } from '../members/mail/mail-link.ts'
import { type AlarmLanguage, alarmEmail } from './alarm-email.ts'

export interface AlarmMail {
  mail: MemberMail
  to: string
  language: AlarmLanguage
  /** The sentence of an alarm in the language. */
  say(alarm: DueAlarm): string
}

/**
 * What can't be mailed is tried again after ten minutes. Throws why not, after which it is still to
 * be told.
 */
export async function tellAlarms(
  db: Store,
  { mail, to, language, say }: AlarmMail,
  now = new Date(),
): Promise<number> {
  const due = await claimAlarms(db, await watchAlarms(db, await openAlarms(db), now), now)
  if (due.length === 0) return 0
  const [first] = await accountsInOrder(db, {})
  const account = first ?? { id: 0, username: '' }
  const path = async () => '/console'
  const failed = await mailMember(db, mail, { account, to, path }, link =>
    alarmEmail(due, language, say, link),
  )
  if (failed) throw new Error(`No email about alarms was sent: ${failed.trouble}`)
  await noteSent(db, due, now)
  return due.length
}

async function openAlarms(db: Db): Promise<OpenAlarm[]> {
  const ids = new Map((await accountsInOrder(db, {})).map(({ id, username }) => [username, id]))
  return (await readTroubles(db, await routes(db, {}))).map(
    ({ account, at, code, values, detail, because }) => ({
      accountId: account === null ? 0 : (ids.get(account) ?? 0),
      account,
      subject: `${at.kind} ${at.id}`,
      sentence: { code, values, detail, because },
    }),
  )
}
