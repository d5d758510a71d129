/** Sign-ups from the form to the list: confirmed or not, and their stored data. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { editForm, removeForm, setFormTexts } from '../../../src/domain/forms/save-form.ts'
import { deleteList, makeList } from '../../../src/domain/lists/add-list.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { savePreferencePage } from '../../../src/domain/preferences/preference-page.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { applySignUp } from '../../../src/domain/sign-ups/confirm-sign-up.ts'
import { checkTyped } from '../../../src/domain/sign-ups/keep-sign-up.ts'
import { ipOf, mailboxKey, networkOf } from '../../../src/domain/sign-ups/network.ts'
import { proofsOf } from '../../../src/domain/sign-ups/proofs.ts'
import { unsubscribePerson } from '../../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { createWebhook } from '../../../src/domain/webhooks/manage-webhooks.ts'
import { createSealer } from '../../../src/lib/secrets.ts'
import { SECRET } from '../../support/sending.ts'
import { FORM, type SignUpSetup, signUpSetup } from './setup.ts'

let setup: SignUpSetup
before(async () => {
  setup = await signUpSetup()
})
after(() => setup.close())

/** Signed up, and asked by email. */
async function waiting(email: string, values: Record<string, string> = {}): Promise<number> {
  const id = await setup.signUp({ email, values }, `${email}/24`)
  await setup.settle()
  assert.equal(await setup.stateOf(id), 'waiting')
  return id
}

