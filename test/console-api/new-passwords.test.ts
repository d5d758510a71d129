/** New passwords: common ones are refused wherever one is set. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { z } from 'zod'
import { routes } from '../../src/console-api/v1/table.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { closeAccount } from '../../src/domain/accounts/change-account.ts'
import { startMailedReset } from '../../src/domain/members/entry/new-password.ts'
import { type ApiSetup, apiClient, apiSetup, PASSWORD } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  await setup.call('PUT', '/account/sign-in', { allowed: true })
})
after(() => setup.running.close())

const COMMON = 'Password123'
const visitor = () => apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })

const invited = async (email: string): Promise<string> =>
  (await setup.call('POST', '/invitations', { email, role: 'editor' })).body.link.split('/').at(-1)

async function resetOf(email: string): Promise<string> {
  const { items } = (await setup.call('GET', '/members')).body
  const { id } = items.find((one: { email: string }) => one.email === email)
  return startMailedReset(setup.running.store, id)
}

/** Routes whose body has a password that is given, not set. */
const GIVEN = ['POST /session', 'POST /session/confirmation']

test('a common password is refused by every route and page that sets one', async () => {
  const { running, call } = setup
  const token = await invited('ada@members.test')
  const accepted = await visitor()('POST', '/invitations/accept', { token, password: PASSWORD })
  const cookie = accepted.headers.get('set-cookie')!.split(';')[0]!
  const ada = apiClient(running.origin, { cookie, 'X-Pennypost-Console': '1' })
  const open = await invited('bob@members.test')
  const reset = await resetOf('ada@members.test')
  const sets: Record<string, () => ReturnType<typeof call>> = {
    'POST /invitations/accept': () =>
      visitor()('POST', '/invitations/accept', { token: open, password: COMMON }),
    'POST /password-resets/use': () =>
      visitor()('POST', '/password-resets/use', { token: reset, password: COMMON }),
    'POST /session/password': () =>
      ada('POST', '/session/password', { password: PASSWORD, newPassword: COMMON }),
    'POST /installation/accounts': () =>
      call('POST', '/installation/accounts', { username: 'third', password: COMMON }),
    'PUT /installation/accounts/:accountId/password': () =>
      call('PUT', `/installation/accounts/${setup.accountId}/password`, { password: COMMON }),
  }
  const withPassword = routes
    .filter(({ body }) => 'password' in ((body as z.ZodObject)?.shape ?? {}))
    .map(({ method, path }) => `${method} ${path}`)
    .filter(key => !GIVEN.includes(key))
  assert.deepEqual(withPassword.sort(), Object.keys(sets).sort())
  // The only account operates the installation.
  await closeAccount(running.store, 'other')
  for (const [key, set] of Object.entries(sets)) {
    const { status, body } = await set()
    assert.equal(status, 400, `${key}: ${JSON.stringify(body)}`)
    assert.match(body.detail, /first that are guessed/, key)
  }
  for (const path of [`invitation/${open}`, `password/${reset}`]) {
    const answer = await fetch(`${running.origin}/console/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'B', password: COMMON }),
      redirect: 'manual',
    })
    assert.match(await answer.text(), /first that are guessed/, path)
  }
  // Neither link is used up by it.
  const password = 'tulips in october'
  const used = await visitor()('POST', '/password-resets/use', { token: reset, password })
  assert.equal(used.status, 204)
  const joined = await visitor()('POST', '/invitations/accept', { token: open, password })
  assert.ok(joined.status < 300)
})

test('the account changes its own password, which ends its other sessions', async () => {
  const fresh = await apiSetup()
  try {
    const { origin, store } = fresh.running
    await addAccount(store, { username: 'alone', password: PASSWORD })
    const enter = async (password: string) => {
      const visit = apiClient(origin, { 'X-Pennypost-Console': '1' })
      const { status, headers } = await visit('POST', '/session', { username: 'alone', password })
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      return { status, call: apiClient(origin, { cookie, 'X-Pennypost-Console': '1' }) }
    }
    const [{ call: here }, { call: elsewhere }] = [await enter(PASSWORD), await enter(PASSWORD)]
    const given = { password: PASSWORD, newPassword: 'tulips in october' }
    const wrong = await here('POST', '/session/password', { ...given, password: 'x' })
    assert.deepEqual([wrong.status, wrong.body.reason], [401, 'unknown-credentials'])
    const common = await here('POST', '/session/password', { ...given, newPassword: COMMON })
    assert.match(common.body.detail, /first that are guessed/)
    assert.equal((await here('POST', '/session/password', given)).status, 204)
    assert.equal((await here('GET', '/session')).status, 200)
    assert.equal((await elsewhere('GET', '/session')).status, 401)
    assert.equal((await enter('tulips in october')).status, 201)
  } finally {
    await fresh.running.close()
  }
})
