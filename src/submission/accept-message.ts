/**
 * A submitted message becomes an email in the ledger, as that of POST /emails does: on disk when
 * the reply says so. The key is asked for again: it may have been removed since the sign-in.
 */
import type { Store } from '../db/db.ts'
import { holderOfApiKey, keyCallerName } from '../domain/members/api-keys/key-holder.ts'
import { insertEmail } from '../domain/transactions/emails/insert-email.ts'
import { createEmailPreparer } from '../domain/transactions/emails/prepare-email.ts'
import type { CallLimits } from '../lib/call-limits.ts'
import { isEmailAddress } from '../lib/email-address.ts'
import type { Mail } from '../mail/smtp-server/terms.ts'
import { type KeyClient, maySend } from './key-sign-in.ts'
import { readMessage } from './read-message.ts'
import { replyFor } from './replies.ts'

const OTHER_PROJECT = '550 5.7.1 The API key is bound to another project'
const KEY_OVER = '535 5.7.8 The API key is not valid any more'

export const createAcceptance =
  (db: Store) =>
  async ({ to, content, client }: Mail<string, KeyClient>): Promise<string> => {
    const { account, isTest } = client.holder
    const accountId = account.id
    const preparedEmail = async () => {
      const given = readMessage(content, to, client.project)
      return createEmailPreparer(db, accountId)({ ...given, isTest })
    }
    const [key, email] = await Promise.allSettled([
      holderOfApiKey(db, client.token, client.peer),
      preparedEmail(),
    ])
    try {
      if (key.status === 'rejected') throw key.reason
      if (!key.value?.rights.has('send')) return KEY_OVER
      client.holder = key.value
      if (email.status === 'rejected') throw email.reason
      if (!maySend(key.value, email.value.project.id)) return OTHER_PROJECT
      const { id, recipients } = await insertEmail(db, accountId, email.value)
      const isNew = recipients.some(({ repeated }) => !repeated)
      return `250 2.0.0 ${isNew ? 'Accepted' : 'Accepted before'} as email ${id}`
    } catch (error) {
      const reply = replyFor(error)
      if (reply === undefined) throw error
      return reply
    }
  }

/** A recipient of the envelope. Whether they get emails is asked when theirs is sent. */
export function checkRecipient(address: string, _peer: string, utf8: boolean) {
  if (!isEmailAddress(address)) return { refused: '553 5.1.3 That is no address' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant.
  if (!utf8 && !/^[\x00-\x7f]*$/.test(address))
    return { refused: '553 5.6.7 The address needs SMTPUTF8' }
  return { mailbox: address }
}

/** A message counts as a call of the API by the same key. */
export const createMessageLimit =
  (limits: CallLimits) =>
  ({ holder: { account, keyId, callsPerMinute } }: KeyClient): string | undefined => {
    const { retryAfter } = limits.take({
      accountId: account.id,
      caller: keyCallerName({ account, keyId }),
      granted: callsPerMinute ?? undefined,
    })
    return retryAfter === undefined
      ? undefined
      : `450 4.7.1 Too many messages, try again in ${Math.ceil(retryAfter)} seconds`
  }
