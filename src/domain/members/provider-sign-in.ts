/**
 * Signing in by what a provider of OpenID Connect says. It opens no door to strangers: a member is
 * recognised by their verified address once, by the provider's name of them from then on; whoever
 * is invited joins; nobody else gets in.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { withoutControls } from '../../lib/controls.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import type { ProviderIdentity } from '../../lib/openid-provider.ts'
import { openSession, type SessionClient } from '../accounts/session.ts'
import { type Actor, presentActor } from '../audit/actor.ts'
import { recordChange } from '../audit/record.ts'
import { type Reason, Refusal } from '../refusal.ts'
import { join, LONGEST_PERSON_NAME } from './invite.ts'
import * as members from './members.sql.ts'

/** Opens a session and returns its token. */
export async function signInByProvider(
  db: Store,
  identity: ProviderIdentity,
  client: SessionClient,
): Promise<string> {
  const newId = await takeId(db, 0, 'person')
  return atomically(db, async tx => {
    const { id: personId, codeSet } = await personBehind(tx, identity, newId)
    if (identity.emailVerified) {
      const key = emailKey(identity.email)
      for (const invited of await members.claimInvitationsOfAddress(tx, { emailKey: key }))
        await join(tx, { ...invited, personId }, client.peer)
    }
    const memberships = await members.membershipsOfPerson(tx, { personId })
    const wanted = memberships.find(({ accountId }) => accountId === identity.accountId)
    const account = wanted ?? memberships[0]
    // The transaction takes back a person who was made for nothing.
    if (!account) throw stranger(identity.email)
    return openSession(tx, account.accountId, {
      ...{ ...client, kind: 'person', personId, codeNeeded: codeSet },
      confirmed: identity.fresh,
    })
  })
}

async function personBehind(tx: Db, identity: ProviderIdentity, newId: number) {
  const { issuer, subject, email, emailVerified } = identity
  const known = await members.personOfIdentity(tx, { issuer, subject })
  if (known) return known
  if (!isEmailAddress(email))
    throw refused('not-valid', 'The provider tells no e-mail address of you.')
  if (!emailVerified)
    throw refused('not-valid', `The provider has not verified the address ${email}.`)
  const key = emailKey(email)
  const added = await members.addPerson(tx, {
    ...{ id: newId, email, emailKey: key, passwordHash: '', language: 'en' },
    name: withoutControls(identity.name).slice(0, LONGEST_PERSON_NAME).toWellFormed(),
  })
  const person = (await members.personByKey(tx, { emailKey: key }))!
  if ((await members.addIdentity(tx, { issuer, subject, personId: person.id })) === 0)
    throw refused(
      'not-now',
      `${email} belongs to another login at the provider. An owner, or "pennypost member reset ` +
        '--provider", makes it forget that one.',
    )
  if (added === 0) await recorded(tx, person.id, 'member.link-provider')
  return person
}

const stranger = (email: string) =>
  refused('no-such-member', `${email} is neither a member nor invited.`)

const refused = (reason: Reason, sentence: string) => new Refusal(reason, sentence, sentence)

/** For somebody who has another login at the provider now. */
export async function forgetProvider(db: Store, personId: number): Promise<void> {
  await atomically(db, async tx => {
    await members.removeIdentities(tx, { personId })
    await recorded(tx, personId, 'member.unlink-provider')
  })
}

async function recorded(
  tx: Db,
  id: number,
  action: 'member.link-provider' | 'member.unlink-provider',
) {
  const actor: Actor = presentActor() ?? { kind: 'person', id }
  for (const { accountId } of await members.membershipsOfPerson(tx, { personId: id }))
    await recordChange(tx, accountId, { action, id }, actor)
}