describe('confirming', () => {
  test('before it there is no subscriber; then there is one on the list, with the values of the form', async () => {
    const { ask, accountId, members, confirm, listId } = setup
    const id = await waiting('ada@example.test', { name: 'Ada', DD3: 'Lund' })
    assert.ok(!(await members()).includes('ada@example.test'))
    const known = `select name, fields[3], (select source from consents c where c.account_id = $1
      and c.subscriber_id = s.id and list_id = $2) from subscribers s
      where account_id = $1 and email_key = 'ada@example.test'`
    assert.deepEqual(await ask(known, [accountId, listId]), [])
    assert.equal((await confirm(id))!.state, 'confirmed')
    assert.ok((await members()).includes('ada@example.test'))
    assert.deepEqual(await ask(known, [accountId, listId]), [['Ada', 'Lund', 'form: Front page']])
    // Pressed again, it changes nothing.
    assert.equal((await confirm(id))!.state, 'confirmed')
  })

  test('who signs up again stays, with the values of before until they confirm', async () => {
    const { ask, accountId, confirm, members, later } = setup
    const email = 'again@example.test'
    const valuesOf = () =>
      ask('select name, fields[3] from subscribers where account_id = $1 and email_key = $2', [
        accountId,
        email,
      ])
    await confirm(await waiting(email, { name: 'First', DD3: 'Lund' }))
    await later('2 hours')
    const id = await waiting(email, { name: 'Second', DD3: 'Oslo' })
    assert.ok((await members()).includes(email))
    assert.deepEqual(await valuesOf(), [['First', 'Lund']])
    await confirm(id)
    assert.deepEqual(await valuesOf(), [['Second', 'Oslo']])
  })

  test('the language of a sign-up is kept where the account has a field for it, and nothing in it', async () => {
    const { store, ask, accountId, confirm, later } = setup
    const email = 'tongue@example.test'
    const language = async () =>
      (await ask('select fields[5] from subscribers where email_key = $1', [email]))[0]?.[0]
    const offer = { lists: [], confirmedLists: [], fields: [] }
    await savePreferencePage(store, accountId, { ...offer, languageField: 'DD5' })
    await confirm(await waiting(email, { DD3: 'Lund' }))
    assert.equal(await language(), 'en')
    await ask(`update subscribers set fields[5] = 'Svenska' where email_key = $1`, [email])
    await later('2 hours')
    await confirm(await waiting(email))
    assert.equal(await language(), 'Svenska')
    await savePreferencePage(store, accountId, { ...offer, languageField: null })
  })

  test('the proof has the words that were shown, though the form says others now', async () => {
    const { store, accountId, formId, confirm } = setup
    const id = await waiting('grace@example.test', { name: 'Grace' })
    const consent = 'I want everything.'
    await setFormTexts(store, accountId, formId, 'en', { consent })
    await confirm(id)
    const [proof] = await proofsOf(store, accountId, 'grace@example.test')
    assert.match(proof!.shown.consent, /^I want emails/)
    assert.equal(proof!.wordsVersion, 1)
    assert.deepEqual(proof!.shown.lists, ['All'])
    assert.deepEqual(proof!.given, [{ label: 'name', value: 'Grace' }])
    assert.equal(proof!.page, 'https://shop.example.test/')
    assert.ok(proof!.transactionId !== null)
    const later = await waiting('hopper@example.test')
    await confirm(later)
    const [second] = await proofsOf(store, accountId, 'hopper@example.test')
    assert.equal(second!.shown.consent, consent)
  })

  test('what ended between the proof and the subscription is made up for', async () => {
    const { ask, accountId, confirm, members, settle } = setup
    const id = await waiting('crash@example.test', { name: 'C' })
    // As a process leaves it that is killed after the first transaction.
    await ask(
      `update sign_ups set state = 'confirmed', confirmed_at = now(), due = now()
       where account_id = $1 and id = $2`,
      [accountId, id],
    )
    assert.ok(!(await members()).includes('crash@example.test'))
    await settle()
    assert.ok((await members()).includes('crash@example.test'))
    assert.equal((await confirm(id))!.state, 'confirmed')
  })

  test('a form removed or a list deleted meanwhile', async () => {
    const { store, accountId, confirm, signUp, settle, members } = setup
    const list = { name: 'Short', fromName: 'S', fromEmail: 's@example.test' }
    const more = { description: '', characterSet: '' }
    const listId = await makeList(store, accountId, { ...list, ...more })
    const { makeForm } = await import('../../../src/domain/forms/save-form.ts')
    const both = { ...FORM, listIds: [setup.listId, listId] }
    const formId = await makeForm(store, accountId, both, 'sv')
    const id = await signUp({ email: 'both@example.test' }, '203.0.113.0/24', formId)
    const late = await signUp({ email: 'late@example.test' }, '203.0.113.0/24', formId)
    await settle()
    const unasked = await signUp({ email: 'unasked@example.test' }, '203.0.113.0/24', formId)
    await removeForm(store, accountId, formId)
    await deleteList(store, accountId, listId)
    await settle()
    assert.equal(await setup.stateOf(unasked), 'expired')
    assert.equal((await confirm(id))!.state, 'confirmed')
    assert.ok((await members()).includes('both@example.test'))
    assert.equal((await confirm(late))!.state, 'confirmed')
  })

  test('after its days it is over', async () => {
    const { confirm, later, settle, members, stateOf } = setup
    const id = await waiting('slow@example.test', { name: 'Slow' })
    await later('7 days')
    assert.equal((await confirm(id))!.state, 'expired')
    await settle()
    assert.equal(await stateOf(id), 'expired')
    assert.equal((await confirm(id))!.state, 'expired')
    assert.ok(!(await members()).includes('slow@example.test'))
  })

  test('it lifts leaving the list, an opt-out only if the person says so', async () => {
    const { store, accountId, listId, confirm, members, ask } = setup
    const person = { name: '', format: undefined, countryCode: '', phone: '' }
    const left = await subscribe(store, accountId, listId, { ...person, email: 'l@example.test' })
    await unsubscribePerson(store, accountId, left.id, listId, 'page', '')
    await confirm(await waiting('l@example.test'))
    assert.ok((await members()).includes('l@example.test'))
    const given = { reason: 'no', listText: '', sendingText: '' }
    await optOut(store, accountId, { ...given, email: 'out@example.test' })
    const id = await waiting('out@example.test')
    assert.equal((await confirm(id))!.state, 'opted-out')
    assert.ok(!(await members()).includes('out@example.test'))
    assert.equal((await confirm(id, true))!.state, 'confirmed')
    assert.ok((await members()).includes('out@example.test'))
    const rows = await ask('select count(*) from opt_outs where account_id = $1', [accountId])
    assert.deepEqual(rows, [['0']])
  })

  test('an opt-out of after the confirmation stays', async () => {
    const { store, accountId, ask, members } = setup
    const id = await waiting('after@example.test')
    await ask(
      `update sign_ups set state = 'confirmed', confirmed_at = now(), due = now(), lifts = true
       where account_id = $1 and id = $2`,
      [accountId, id],
    )
    const given = { reason: 'no', listText: '', sendingText: '' }
    await optOut(store, accountId, { ...given, email: 'after@example.test' })
    await applySignUp(store, accountId, id)
    assert.ok(!(await members()).includes('after@example.test'))
  })

  test('a second box says whether they may be measured, once they confirmed', async () => {
    const { store, accountId, confirm, ask, signUp, settle } = setup
    const signedUp = async (email: string, measured?: boolean) => {
      const given = { email, ...(measured !== undefined && { measured }) }
      const id = await signUp(given, `${email}/24`)
      await settle()
      await confirm(id)
    }
    const said = async (email: string) =>
      (
        await ask(
          'select opens_agreed, clicks_agreed from subscribers where account_id = $1 and email = $2',
          [accountId, email],
        )
      )[0]
    await setFormTexts(store, accountId, setup.formId, 'en', { measuring: 'You may look.' })
    await signedUp('yes@example.test', true)
    await signedUp('no@example.test', false)
    await signedUp('api@example.test')
    assert.deepEqual(await said('yes@example.test'), ['t', 't'])
    assert.deepEqual(await said('no@example.test'), ['f', 'f'])
    assert.deepEqual(await said('api@example.test'), [null, null])
    const [proof] = await proofsOf(store, accountId, 'yes@example.test')
    assert.deepEqual([proof!.shown.measuring, proof!.measured], ['You may look.', true])
    const [none] = await proofsOf(store, accountId, 'api@example.test')
    assert.equal(none!.measured, null)
    const answers = await ask(
      `select distinct words, way from measuring_answers where account_id = $1`,
      [accountId],
    )
    assert.deepEqual(answers, [['You may look.', 'form']])
    await setup.later('2 hours')
    await signedUp('yes@example.test', false)
    assert.deepEqual(await said('yes@example.test'), ['t', 't'], 'an empty box takes nothing back')
    await signedUp('no@example.test', true)
    assert.deepEqual(await said('no@example.test'), ['t', 't'])
  })

  test('the whole IP address is in the proof only of a form that says so', async () => {
    const { store, accountId, formId, confirm, ask } = setup
    const kept = async (id: number) => (await ask('select ip from sign_ups where id = $1', [id]))[0]
    const proofOf = async (email: string) => {
      const [proof] = await proofsOf(store, accountId, email)
      return [proof!.network, proof!.confirmedNetwork]
    }
    const usual = await waiting('usual@example.test')
    assert.deepEqual(await kept(usual), [''])
    await confirm(usual)
    assert.deepEqual(await proofOf('usual@example.test'), [
      'usual@example.test/24',
      '198.51.100.0/24',
    ])
    await editForm(store, accountId, formId, { keepIp: true })
    const whole = await waiting('whole@example.test')
    assert.deepEqual(await kept(whole), ['192.0.2.7'])
    await confirm(whole)
    assert.deepEqual(await proofOf('whole@example.test'), ['192.0.2.7', '198.51.100.7'])
    assert.deepEqual(await kept(whole), [''], 'it is in the proof')
    assert.ok(await erase(store, accountId, 'whole@example.test'))
    const rows = await ask(
      `select count(*) from consent_proofs p where p::text ~ '192.0.2.7|198.51.100.7'`,
    )
    assert.deepEqual(rows, [['0']])
    const refused = await setup.signUp({ email: 'x@nowhere.test' }, 'x/24')
    assert.deepEqual(await kept(refused), ['192.0.2.7'])
    await setup.settle()
    assert.equal(await setup.stateOf(refused), 'refused: no-mail')
    assert.deepEqual(await kept(refused), [''])
    await editForm(store, accountId, formId, { keepIp: false })
  })

  test('an erasure takes sign-ups, and leaves proofs without the person', async () => {
    const { store, accountId, confirm, ask } = setup
    const email = 'forget@example.test'
    await confirm(await waiting(email, { name: 'Forget Me' }))
    assert.ok(await erase(store, accountId, email))
    for (const table of ['sign_ups', 'consent_proofs']) {
      const rows = await ask(`select count(*) from ${table} t where t::text ~* 'forget'`)
      assert.deepEqual(rows, [['0']], table)
    }
    const [row] = await ask('select key_hash from consent_proofs where key_hash is not null')
    assert.match(row![0]!, /^[\w-]{24}$/)
  })
})

