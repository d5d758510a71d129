/** The people asked to confirm, the rate limits, and the email. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { keepBrand } from '../../../src/domain/brand/brand.sql.ts'
import { FIRST_BRAND } from '../../../src/domain/brand/brand.ts'
import { editForm } from '../../../src/domain/forms/save-form.ts'
import { macKeyOf } from '../../../src/domain/keys/link-keys.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { askToConfirm } from '../../../src/domain/sign-ups/keep-sign-up.ts'
import { PACE, PER_NETWORK_HOUR } from '../../../src/domain/sign-ups/settle-sign-up.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { confirmToken } from '../../../src/mail/links/sign-up.ts'
import { settleDueSignUps } from '../../../src/workers/sign-ups.ts'
import { startSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'
import { type SignUpSetup, signUpSetup } from './setup.ts'

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

describe('who is asked', () => {
  test('one mailbox in an hour and three in a day, in any spelling', async () => {
    const { signUp, settle, stateOf, later } = setup
    const spellings = [
      'bomb@gmail.com',
      'BOMB@gmail.com',
      'b.o.m.b@googlemail.com',
      'bomb+x@gmail.com',
      'Bomb@GMAIL.com',
      'bo.mb@gmail.com',
      'b.omb+y@gmail.com',
      'bomb+z@googlemail.com',
      'B.OMB@GoogleMail.com',
      '  bomb@gmail.com ',
    ]
    const ids = await Promise.all(spellings.map(email => signUp({ email })))
    await settle()
    const states = await Promise.all(ids.map(stateOf))
    assert.deepEqual(states.toSorted(), [...Array(9).fill('refused: repeated'), 'waiting'])
    const more: string[] = []
    for (let i = 0; i < 4; i++) {
      await later('2 hours')
      const id = await signUp({ email: 'bomb@gmail.com' })
      await settle()
      more.push((await stateOf(id))!)
    }
    assert.deepEqual(more, [...Array(2).fill('waiting'), ...Array(2).fill('refused: repeated')])
  })

  test('two of a mailbox that are decided about at the same time', async () => {
    const own = await signUpSetup()
    try {
      const { store, keys, reported, ask, stateOf } = own
      const ids = [
        await own.signUp({ email: 'twin@example.test' }, '10.1.1.0/24'),
        await own.signUp({ email: 'TWIN@example.test' }, '10.1.2.0/24'),
      ]
      const emails = async () => (await ask('select count(*) from transactions'))[0]![0]
      let looked = 0
      await settleDueSignUps({
        store,
        keys,
        publicUrl: 'https://mail.example.test',
        days: 7,
        // Both were found due; the second one goes on once the first has its email.
        async takesMail() {
          const turn = ++looked
          await until(async () => (turn === 1 ? looked === 2 : (await emails()) === '1'))
          return true
        },
        report: error => void reported.push(error),
      })
      assert.equal(looked, 2)
      const states = await Promise.all(ids.map(stateOf))
      assert.deepEqual(states.toSorted(), ['refused: repeated', 'waiting'])
      assert.equal(await emails(), '1')
      assert.deepEqual(reported, [])
    } finally {
      await own.close()
    }
  })

  test('no one whose mailbox is gone, who complained, or whose domain takes no mail', async () => {
    const { store, accountId, listId, signUp, settle, stateOf, ask } = setup
    const person = { name: '', format: undefined, countryCode: '', phone: '' }
    for (const [email, column] of [
      ['gone@example.test', 'undeliverable_since'],
      ['spam@example.test', 'complained_at'],
    ]) {
      await subscribe(store, accountId, listId, { ...person, email: email! })
      await ask(`update subscribers set ${column} = now() where email_key = $1`, [email])
    }
    const ids = await Promise.all(
      ['gone@example.test', 'spam@example.test', 'x@nowhere.test'].map(email =>
        signUp({ email }, `${email}/24`),
      ),
    )
    await settle()
    assert.deepEqual(await Promise.all(ids.map(stateOf)), [
      'refused: undeliverable',
      'refused: complained',
      'refused: no-mail',
    ])
  })

  test('who opted out is asked once in 30 days', async () => {
    const { store, accountId, signUp, settle, stateOf, later } = setup
    const email = 'no@example.test'
    await optOut(store, accountId, { email, reason: '', listText: '', sendingText: '' })
    await waiting(email)
    await later('2 days')
    const id = await signUp({ email }, 'other')
    await settle()
    assert.equal(await stateOf(id), 'refused: opted-out')
  })

  test('a network, and a form that gets far more than usual, become slow; nothing is lost', async () => {
    const own = await signUpSetup()
    try {
      const many = PACE.least + 20
      const ids: number[] = []
      for (let i = 0; i < many; i++)
        ids.push(await own.signUp({ email: `n${i}@example.test` }, `10.0.${i % 50}.0/24`))
      for (let i = 0; i < PER_NETWORK_HOUR + 5; i++)
        await own.signUp({ email: `m${i}@example.test` }, '10.9.9.0/24')
      while (await own.settle());
      await own.settle()
      const count = async () =>
        Object.fromEntries(
          (await own.ask(`select state || ' ' || reason, count(*) from sign_ups group by 1`)).map(
            ([what, people]) => [what, Number(people)],
          ),
        )
      const first = await count()
      // Ten are decided about at a time, so a few more may pass.
      assert.ok(first['waiting '] >= PACE.least && first['waiting '] < PACE.least + 10)
      assert.equal(
        first['waiting '] + (first['held pace'] ?? 0) + (first['held network'] ?? 0),
        many + 25,
      )
      const [[hold]] = (await own.ask('select held_until > now() from forms')) as [[string]]
      assert.equal(hold, 't', 'its pace is used up')
      const late = await own.signUp({ email: 'late@example.test' }, '10.8.8.0/24')
      assert.equal(await own.stateOf(late), 'held: pace', 'as it comes')
      const checked = {
        email: 'api@example.test',
        name: '',
        fields: [],
        listIds: [own.listId],
        measured: null,
      }
      await askToConfirm(own.store, own.accountId, await own.form(), checked, 'en')
      const dues = await own.ask(
        `select count(distinct due) from sign_ups where reason = 'pace' and email ~ 'late|api'`,
      )
      assert.deepEqual(dues, [['1']])
      assert.ok(await own.leave('gone@example.test'))
      assert.equal((await count())['leaving '], 1)
      await own.later('61 minutes')
      while (await own.settle());
      assert.ok((await count())['waiting '] > first['waiting '])
      assert.deepEqual(own.reported, [])
    } finally {
      await own.close()
    }
  })

  test('no more than 300 of a network in an hour are kept', async () => {
    const { signUp, later } = setup
    const post = (i: number) => signUp({ email: `more${i}@example.test` }, 'full')
    const kept = (await Promise.all(Array.from({ length: 320 }, (_, i) => post(i)))).filter(
      id => id !== undefined,
    )
    assert.equal(kept.length, 300)
    assert.equal(await post(400), undefined)
    assert.ok((await signUp({ email: 'more@example.test' }, 'free')) > 0)
    await later('61 minutes')
    assert.ok((await post(500)) > 0, 'an hour later')
  })
})

test('the email is a transaction: no list headers, no tracking, and nothing that was typed', async () => {
  const { startWorkers, signUp, keys, accountId, store, formId } = setup
  const links = { imprint: 'https://shop.example/about', privacy: 'https://shop.example/p' }
  const brand = JSON.stringify({ ...FIRST_BRAND, links })
  await keepBrand(store, { accountId, brand })
  const sink = await startSink({ keep: 100 })
  const workers = await startWorkers(sink.port, { SIGN_UP_MX: 'no' })
  try {
    const values = { name: 'CHEAP-PILLS http://evil.test', DD3: 'BUY-NOW' }
    const id = await signUp({ email: 'victim@example.test', values }, 'n')
    const got = await until(() =>
      sink.messages.find(({ rcpts }) => rcpts.join().includes('victim@example.test')),
    )
    const text = got.bytes.toString().replaceAll('=\r\n', '')
    assert.doesNotMatch(text, /CHEAP|BUY-NOW|evil\.test/)
    assert.doesNotMatch(text, /^List-/m)
    assert.match(text, /Legal notice: https:\/\/shop\.example\/about/)
    assert.match(text, /href=3D"https:\/\/shop\.example\/p"[^>]*>Privacy</)
    assert.doesNotMatch(text, /\/t\/|\.gif/)
    const token = confirmToken(macKeyOf(keys.newest()), { accountId, signUpId: id })
    assert.ok(text.includes(`https://mail.example.test/o/${token}`))
    assert.match(text, /^To: victim@example\.test\r$/m)
    await editForm(store, accountId, formId, { name: 'Other name' })
  } finally {
    await workers.stop()
    await sink.stop()
  }
})
