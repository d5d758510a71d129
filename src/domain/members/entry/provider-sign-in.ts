/**
 * Signing in at a provider of OpenID Connect. Strangers are refused: a member is recognised by
 * their verified address once, by the provider's subject from then on; an invited person joins; all
 * others are refused. A verified address proves the person who has it.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { withoutControls } from '../../../lib/controls.ts'
import { emailKey, isEmailAddress } from '../../../lib/email-address.ts'
import type { ProviderIdentity } from '../../../lib/openid-provider.ts'
import { openSession, type SessionClient } from '../../accounts/session.ts'
import { refused } from '../../refusal.ts'
import { lockOurs } from '../lock-ours.ts'
import * as members from '../members.sql.ts'
import { LONGEST_PERSON_NAME } from '../members.ts'
import { prove, recordForPerson } from '../proof.ts'
import { join } from './accept-invitation.ts'

/** Opens a session and returns its token. */
export async function signInByProvider(
  db: Store,
  identity: ProviderIdentity,
  client: SessionClient,
): Promise<string> {
  const newId = await takeId(db, 0, 'person')
  return atomically(db, async tx => {
    const person = (await linkedPerson(tx, identity)) ?? (await personToLink(tx, identity, newId))
    const { id: personId, emailKey: key } = person
    let codeNeeded = person.codeSet
    // An invitation is for a mailbox: another address of the same login opens none.
    if (isVerified(identity, key)) {
      if (await prove(tx, person)) {
        await link(tx, identity, personId)
        codeNeeded = false
      }
      for (const invited of await members.claimInvitationsOfAddress(tx, { emailKey: key }))
        await join(tx, { ...invited, personId }, client.peer)
    }
    const memberships = await members.membershipsOfPerson(tx, { personId })
    const wanted = memberships.find(({ accountId }) => accountId === identity.accountId)
    const account = wanted ?? memberships[0]
    // The transaction rolls back a person who was made in vain.
    if (!account) throw refused('no-such-member', 'provider-stranger', { email: identity.email })
    return openSession(tx, account.accountId, {
      ...client,
      kind: 'person',
      personId,
      codeNeeded,
      confirmed: identity.fresh,
    })
  })
}

const isVerified = ({ email, emailVerified }: ProviderIdentity, key: string): boolean =>
  emailVerified && emailKey(email) === key

/** Locked. Looked up again under the lock: a concurrent proof of the person removes the login. */
async function linkedPerson(tx: Db, { issuer, subject }: ProviderIdentity) {
  const known = await members.personOfIdentity(tx, { issuer, subject })
  const person = known && (await members.lockPerson(tx, known))
  if (!person || !(await members.personOfIdentity(tx, { issuer, subject }))) return undefined
  return person
}

/** Locked, and proven by the verified address, before the login is linked. */
async function personToLink(tx: Db, identity: ProviderIdentity, newId: number) {
  const { email, emailVerified } = identity
  if (!isEmailAddress(email)) throw refused('not-valid', 'provider-no-address')
  if (!emailVerified) throw refused('not-valid', 'provider-unverified', { email })
  const key = emailKey(email)
  const name = withoutControls(identity.name).slice(0, LONGEST_PERSON_NAME).toWellFormed()
  const made = { id: newId, email, emailKey: key, passwordHash: '', language: 'en', name }
  const isNew = (await members.addPerson(tx, made)) > 0
  const person = (await members.lockPersonByKey(tx, { emailKey: key }))!
  const { id: personId, proven } = person
  await prove(tx, person)
  await link(tx, identity, personId)
  if (isNew) return { ...person, proven: true }
  if (!proven && name !== '') await members.editPerson(tx, { personId, name, language: null })
  await recordForPerson(tx, personId, { action: 'member.link-provider' })
  return { ...person, proven: true, codeSet: proven && person.codeSet }
}

async function link(tx: Db, { issuer, subject, email }: ProviderIdentity, personId: number) {
  if ((await members.addIdentity(tx, { issuer, subject, personId })) > 0) return
  throw refused('not-now', 'provider-other-login', { email }).atShell(
    'or',
    'pennypost member reset --provider',
  )
}

/** For a member with a new login at the provider. */
export const forgetProviderOfMember = (
  db: Store,
  accountId: number,
  personId: number,
): Promise<void> =>
  atomically(db, async tx => {
    await lockOurs(tx, accountId, personId)
    await forgetProvider(tx, personId)
  })

/** By a command. */
export async function forgetProvider(db: Db, personId: number): Promise<void> {
  await atomically(db, async tx => {
    await members.removeIdentities(tx, { personId })
    await recordForPerson(tx, personId, { action: 'member.unlink-provider' })
  })
}
