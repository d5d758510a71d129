/**
 * No privilege escalation: a caller gives no role, right or sight of personal data beyond their
 * own.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiClient } from './api-setup.ts'
import {
  clientOf,
  closeProofs,
  invite,
  newEmail,
  OWN,
  openProofs,
  origin,
  proven,
  relay,
  signIn,
  x,
} from './proof-setup.ts'

before(openProofs)
after(closeProofs)

describe('no caller gives rights beyond their own', () => {
  const keyOf = async (rights: string[], masked = false) => {
    const { token } = (await x('POST', '/api-keys', { name: 'k', rights, masked })).body
    return apiClient(origin, { Authorization: `Bearer ${token}` })
  }

  test('a role with a right that the caller has not', async () => {
    const { id } = await proven(x, { role: 'viewer' })
    const own = await keyOf(['own'])
    for (const role of ['viewer', 'writer', 'editor', 'owner']) {
      assert.equal((await own('PATCH', `/members/${id}`, { role })).body.reason, 'not-allowed')
      assert.equal((await invite(own, newEmail(), { role })).body.reason, 'not-allowed')
    }
    const writes = await keyOf(['own', 'read', 'content'])
    assert.equal((await writes('PATCH', `/members/${id}`, { role: 'writer' })).status, 200)
    assert.equal((await writes('PATCH', `/members/${id}`, { role: 'editor' })).status, 403)
  })

  test('a link to a key, which may have it mailed only', async () => {
    const key = await keyOf(['own', 'read'])
    const email = newEmail()
    const asked = { role: 'viewer', mail: false }
    assert.equal((await invite(key, email, asked)).body.reason, 'not-allowed')
    const { body } = await invite(key, email, { role: 'viewer' })
    assert.deepEqual([body.link, body.mailed, body.trouble], [null, true, null])
    relay.tell([{ at: 'rcpt', do: 'reply', reply: '550 5.7.1 not here' }])
    const refused = (await invite(key, newEmail(), { role: 'viewer' })).body
    relay.tell([])
    assert.deepEqual([refused.link, refused.mailed], [null, false])
    assert.match(refused.trouble, /not here/)
    const { id } = await proven()
    const reset = await key('POST', `/members/${id}/password-reset`)
    assert.equal(reset.body.reason, 'not-allowed')
    const mail = await key('POST', `/members/${id}/password-reset`, { mail: true })
    assert.deepEqual([mail.status, mail.body.link], [201, null])
  })

  test('a sight of personal data', async () => {
    const { email, id } = await proven(x, { masked: true })
    const masked = clientOf(await signIn(email, OWN))
    const key = await keyOf(['read', 'content', 'people', 'send', 'own'], true)
    for (const call of [masked, key]) {
      const refused = await call('PATCH', `/members/${id}`, { masked: false })
      assert.deepEqual([refused.status, refused.body.reason], [403, 'not-allowed'])
      assert.equal((await invite(call, newEmail(), { masked: false })).status, 403)
    }
    const invited = newEmail()
    await invite(masked, invited, {})
    const { items } = (await x('GET', '/invitations')).body
    assert.equal(items.find((one: { email: string }) => one.email === invited).masked, true)
  })

  test('a name to another member', async () => {
    const { email, id } = await proven()
    for (const body of [{ name: 'X' }, { language: 'de' }])
      assert.equal((await x('PATCH', `/members/${id}`, body)).status, 400)
    const own = clientOf(await signIn(email, OWN))
    assert.equal(
      (await own('PATCH', '/session/person', { name: 'Ada', language: 'sv' })).status,
      204,
    )
    const { person } = (await own('GET', '/session')).body
    assert.deepEqual([person.name, person.language], ['Ada', 'sv'])
  })
})
