/** The confirmation email once more: who gets it, when, and that there is no third one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { askByLink } from '../../../src/domain/sign-ups/once-more.ts'
import { listen, publishedEvents } from '../../webhooks/published-events.ts'
import { type SignUpSetup, signUpSetup } from './setup.ts'

let setup: SignUpSetup
before(async () => {
  setup = await signUpSetup()
})
after(() => setup.close())

async function waiting(email: string): Promise<number> {
  const id = await setup.signUp({ email, values: { name: 'Ada' } }, `${email}/24`)
  await setup.settle()
  assert.equal(await setup.stateOf(id), 'waiting')
  return id
}

async function emails(email: string): Promise<number> {
  const [[count]] = (await setup.ask('select count(*) from transactions where email = $1', [
    email,
  ])) as [[string]]
  return Number(count)
}

/** The address is typed, and looked at. */
async function asked(email: string): Promise<void> {
  await setup.askAgain(email)
  await setup.settle()
  assert.deepEqual(await setup.ask(`select email from sign_ups where state = 'again'`), [])
}

test('an hour after the first, with the same link, and only once', async () => {
  const { later, settle, stateOf, confirm, members, store, accountId } = setup
  const email = 'ada@example.test'
  const webhookId = await listen(store, accountId)
  const id = await waiting(email)
  await asked(email)
  await asked('ADA@example.test')
  assert.equal(await emails(email), 1, 'not within the hour')
  await later('61 minutes')
  await settle()
  assert.equal(await emails(email), 2)
  assert.equal(await stateOf(id), 'waiting')
  await later('61 minutes')
  await asked(email)
  await later('61 minutes')
  await settle()
  assert.equal(await emails(email), 2, 'there is no third one')
  const events = await publishedEvents(store, accountId, webhookId)
  assert.equal(events.filter(({ event }) => event === 'signed-up').length, 1)
  await confirm(id)
  assert.deepEqual(await members(), [email])
  await asked(email)
  assert.equal(await stateOf(id), 'confirmed')
})

test('a link that has run out works again after it, without what was typed', async () => {
  const { later, settle, stateOf, confirm, members, store, accountId, ask } = setup
  const email = 'late@example.test'
  const id = await waiting(email)
  await asked('nobody@example.test')
  await askByLink(store, accountId, id)
  assert.equal(await stateOf(id), 'waiting', 'its link still works')
  await later('8 days')
  await settle()
  assert.equal(await stateOf(id), 'expired')
  await asked(email)
  assert.equal(await stateOf(id), 'expired', 'an address alone does not bring it back')
  await askByLink(store, accountId, id)
  assert.equal((await confirm(id))?.state, 'expired', 'the old link does not work before')
  await settle()
  assert.equal(await emails(email), 2)
  assert.equal(await stateOf(id), 'waiting')
  await confirm(id)
  assert.ok((await members()).includes(email))
  assert.deepEqual(await ask('select name from subscribers where email = $1', [email]), [['']])
  const other = await waiting('never@example.test')
  for (let i = 0; i < 2; i++) {
    await later('8 days')
    await settle()
    await askByLink(store, accountId, other)
    await settle()
  }
  assert.equal(await stateOf(other), 'expired')
  assert.equal(await emails('never@example.test'), 2)
})

test('the limits of a mailbox count it, and an opt-out ends it', async () => {
  const { later, settle, signUp, stateOf, confirm, store, accountId } = setup
  const email = 'many@example.test'
  await waiting(email)
  await asked(email)
  await later('61 minutes')
  await settle()
  await later('61 minutes')
  await waiting(email)
  await later('61 minutes')
  const fourth = await signUp({ email }, 'fourth/24')
  await settle()
  assert.equal(await stateOf(fourth), 'refused: repeated')
  assert.equal(await emails(email), 3, 'three in a day')

  const out = 'out@example.test'
  const id = await waiting(out)
  await asked(out)
  await optOut(store, accountId, { email: out, reason: '', listText: '', sendingText: '' })
  await later('61 minutes')
  await settle()
  assert.equal(await emails(out), 1)
  assert.equal(await stateOf(id), 'waiting')
  assert.equal((await confirm(id, true))?.state, 'confirmed', 'its first link works')
  assert.deepEqual(setup.reported, [])
})

test('no more than 20 of a network in an hour are kept', async () => {
  const kept = await Promise.all(
    Array.from({ length: 25 }, (_, i) => setup.askAgain(`k${i}@example.test`, 'full/24')),
  )
  assert.equal(kept.filter(id => id !== undefined).length, 20)
})
