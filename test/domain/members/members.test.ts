/** Members: invited, signed in with their own password, changed, removed; their sessions. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import { allowConsoleByAccount } from '../../../src/domain/accounts/accounts.sql.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { makeLoginLink, useLoginLink } from '../../../src/domain/accounts/login-link.ts'
import { findSession, openSession } from '../../../src/domain/accounts/session.ts'
import { createSignIn } from '../../../src/domain/accounts/sign-in.ts'
import { acceptInvitation } from '../../../src/domain/members/entry/accept-invitation.ts'
import { signInToConsole } from '../../../src/domain/members/entry/console-sign-in.ts'
import {
  inviteMember,
  listInvitations,
  takeBackInvitation,
} from '../../../src/domain/members/entry/invite.ts'
import {
  changePersonPassword,
  finishReset,
  startShownReset,
} from '../../../src/domain/members/entry/new-password.ts'
import {
  dropMember,
  editMember,
  listMembers,
  memberByEmail,
} from '../../../src/domain/members/members.ts'
import { createPersonSignIn } from '../../../src/domain/members/person-sign-in.ts'
import { type Role, rightsOfSession } from '../../../src/domain/members/rights.ts'
import { temporaryStore } from '../../support/database.ts'
import { moved } from '../../support/moved.ts'

let store: Store
let drop: () => Promise<void>
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('members', () => {
  before(async () => {
    ;({ store, drop } = await temporaryStore())
  })
  after(() => drop())

  let accountId: number
  let username: string
  let count = 0
  beforeEach(async () => {
    username = `shop-${++count}`
    accountId = await newAccount(username)
  })
  const newAccount = async (name: string) =>
    (await addAccount(store, { username: name, password: 'account secret' }))!.id

  const checks = () => ({ signIn: createSignIn(store), signInPerson: createPersonSignIn(store) })
  const signIn = (name: string, password: string, of?: number) =>
    signInToConsole(store, checks(), { username: name, password, accountId: of, peer: '10.0.0.1' })
  const accept = (token: string, password: string) =>
    acceptInvitation(store, checks().signInPerson, token, { password, name: 'Ada' })
  const newEmail = () => `person-${++count}@example.com`

  async function newMember(role: Role, { masked = false, proves = false } = {}) {
    const email = newEmail()
    const token = await inviteMember(store, accountId, { email, role, masked, proves })
    const session = await accept(token, 'person secret')
    return { email, session, member: await memberByEmail(store, accountId, email) }
  }
  const isOpen = async (token: string) => (await findSession(store, token)) !== undefined
  const wrong = (reason: string) => ({ reason })

  describe('an invitation', () => {
    test('makes a member once, with a password of their own', async () => {
      const email = newEmail()
      const token = await inviteMember(store, accountId, { email, role: 'writer', masked: true })
      assert.deepEqual((await listInvitations(store, accountId)).length, 1)
      await assert.rejects(accept(token, 'short'), wrong('not-valid'))
      const tries = await Promise.allSettled([1, 2, 3].map(() => accept(token, 'person secret')))
      const session = tries.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
      assert.equal(session.length, 1)
      const { member, kind, account } = (await findSession(store, session[0]!))!
      assert.deepEqual(
        [kind, account.id, member?.email, member?.role, member?.masked, member?.name],
        ['person', accountId, email, 'writer', true, 'Ada'],
      )
      await assert.rejects(accept(token, 'person secret'), wrong('no-such-invitation'))
      assert.deepEqual(await listInvitations(store, accountId), [])
      await assert.rejects(
        inviteMember(store, accountId, { email: email.toUpperCase(), role: 'owner' }),
        /a member with this address/,
      )
    })

    test('of a known person needs their password, and changes nothing for them', async () => {
      const { email } = await newMember('owner', { proves: true })
      const other = await newAccount(`other-${count}`)
      const token = await inviteMember(store, other, { email, role: 'viewer' })
      await assert.rejects(accept(token, 'another secret'), wrong('unknown-credentials'))
      const session = (await findSession(store, await accept(token, 'person secret')))!
      assert.deepEqual([session.account.id, session.member?.role], [other, 'viewer'])
      const first = (await findSession(store, await signIn(email, 'person secret')))!
      assert.deepEqual([first.account.id, first.member?.role], [accountId, 'owner'])
      const second = (await findSession(store, await signIn(email, 'person secret', other)))!
      assert.deepEqual([second.account.id, second.member?.role], [other, 'viewer'])
    })

    test('ends after a week, when it is replaced or taken back', async () => {
      const email = newEmail()
      const first = await inviteMember(store, accountId, { email, role: 'viewer' })
      const second = await inviteMember(store, accountId, { email, role: 'viewer' })
      await assert.rejects(accept(first, 'person secret'), wrong('no-such-invitation'))
      await sql(`update invitations set expires_at = now() where account_id = $1`, accountId)
      await assert.rejects(accept(second, 'person secret'), wrong('no-such-invitation'))
      const third = await inviteMember(store, accountId, { email, role: 'viewer' })
      await takeBackInvitation(store, accountId, email)
      await assert.rejects(accept(third, 'person secret'), wrong('no-such-invitation'))
      for (const token of ['', 'x'.repeat(5000), `${accountId}.${'A'.repeat(43)}`])
        await assert.rejects(accept(token, 'person secret'), wrong('no-such-invitation'))
      await assert.rejects(
        inviteMember(store, accountId, { email: 'nobody', role: 'viewer' }),
        /no email address/,
      )
    })
  })

  describe('signing in', () => {
    test('as a person needs their password, ignoring the case of the address', async () => {
      const { email } = await newMember('editor')
      const session = (await findSession(
        store,
        await signIn(` ${email.toUpperCase()} `.trim(), 'person secret'),
      ))!
      assert.deepEqual([...rightsOfSession(session)], ['read', 'content', 'people', 'send'])
      for (const password of ['', 'account secret', 'person secret ', 'x'.repeat(5000)])
        await assert.rejects(signIn(email, password), wrong('unknown-credentials'))
      await assert.rejects(signIn(email, 'person secret', 999_999), wrong('unknown-credentials'))
      await assert.rejects(signIn(newEmail(), 'person secret'), wrong('unknown-credentials'))
    })

    test('by guessing is slowed as that of accounts', async () => {
      const { email } = await newMember('viewer')
      const { signInPerson } = checks()
      const guess = () => signInPerson(email, 'guess', '10.0.0.9').catch(error => error.reason)
      let reason = ''
      for (let n = 0; n < 30 && reason !== 'too-many-failures'; n++) reason = await guess()
      assert.equal(reason, 'too-many-failures')
      assert.equal((await signInPerson(email, 'person secret', '10.0.0.9')).email, email)
    })

    test('with the account’s password works until it has an owner, or if the owner allows', async () => {
      const early = await signIn(username, 'account secret')
      const link = (await useLoginLink(store, await makeLoginLink(store, accountId)))!
      await newMember('editor')
      assert.ok(await isOpen(early))
      const { member } = await newMember('owner')
      assert.equal(await isOpen(early), false)
      assert.ok(await isOpen(link), 'a login link of a program leads in')
      await assert.rejects(signIn(username, 'account secret'), wrong('members-only'))
      await assert.rejects(signIn(username, 'wrong'), wrong('unknown-credentials'))
      await allowConsoleByAccount(store, { accountId, allowed: true })
      assert.ok(await isOpen(await signIn(username, 'account secret')))
      await allowConsoleByAccount(store, { accountId, allowed: false })
      await newMember('owner')
      await dropMember(store, accountId, member.id)
      await assert.rejects(signIn(username, 'account secret'), wrong('members-only'))
    })
  })

  describe('a member', () => {
    test('has the rights of the role from the next call on, and none when removed', async () => {
      await newMember('owner')
      const { session, member } = await newMember('viewer', { proves: true })
      const rights = async () => [...rightsOfSession((await findSession(store, session))!)]
      assert.deepEqual(await rights(), ['read'])
      await editMember(store, accountId, member.id, {
        role: 'writer',
        operator: true,
        masked: true,
      })
      assert.deepEqual(await rights(), ['read', 'content', 'operate'])
      assert.equal((await findSession(store, session))?.member?.masked, true)
      const other = await newAccount(`other-${count}`)
      await assert.rejects(dropMember(store, other, member.id), wrong('no-such-member'))
      await assert.rejects(
        editMember(store, other, member.id, { role: 'owner' }),
        wrong('no-such-member'),
      )
      assert.deepEqual(await rights(), ['read', 'content', 'operate'])
      await dropMember(store, accountId, member.id)
      assert.equal(await isOpen(session), false)
      await assert.rejects(signIn(member.email, 'person secret'), wrong('unknown-credentials'))
    })

    test('the last owner stays, unless there is no other member', async () => {
      const { member } = await newMember('owner')
      const { member: editor } = await newMember('editor')
      const last = { reason: 'not-now', message: /last owner/ }
      await assert.rejects(dropMember(store, accountId, member.id), last)
      await assert.rejects(editMember(store, accountId, member.id, { role: 'viewer' }), last)
      await editMember(store, accountId, editor.id, { role: 'owner' })
      const both = await Promise.allSettled([
        dropMember(store, accountId, member.id),
        dropMember(store, accountId, editor.id),
      ])
      const [left] = await listMembers(store, accountId)
      assert.ok(both.some(one => one.status === 'fulfilled'))
      if (left) await dropMember(store, accountId, left.id)
      assert.ok(await isOpen(await signIn(username, 'account secret')))
    })

    test('gets a new password by a link, once; all sessions end', async () => {
      const { email, session, member } = await newMember('owner')
      const first = await startShownReset(store, accountId, member.id)
      const token = await startShownReset(store, accountId, member.id)
      await assert.rejects(finishReset(store, first, 'newer secret'), wrong('no-such-reset'))
      await assert.rejects(finishReset(store, token, 'short'), wrong('not-valid'))
      const { member: someone } = await newMember('viewer')
      const other = await startShownReset(store, accountId, someone.id)
      const foreign = other.replace(/^\d+/, String(member.id))
      await assert.rejects(finishReset(store, foreign, 'newer secret'), wrong('no-such-reset'))
      assert.ok(await isOpen(session))
      await finishReset(store, token, 'newer secret')
      assert.equal(await isOpen(session), false)
      await assert.rejects(finishReset(store, token, 'newest secret'), wrong('no-such-reset'))
      await assert.rejects(signIn(email, 'person secret'), wrong('unknown-credentials'))
      const [one, two] = [await signIn(email, 'newer secret'), await signIn(email, 'newer secret')]
      const { tokenHash } = (await findSession(store, one))!
      await changePersonPassword(store, member.id, 'newest secret', { accountId, tokenHash })
      assert.deepEqual([await isOpen(one), await isOpen(two)], [true, false])
    })
  })

  test('a session is kept by use, ends when idle, and after fourteen days', async () => {
    const token = await openSession(store, accountId, {
      userAgent: `\u202eBrowser${'x'.repeat(5000)}`,
    })
    const move = (column: string, by: string) =>
      sql(
        `update sessions set ${column} = ${moved(column, '-extract(epoch from $2::text::interval)')}
         where account_id = $1`,
        accountId,
        by,
      )
    await move('expires_at', '11 hours')
    await move('seen_at', '11 hours')
    assert.ok(await isOpen(token))
    await move('expires_at', '11 hours')
    assert.ok(await isOpen(token), 'use has put the end off')
    await move('created_at', '335 hours')
    await move('seen_at', '11 hours')
    assert.ok(await isOpen(token))
    await move('expires_at', '2 hours')
    assert.equal(await isOpen(token), false, 'no use puts off the last day')
    await store.withClient(async client => {
      const { rows } = await client.query('select user_agent from sessions where account_id = $1', [
        accountId,
      ])
      assert.match(rows[0].user_agent, /^Browserx{10,200}$/)
    })
  })

  test('a session is confirmed for ten minutes by a password, never by a link', async () => {
    const confirmed = async (token: string) => (await findSession(store, token))?.confirmed
    const link = (await useLoginLink(store, await makeLoginLink(store, accountId)))!
    const token = await signIn(username, 'account secret')
    assert.deepEqual([await confirmed(link), await confirmed(token)], [false, true])
    await sql(
      `update sessions set confirmed_at = now() - interval '601 seconds' where account_id = $1`,
      accountId,
    )
    assert.equal(await confirmed(token), false)
  })

  const sql = (text: string, ...values: unknown[]) =>
    store.run({ name: '', text, again: false }, values)
})
