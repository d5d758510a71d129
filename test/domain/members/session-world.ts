/**
 * What people, of which one is hostile, can do with invitations, links for new passwords,
 * memberships and a provider: the steps of whose-session.test.ts.
 */
import assert from 'node:assert/strict'
import { findSession } from '../../../src/domain/accounts/session.ts'
import { createSignIn } from '../../../src/domain/accounts/sign-in.ts'
import { withActor } from '../../../src/domain/audit/actor.ts'
import { acceptInvitation } from '../../../src/domain/members/entry/accept-invitation.ts'
import { signInToConsole } from '../../../src/domain/members/entry/console-sign-in.ts'
import { inviteMember } from '../../../src/domain/members/entry/invite.ts'
import {
  changePersonPassword,
  finishReset,
  personToReset,
  startMailedReset,
  startShownReset,
} from '../../../src/domain/members/entry/new-password.ts'
import {
  forgetProviderOfMember,
  signInByProvider,
} from '../../../src/domain/members/entry/provider-sign-in.ts'
import {
  dropMember,
  editMember,
  listMembers,
  memberByEmail,
} from '../../../src/domain/members/members.ts'
import { createPersonSignIn } from '../../../src/domain/members/person-sign-in.ts'
import { ROLES } from '../../../src/domain/members/rights.ts'
import { dropCodesOfMember } from '../../../src/domain/members/second-factor.ts'
import { Refusal } from '../../../src/domain/refusal.ts'

import {
  ACCOUNTS,
  accountIds,
  addressOf,
  empty,
  HOSTILE,
  hostilePassword,
  identities,
  type Name,
  PEOPLE,
  passwordOf,
  store,
} from './session-accounts.ts'

interface Link {
  kind: 'invitation' | 'reset'
  token: string
  account: number
}

/** What is true of one run, as the people know it. */
interface World {
  /** Links that each has seen, and may use. */
  seen: Record<Name, Link[]>
  /** Accounts that let the hostile one in, by their own mailbox or by a link handed to them. */
  gave: Set<number>
  /** Tokens of sessions of the hostile one. */
  sessions: string[]
}

/** A refusal is an answer, too. */
async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const peerOf = () => ({ peer: '10.0.0.1' })
const accountAt = (n: number) => accountIds.get(ACCOUNTS[n % ACCOUNTS.length]!)!
const nameOf = (email: string) => PEOPLE.find(name => addressOf(name) === email)!

const personIdOf = async (name: Name) => {
  const text = 'select id from people where email = $1'
  const { rows } = await store.run({ name: '', text, again: true }, [addressOf(name)])
  return rows[0] === undefined ? undefined : Number(rows[0][0])
}

/** One of the owners of the account now; without any, whoever has its own password. */
async function ownerOf(account: number, pick: number): Promise<{ id?: number; name: Name }> {
  const owners = (await listMembers(store, account)).filter(({ role }) => role === 'owner')
  const owner = owners[pick % Math.max(1, owners.length)]
  if (owner) return { id: owner.id, name: nameOf(owner.email) }
  return { name: account === accountAt(0) ? HOSTILE : 'ada' }
}

const as = <T>(id: number | undefined, work: () => Promise<T>) =>
  withActor(id === undefined ? { kind: 'account' } : { kind: 'person', id }, work)

/** A link that was mailed is in the mailbox alone; one that was shown, the owner saw too. */
async function seenBy(
  world: World,
  to: Name,
  owner: Name,
  mailed: boolean,
  link: Link,
  used: boolean,
): Promise<void> {
  const reader = !mailed && owner === HOSTILE ? HOSTILE : to
  world.seen[reader].push(link)
  if (to === HOSTILE && link.kind === 'invitation') world.gave.add(link.account)
  if (used) await use(world, reader, link)
}

export interface Step {
  verb: (typeof VERBS)[number]
  account: number
  name: Name
  pick: number
  /** By mail; of operators: becomes one. */
  flag: boolean
  /** The viewer of a link uses it at once. */
  used: boolean
}

export const VERBS = [
  ...([
    'invite',
    'invite',
    'invite',
    'invite',
    'accept',
    'accept',
    'provider',
    'provider',
  ] as const),
  ...(['remove', 'role', 'operator', 'reset', 'reset', 'use reset', 'forgot'] as const),
  ...(['forget provider', 'drop codes', 'lie', 'new password', 'attack', 'attack'] as const),
]

