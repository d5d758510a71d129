/**
 * Emails of the service itself by a project (SYSTEM_MAIL_PROJECT): in the ledger like those of
 * programs, so that they are tried again, found, and shown with their bounces. Who may read the
 * emails of that account can read the links in them.
 */
import type { Store } from '../../../db/db.ts'
import { findAccount } from '../../../domain/accounts/accounts.sql.ts'
import { usernameKey } from '../../../domain/accounts/username.ts'
import { detailed } from '../../../domain/details/details.ts'
import { type RecordedTrouble, troubleOf } from '../../../domain/details/recorded.ts'
import { refusalOf } from '../../../domain/refusal.ts'
import { insertEmail } from '../../../domain/transactions/emails/insert-email.ts'
import { createEmailPreparer } from '../../../domain/transactions/emails/prepare-email.ts'

export interface SystemProject {
  /** A user name. */
  account: string
  /** Its name, guid or id. */
  project: string
}

interface SystemEmail {
  /** Undefined: the sender of the project. */
  from: string | undefined
  to: string
  subject: string
  text: string
}

const TAG = 'system'

/** Undefined if it is in the ledger; else why not, in sentences. */
export async function mailByProject(
  db: Store,
  { account: username, project }: SystemProject,
  { from, to, subject, text }: SystemEmail,
): Promise<RecordedTrouble | undefined> {
  const account = await findAccount(db, { usernameKey: usernameKey(username) })
  if (!account || account.closed) return troubleOf([detailed('links-no-account')])
  try {
    const email = await createEmailPreparer(
      db,
      account.id,
    )({
      project,
      identifier: '',
      sendAt: undefined,
      to: [{ address: to, name: '' }],
      cc: [],
      bcc: [],
      from: from === undefined ? undefined : { address: from, name: 'Pennypost' },
      replyTo: undefined,
      subject,
      html: '',
      text,
      headers: {},
      attachments: [],
      trackOpens: false,
      tags: [TAG],
      metadata: {},
    })
    await insertEmail(db, account.id, email)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return troubleOf([detailed('links-no-project', { says: refusal.message })])
  }
}
