/**
 * Random sequences of events of an address: a person who has neither confirmed nor been put on a
 * list by a program is in no count, export, filter, sending or event.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countMatching } from '../../../src/domain/filters/matching.ts'
import { importText } from '../../../src/domain/imports/call/import-text.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { subscribersOfList } from '../../../src/domain/subscribers/page.ts'
import { unsubscribePerson } from '../../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { signUpSetup } from './setup.ts'

const NAMES = ['a', 'b', 'c']
const STEPS = [
  'sign-up',
  'sign-up',
  'settle',
  'confirm',
  'confirm',
  'confirm back',
  'expire',
  'insert',
  'import',
  'unsubscribe',
  'leave by form',
  'opt-out',
  'erase',
] as const

const steps = fc.array(
  fc.record({ step: fc.constantFrom(...STEPS), name: fc.constantFrom(...NAMES) }),
  { minLength: 3, maxLength: 25 },
)

test('an unconfirmed person is nowhere else in the store', async () => {
  const own = await signUpSetup(0)
  const { store, accountId, listId, ask, newsletterId } = own
  let round = 0
  try {
    await fc.assert(
      fc.asyncProperty(steps, async taken => {
        round++
        const emailOf = (name: string) => `${name}${round}@example.test`
        const agreed = new Set<string>()
        const asked = new Map<string, number>()
        for (const { step, name } of taken) {
          const email = emailOf(name)
          const id = asked.get(email)
          const person = { email, name: '', format: undefined, countryCode: '', phone: '' }
          if (step === 'sign-up') asked.set(email, await own.signUp({ email }, `${email}/24`))
          if (step === 'settle') await own.settle()
          if (step.startsWith('confirm') && id !== undefined) {
            const done = await own.confirm(id, step === 'confirm back')
            if (done?.state === 'confirmed') agreed.add(email)
          }
          if (step === 'expire') {
            await own.later('8 days')
            await own.settle()
          }
          if (step === 'insert') {
            const { optedOut } = await subscribe(store, accountId, listId, person)
            if (!optedOut) agreed.add(email)
          }
          if (step === 'import') {
            await importText(store, accountId, { listId, text: `email\n${email}\n` })
            agreed.add(email)
          }
          if (step === 'unsubscribe') {
            const [row] = await ask('select id from subscribers where email_key = $1', [email])
            if (row) await unsubscribePerson(store, accountId, Number(row[0]), listId, 'page', '')
          }
          if (step === 'leave by form') await own.leave(email)
          if (step === 'opt-out')
            await optOut(store, accountId, { email, reason: '', listText: '', sendingText: '' })
          if (step === 'erase' && (await erase(store, accountId, email))) agreed.delete(email)
        }
        const exported: string[] = []
        for await (const part of subscribersOfList(store, accountId, listId))
          exported.push(...part.map(({ email }) => email))
        for (const name of NAMES) {
          const email = emailOf(name)
          if (!agreed.has(email)) assert.ok(!exported.includes(email), `${email} is exported`)
        }
        const { of } = await countMatching(store, accountId, [], { listId })
        assert.equal(of, exported.length)
        const known = await ask(
          `select email from subscribers where account_id = $1 and opted_out_at is null`,
          [accountId],
        )
        for (const [email] of known)
          if (email!.includes(`${round}@`)) assert.ok(agreed.has(email!), `${email} is known`)
      }),
      { numRuns: 60 },
    )
    // A sending goes to who is on the list, and to nobody who waits.
    await own.signUp({ email: 'waits@example.test' }, 'w')
    await own.settle()
    await makeSending(store, accountId, {
      newsletterId,
      listId,
      dueAt: new Date(Date.now() + 86_400_000),
      zone: '+01:00',
    })
    const sent = await ask(
      `select count(*) from deliveries where source_kind <> 3 and email = 'waits@example.test'`,
    )
    assert.deepEqual(sent, [['0']])
    assert.deepEqual(own.reported, [])
  } finally {
    await own.close()
  }
})
