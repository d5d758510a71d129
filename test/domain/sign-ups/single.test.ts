/** Single opt-in, for forms whose owner wants it: unknown addresses only, and with a proof. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setOptIn } from '../../../src/domain/forms/save-form.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { proofsOf } from '../../../src/domain/sign-ups/proofs.ts'
import { unsubscribePerson } from '../../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { type SignUpSetup, signUpSetup } from './setup.ts'

let setup: SignUpSetup
before(async () => {
  setup = await signUpSetup()
  await setOptIn(setup.store, setup.accountId, setup.formId, true)
})
after(() => setup.close())

const PERSON = { name: '', format: undefined, countryCode: '', phone: '' }

test('an unknown address is on the list, with a proof that nobody asked it', async () => {
  const { signUp, settle, stateOf, members, ask, store, accountId } = setup
  const id = await signUp({ email: 'one@example.test', values: { name: 'One' } })
  await settle()
  await settle()
  assert.equal(await stateOf(id), 'confirmed')
  assert.deepEqual(await members(), ['one@example.test'])
  const [proof] = await proofsOf(store, accountId, 'one@example.test')
  assert.deepEqual([proof?.singleOptIn, proof?.transactionId], [true, null])
  assert.match(proof!.shown.consent, /I want emails/)
  assert.deepEqual(await ask('select count(*) from transactions'), [['0']])
  assert.deepEqual(setup.reported, [])
})

test('who is known, left, or opted out is asked: anybody may have typed it', async () => {
  const { signUp, settle, stateOf, store, accountId, listId, ask } = setup
  const known = await subscribe(store, accountId, listId, {
    ...PERSON,
    email: 'left@example.test',
    name: 'Ada',
  })
  await unsubscribePerson(store, accountId, known.id, listId, 'page', '')
  const said = { reason: '', listText: '', sendingText: '' }
  await optOut(store, accountId, { ...said, email: 'out@example.test' })
  const ids = [
    await signUp({ email: 'left@example.test', values: { name: 'Eve' } }, 'a'),
    await signUp({ email: 'out@example.test' }, 'b'),
  ]
  await settle()
  assert.deepEqual(await Promise.all(ids.map(stateOf)), ['waiting', 'waiting'])
  assert.deepEqual(await ask('select name from subscribers where id = $1', [known.id]), [['Ada']])
  assert.deepEqual(await ask('select count(*) from transactions'), [['2']])
})

test('limits hold as for others', async () => {
  const { signUp, settle, ask } = setup
  for (let i = 0; i < 25; i++) await signUp({ email: `bot${i}@example.test` }, 'bots')
  await settle()
  const on = await ask(
    `select state, count(*) from sign_ups where network = 'bots' group by 1 order by 1`,
  )
  const { confirmed, held } = Object.fromEntries(on.map(([of, people]) => [of, Number(people)]))
  assert.ok(confirmed! >= 20 && confirmed! + held! === 25, `${confirmed} joined`)
})
