/** Confirmations as people and scanners meet them. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { macKey } from '../../src/mail/links/signing.ts'
import { type FormVisit, FROM_SHOP, newForm } from './sign-up-setup.ts'

let form: FormVisit
before(async () => {
  form = await newForm()
})

const YES = { consent: 'yes' }

describe('a confirmation', () => {
  async function asked(email: string) {
    await form.post(form.path, { email, ...YES }, FROM_SHOP)
    await form.settle()
    const row = (await form.signUps()).find(one => one.email === email)
    assert.equal(row.state, 'waiting')
    return form.confirmPath(Number(row.id))
  }

  test('nothing but the button confirms', async () => {
    const path = await asked('scan@b.test')
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await form.visit(path, { method })
    for (const body of [
      '',
      'List-Unsubscribe=One-Click',
      'confirm=',
      'confirm=no',
      'x=y',
      '{"confirm":"yes"}',
    ])
      assert.equal((await form.visit(path, { method: 'POST', body })).status, 400)
    assert.ok(!(await form.members()).includes('scan@b.test'))
    assert.match(
      await (await form.visit(path)).text(),
      /s•••@b\.test gets, once you confirm:[\s\S]*News/,
    )
    const done = await form.post(path, { confirm: 'yes' })
    assert.match(await done.text(), /You are on the list/)
    assert.ok((await form.members()).includes('scan@b.test'))
    assert.match(await (await form.visit(path)).text(), /You are on the list/)
  })

  test('tokens of another purpose, account or sign-up are not there', async () => {
    const path = await asked('token@b.test')
    const { id, secret } = form.service.keys.newest()
    const ref = { accountId: form.accountId, of: 'transaction', ofId: 1, id: 1 } as const
    const tokens = Object.values(messageTokens(ref, macKey(id, secret)))
    const token = path.slice(3)
    const parts = token.split('.')
    const others = [
      [1, 'zz'],
      [2, 'zz'],
      [0, 'zz'],
      [3, 'a'.repeat(16)],
    ] as const
    for (const [at, part] of others) tokens.push(parts.with(at, part).join('.'))
    for (const one of [...tokens, '', '%00', 'x'.repeat(9_000)])
      for (const method of ['GET', 'POST'])
        assert.equal(
          (
            await form.visit(`/o/${one}`, {
              method,
              ...(method === 'POST' && { body: 'confirm=yes' }),
            })
          ).status,
          404,
          one,
        )
    assert.equal((await form.visit(`/u/${token}`)).status, 404)
    assert.equal((await form.visit(`/w/${token}`)).status, 404)
    assert.ok(!(await form.members()).includes('token@b.test'))
  })

  test('an opt-out is said, and lifted only by its own button', async () => {
    const path = await asked('back@b.test')
    const said = { reason: '', listText: '', sendingText: '' }
    await optOut(form.service.store, form.accountId, { ...said, email: 'back@b.test' })
    assert.match(await (await form.visit(path)).text(), /You had ended all emails/)
    assert.match(
      await (await form.post(path, { confirm: 'yes' })).text(),
      /You had ended all emails/,
    )
    assert.ok(!(await form.members()).includes('back@b.test'))
    assert.match(await (await form.post(path, { confirm: 'back' })).text(), /You are on the list/)
    assert.ok((await form.members()).includes('back@b.test'))
  })

  test('100 kB, and broken bodies', async () => {
    const path = await asked('big@b.test')
    for (const at of [path, form.path]) {
      const body = `confirm=yes&email=${'x'.repeat(100_000)}`
      assert.equal((await form.visit(at, { method: 'POST', body })).status, 413)
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
      assert.equal(
        (await form.visit(at, { method: 'POST', body: 'nonsense', headers })).status,
        400,
      )
    }
    assert.deepEqual(form.service.reported, [])
  })
})