test('a webhook is told of both, and of nobody who is refused', async () => {
  const { store, accountId, ask, confirm, formId, listId, signUp, settle } = setup
  const kinds = ['signed-up', 'confirmed'] as const
  const hook = { name: 'shop', url: 'https://example.com/hook', kinds: [...kinds] }
  await createWebhook(store, createSealer(SECRET), accountId, hook)
  const id = await waiting('told@example.test')
  const refused = await signUp({ email: 'told@example.test' })
  await settle()
  assert.equal(await setup.stateOf(refused), 'refused: repeated')
  await confirm(id)
  await confirm(id)
  const rows = await ask(
    `select kind, details::text, ids::text from event_bundles
     where account_id = $1 and kind = any ($2::text[])`,
    [accountId, '{signed-up,confirmed}'],
  )
  const [person] = await ask("select id from subscribers where email_key = 'told@example.test'")
  const details = [{ form: formId, lists: [listId], signUp: id }]
  assert.deepEqual(
    rows.map(([kind, told, ids]) => [kind, JSON.parse(told!), ids]),
    [
      ['signed-up', details, '{0}'],
      ['confirmed', details, `{${person![0]}}`],
    ],
  )
})

describe('what is typed', () => {
  const form = { asked: ['name', 'DD3'], required: ['name'], listIds: [1, 2], listsChosen: true }

  test('is bounded, and wrong parts are named', () => {
    const long = 'x'.repeat(100_000)
    const wrong = (email: string, values = {}, listIds: number[] = [1]) => {
      const checked = checkTyped(form, { email, values, listIds })
      return Array.isArray(checked) && checked.map(({ field, wrong }) => `${field} ${wrong}`)
    }
    assert.deepEqual(wrong(''), ['email missing', 'name missing'])
    assert.deepEqual(wrong(`${long}@x.test`, { name: 'A' }), ['email address'])
    assert.deepEqual(wrong('a@x.test\r\nBcc: b@x.test', { name: 'A' }), ['email address'])
    assert.deepEqual(wrong('a@x.test', { name: long }), ['name value'])
    assert.deepEqual(wrong('a@x.test', { name: 'A\r\nB' }), ['name value'])
    assert.deepEqual(wrong('a@x.test', { name: 'A' }, [3]), ['lists lists'])
    assert.equal(wrong('a@x.test', { name: 'A', DD9: 'not asked for' }), false)
  })

  test('is counted by its mailbox and its network', () => {
    for (const email of ['A.b+c@Gmail.com', 'ab@googlemail.com', 'a.b@gmail.com'])
      assert.equal(mailboxKey(email), 'ab@gmail.com')
    assert.equal(mailboxKey('a.b+c@shop.test'), 'a.b@shop.test')
    assert.equal(mailboxKey('+c@shop.test'), '+c@shop.test')
    assert.equal(networkOf('192.0.2.77'), '192.0.2.0/24')
    assert.equal(networkOf('::ffff:192.0.2.77'), '192.0.2.0/24')
    assert.equal(networkOf('2001:db8:1:2:3::4'), '2001:db8:1::/48')
    assert.equal(networkOf('2001:db8::4'), '2001:db8:0::/48')
    assert.equal(networkOf('nonsense'), 'unknown')
    assert.deepEqual(['::ffff:192.0.2.77', '2001:db8::4%eth0', 'nonsense'].map(ipOf), [
      '192.0.2.77',
      '2001:db8::4',
      '',
    ])
  })
})
