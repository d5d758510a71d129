/** Tells a person, and the owners of their accounts, that the person's one-time codes rest. */
import type { Store } from '../../../db/db.ts'
import { recipientsOfRestNotice } from '../../../domain/members/members.sql.ts'
import { type MemberMail, mailMember } from './mail-link.ts'
import { restEmail } from './rest-texts.ts'

/** Emails about one rest. */
const MOST_EMAILS = 50

/** Where no email can be sent, log, audit log and console tell it. */
export async function tellOfRest(db: Store, mail: MemberMail, personId: number): Promise<void> {
  const recipients = await recipientsOfRestNotice(db, { personId, most: MOST_EMAILS })
  const person = recipients.find(({ id }) => id === personId)?.email
  if (person === undefined) return
  for (const { id, email: to, language, accountId, username } of recipients) {
    const own = id === personId
    const account = { id: accountId, username }
    const path = async () => (own ? '/console/password' : '/console/members')
    const failed = await mailMember(db, mail, { account, to, path }, link =>
      restEmail(own ? 'own' : 'owner', language, { person, link }),
    )
    if (failed) throw new Error(`No email about wrong codes was sent: ${failed.trouble}`)
  }
}
