/** Triggers that begin with a form: who confirms, and who signs up and is on the list already. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formById } from '../../../../src/domain/forms/form.ts'
import { makeForm } from '../../../../src/domain/forms/save-form.ts'
import { openKeys } from '../../../../src/domain/keys/keys.ts'
import { confirmSignUp } from '../../../../src/domain/sign-ups/confirm-sign-up.ts'
import { checkTyped, keepSignUp } from '../../../../src/domain/sign-ups/keep-sign-up.ts'
import { createSealer } from '../../../../src/lib/secrets.ts'
import { settleDueSignUps } from '../../../../src/workers/sign-ups.ts'
import { SECRET } from '../../../support/sending.ts'
import { type TriggerSetup, withTriggers } from '../../../support/triggers.ts'
import { FORM } from '../../sign-ups/setup.ts'

async function withForm({ store, accountId, listId, ask }: TriggerSetup) {
  await ask(`insert into counters (account_id, kind, next_id) values ($1, 'subscriber', 100)`, [
    accountId,
  ])
  const keys = await openKeys(store, createSealer(SECRET))
  const formId = await makeForm(store, accountId, { ...FORM, listIds: [listId] }, 'en')
  const reported: unknown[] = []
  return {
    formId,
    async signUp(email: string): Promise<number> {
      const form = (await formById(store, accountId, formId))!
      const checked = checkTyped(form, { email, values: {}, listIds: [] })
      assert.ok(!Array.isArray(checked))
      const origin = { language: 'en', agent: '', page: '', network: email, ip: '' } as const
      const id = await keepSignUp(store, accountId, form, checked, origin)
      await settleDueSignUps({
        store,
        keys,
        publicUrl: 'https://mail.example.test',
        days: 7,
        takesMail: async () => true,
        report: error => void reported.push(error),
      })
      assert.deepEqual(reported, [])
      return id!
    },
    confirm: (id: number) =>
      confirmSignUp(store, accountId, id, { network: '', ip: '', lifts: false }),
    close: () => keys.close(),
  }
}

test('who confirms enters, and nobody before; a second form starts nothing', () =>
  withTriggers(2, async setup => {
    const { add, advance, messages, store, accountId, listId } = setup
    const form = await withForm(setup)
    const other = await makeForm(store, accountId, { ...FORM, listIds: [listId] }, 'en')
    await add({ start: { on: 'confirmed', formId: form.formId } })
    await add({ start: { on: 'confirmed', formId: other } })
    const id = await form.signUp('new@example.test')
    await advance()
    assert.deepEqual(await messages(), [])
    await form.confirm(id)
    await advance()
    await advance()
    assert.deepEqual(await messages(), ['welcome 100'])
    form.close()
  }))

test('who signs up is mailed by a trigger only if they are on its list', () =>
  withTriggers(2, async setup => {
    const { add, advance, messages, ask } = setup
    const form = await withForm(setup)
    await add({ start: { on: 'signed-up', formId: form.formId } })
    const [[known]] = (await ask('select email from subscribers where id = 2')) as [[string]]
    await form.signUp('stranger@example.test')
    await form.signUp(known)
    await advance()
    await advance()
    assert.deepEqual(await messages(), ['welcome 2'])
    form.close()
  }))