export async function take(world: World, step: Step): Promise<void> {
  const { verb, name, pick, flag, used } = step
  const account = accountAt(step.account)
  const owner = await ownerOf(account, pick)
  const member = () => memberByEmail(store, account, addressOf(name))
  switch (verb) {
    case 'invite': {
      const given = { email: addressOf(name), role: ROLES[pick % ROLES.length]!, proves: flag }
      const token = await tried(() => as(owner.id, () => inviteMember(store, account, given)))
      if (token !== undefined)
        await seenBy(world, name, owner.name, flag, { kind: 'invitation', token, account }, used)
      return
    }
    case 'accept':
    case 'use reset': {
      const kind = verb === 'accept' ? 'invitation' : 'reset'
      const links = world.seen[name].filter(link => link.kind === kind)
      const link = links[pick % Math.max(1, links.length)]
      if (link) await use(world, name, link)
      return
    }
    case 'provider': {
      const opened = await tried(() => signInByProvider(store, identities.get(name)!, peerOf()))
      if (name === HOSTILE && opened !== undefined) world.sessions.push(opened)
      return
    }
    case 'lie':
      assert.equal(
        await tried(() => signInByProvider(store, identities.get('liar')!, peerOf())),
        undefined,
      )
      return
    case 'remove':
      await tried(async () => dropMember(store, account, (await member()).id))
      return
    case 'role':
      await tried(async () => {
        const { id } = await member()
        await editMember(store, account, id, { role: ROLES[pick % ROLES.length]! })
      })
      return
    case 'operator':
      // Whoever operates the installation does not make the hostile one an operator.
      if (name !== HOSTILE)
        await tried(async () => {
          await editMember(store, account, (await member()).id, { operator: flag })
        })
      return
    case 'reset': {
      const token = await tried(async () => {
        const { id } = await member()
        return as(owner.id, () =>
          flag ? startMailedReset(store, id) : startShownReset(store, account, id),
        )
      })
      if (token !== undefined)
        await seenBy(world, name, owner.name, flag, { kind: 'reset', token, account }, used)
      return
    }
    case 'forgot': {
      const found = await personToReset(store, addressOf(name))
      if (!found) return
      const token = await startMailedReset(store, found.id)
      world.seen[name].push({ kind: 'reset', token, account })
      return
    }
    case 'forget provider':
      await tried(async () => forgetProviderOfMember(store, account, (await member()).id))
      return
    case 'drop codes':
      await tried(async () => dropCodesOfMember(store, account, (await member()).id))
      return
    case 'new password':
      // In a session that the hostile one has, of whomever.
      await newPasswordIn(world.sessions[pick % Math.max(1, world.sessions.length)])
      return
    case 'attack':
      await attack(world)
  }
}

/** Uses a link up, with a password of one's own. */
async function use(world: World, name: Name, { kind, token }: Link): Promise<void> {
  const password = passwordOf(name)
  if (kind === 'reset') {
    await tried(() => finishReset(store, token, password))
    return
  }
  const session = await tried(() =>
    acceptInvitation(store, createPersonSignIn(store), token, { password, ...peerOf() }),
  )
  if (name === HOSTILE && session !== undefined) world.sessions.push(session)
}

async function newPasswordIn(token: string | undefined): Promise<void> {
  const open = token === undefined ? undefined : await findSession(store, token)
  if (!open?.member) return
  const { personId } = open.member
  const place = { accountId: open.account.id, tokenHash: open.tokenHash }
  const password = passwordOf(HOSTILE, ' again')
  await tried(() => changePersonPassword(store, personId, password, place))
}

const checks = () => ({ signIn: createSignIn(store), signInPerson: createPersonSignIn(store) })

/** All that the hostile one can do at this moment with what they have. */
export async function attack(world: World): Promise<void> {
  for (const link of world.seen[HOSTILE]) await use(world, HOSTILE, link)
  for (const token of world.sessions) await newPasswordIn(token)
  const text = 'select email, password_hash from people'
  const { rows } = await store.run({ name: '', text, again: true }, [])
  for (const [username, hash] of rows) {
    const password = await hostilePassword(hash!)
    if (password === undefined) continue
    for (const accountId of accountIds.values()) {
      const given = { username: username!, password, accountId, ...peerOf() }
      const session = await tried(() => signInToConsole(store, checks(), given))
      if (session !== undefined) world.sessions.push(session)
    }
  }
  await holds(world)
}

export async function holds({ sessions, gave }: World): Promise<void> {
  for (const token of sessions) {
    const open = await findSession(store, token)
    if (!open) continue
    assert.ok(gave.has(open.account.id), `${open.member?.email} in ${open.account.username}`)
    assert.equal(open.member?.operator, false, 'the hostile one operates the installation')
  }
}

/** By a mailed link, into all their accounts; and from then on the hostile one is out. */
export async function getsInAgain(name: Name): Promise<void> {
  const found = await personToReset(store, addressOf(name))
  if (!found) return
  await finishReset(store, await startMailedReset(store, found.id), passwordOf(name))
  const { rows } = await store.run(
    { name: '', text: 'select account_id from members where person_id = $1', again: true },
    [found.id],
  )
  assert.ok(rows.length > 0)
  for (const [accountId] of rows) {
    const given = { username: addressOf(name), password: passwordOf(name), ...peerOf() }
    await signInToConsole(store, checks(), { ...given, accountId: Number(accountId) })
  }
}

export async function begin(): Promise<World> {
  await empty()
  const world: World = {
    seen: { hugo: [], ada: [], bea: [], cleo: [] },
    gave: new Set([accountAt(0)]),
    sessions: [],
  }
  for (const [n, name] of (['hugo', 'ada', 'bea'] as const).entries()) {
    const given = { email: addressOf(name), role: 'owner' as const, proves: name !== 'bea' }
    const token = await inviteMember(store, accountAt(n), given)
    await use(world, name, { kind: 'invitation', token, account: accountAt(n) })
    assert.ok(await personIdOf(name))
  }
  return world
}
