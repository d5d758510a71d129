/** Links to the report of a sending for people without an account: they expire, and are revoked. */
import { atomically, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { findOpenAccount } from '../../accounts/accounts.sql.ts'
import { recordChange } from '../../audit/record.ts'
import { noSuch, refused } from '../../refusal.ts'
import { languagesOf } from './by-language.ts'
import { beganAt, sendingOfReport, wholeFigures } from './figures.ts'
import { hoursOf, linksOfSending } from './parts.ts'
import {
  addSharedReport,
  findSharedReport,
  revokeSharedReport,
  sharedReports,
} from './shared-reports.sql.ts'

const MOST_LINKS = 20
const DAY_MILLIS = 86_400_000
/** Of the first hours, as the report in the console. */
const HOURS = 72
const MOST_SHOWN = 20

/** Refuses a sending that has not begun, and the 21st link of one. */
export async function shareReport(
  db: Store,
  accountId: number,
  sendingId: number,
  days: number,
): Promise<{ id: number; expires: Date }> {
  const sending = await sendingOfReport(db, accountId, sendingId)
  if (sending.test || beganAt(sending) === null) throw refused('not-now', 'report-early')
  if ((await sharedReports(db, { accountId, sendingId })).length >= MOST_LINKS)
    throw refused('not-now', 'report-links-many', { most: MOST_LINKS })
  const id = await takeId(db, accountId, 'shared report')
  const expires = new Date(Date.now() + days * DAY_MILLIS)
  await atomically(
    db,
    async tx => {
      await addSharedReport(tx, { accountId, id, sendingId, expiresAt: expires })
      const after = { expiresAt: expires }
      await recordChange(tx, accountId, { action: 'sending.share', id: sendingId, after })
    },
    { again: true, accountId },
  )
  return { id, expires }
}

/** From now on its address leads nowhere. */
export async function unshareReport(
  db: Store,
  accountId: number,
  sendingId: number,
  id: number,
): Promise<void> {
  await atomically(
    db,
    async tx => {
      if (!(await revokeSharedReport(tx, { accountId, id, sendingId })))
        throw noSuch('no-such-shared-report', id)
      await recordChange(tx, accountId, { action: 'sending.unshare', id: sendingId })
    },
    { accountId },
  )
}

/**
 * The sending that a link leads to, and until when. Undefined if the link was revoked, has expired,
 * or its account is closed or gone.
 */
export async function sharedSending(db: Store, accountId: number, id: number) {
  const link = await findSharedReport(db, { accountId, id })
  return link && (await findOpenAccount(db, { accountId })) ? link : undefined
}

export type SharedReport = Awaited<ReturnType<typeof reportToShare>>

/** Numbers alone, and of links in the email their words and hosts. */
export async function reportToShare(db: Store, accountId: number, sendingId: number) {
  const sending = await sendingOfReport(db, accountId, sendingId)
  const links = await linksOfSending(db, accountId, sending)
  const { name, subject, listName, zone } = sending
  return {
    name,
    subject,
    listName,
    zone,
    began: beganAt(sending),
    figures: await wholeFigures(db, accountId, sending),
    languages: await languagesOf(db, accountId, sending),
    hours: await hoursOf(db, accountId, sending, HOURS),
    links: links
      .map(({ url, words, byPeople, people }) => ({ words, host: hostOf(url), byPeople, people }))
      .sort((a, b) => b.byPeople - a.byPeople)
      .slice(0, MOST_SHOWN),
  }
}

/** What follows the host may be meant for one person. */
const hostOf = (url: string): string => /^https?:\/\/([^/?#@{]{1,200})/i.exec(url)?.[1] ?? ''
