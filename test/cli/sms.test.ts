/** `pennypost sms` and `credits`, run as a user runs them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(6)
  await setup.rows(
    "update subscribers set country_code = '46', phone = '07017406' || (10 + least(id, 4)) " +
      'where id < 6',
  )
  await setup.rows("insert into counters (account_id, kind, next_id) values (1, 'subscriber', 100)")
})
after(() => setup.drop())

const send = (...args: string[]) => ['sms', 'send', '--list', setup.listId, ...args]

describe('before it is sent', () => {
  test('shows segments, what makes them dear, who gets it, cost and balance; and nothing happens', async () => {
    const { run, json, rows } = setup
    assert.match((await run(['credits', 'show'])).out, /^Balance: 0\nNothing was added yet/)
    assert.deepEqual(await json(['credits', 'add', '--amount', '20.5', '--note', 'invoice 1']), {
      balance: '20.5',
      released: [],
    })
    const { out, code } = await run(send('--text', `Don’t${'x'.repeat(70)}`, '--dry-run'))
    assert.equal(code, 0)
    assert.equal(
      out.replace(/^Left out.*\n/m, ''),
      `Text:      75 characters in UCS-2, 2 segments
           not in the GSM alphabet: ’(U+2019)
           without it: 1 segment
Goes to:   4 numbers of list 1 (Customers): 8 credits
Balance:   12.5 after it
Nothing was sent.
`,
    )
    assert.deepEqual(/Left out: {2}(.*)/.exec(out)![1]!.split(', ').sort(), [
      '1 no number',
      '1 same number',
    ])
    const { leftOut, ...tried } = await json(send('--text', 'Hej', '--dry-run'))
    assert.deepEqual(leftOut, { 'same-number': 1, 'no-number': 1 })
    assert.deepEqual(tried, {
      alphabet: 'gsm',
      characters: 3,
      offending: [],
      state: 'sending',
      cost: '4',
      balance: '16.5',
      candidates: 6,
      planned: 4,
      segments: 1,
      parts: ['Hej'],
      replacements: [],
      prices: [{ price: '1', numbers: 4, cost: '4' }],
    })
    assert.deepEqual(await rows('select 1 from sms_messages'), [])
  })

  test('asks for confirmation, and without a terminal sends nothing', async () => {
    const { out, err, code } = await setup.run(send('--text', 'Hej'))
    assert.deepEqual([code, out], [1, ''])
    assert.match(
      err,
      /Goes to: {3}4 numbers.*\n[\s\S]*add --yes to go on\. Nothing was changed\.\n$/,
    )
    await setup.fails(send('--file', '-'), /^The text comes from standard input/, {}, 'Hej')
    assert.deepEqual(await setup.rows('select 1 from sms_messages'), [])
  })

  test('what can not be sent is refused in a sentence', async () => {
    const { fails } = setup
    await fails(send('--text', ' ', '--yes'), /^The message is empty\.\n$/)
    await fails(
      send('--text', 'x'.repeat(5_000), '--yes'),
      /^The message has 5000 characters in the GSM alphabet: that is 33 segments\. It may have 10, up to 1530 characters\.\n$/,
    )
    await fails(send('--yes'), /^Give the text with --text/)
    await fails(['sms', 'show', '99'], /^There is no SMS 99\. To see them: pennypost sms list\n$/)
    await fails(['credits', 'add', '--amount', '1e3'], /^An amount of credits is a number/)
    await fails(['sms', 'optout', 'add', '0701740610'], /Write it with its calling code/)
    await fails(['sms', 'price', 'set', '46', '0,35'], /^A price is a number of credits/)
  })
})

test('sent, held, released, cancelled; the ledger tells all of it', async () => {
  const { run, json, file } = setup
  file('text.txt', 'Rea på fredag\r\nkl 9\n')
  const first = await run(send('--file', 'text.txt', '--yes'))
  assert.match(
    first.out,
    /^Text: {6}18 characters in the GSM alphabet, 1 segment\n[\s\S]*\nSMS 1 is sent now\.\nTo see its state: pennypost sms show 1\n$/,
  )
  assert.equal((await json(['sms', 'show', '1'])).text, 'Rea på fredag\nkl 9')
  const held = await run(send('--text', 'x'.repeat(700), '--yes'))
  assert.match(held.out, /Balance: {3}16\.5, too little[\s\S]*SMS 2 is held\./)
  const shown = await run(['sms', 'show', '2'])
  assert.match(
    shown.out,
    /^Message: {3}2, to list 1 \(Customers\)\nState: {5}held\n {11}It waits for credits: it is sent when 3\.5 more are added\.\n/,
  )
  assert.match(
    (await run(['credits', 'show'])).out,
    /^Balance: 16\.5\nHeld: {4}1 message for 20 credits/,
  )
  const list = await run(['sms', 'list'])
  assert.match(
    list.out,
    /^ +Id {2}State .*\n +2 {2}held +4 +20 {2}.*xxx\n +1 {2}sending +4 +4 {2}.*Rea på fredag kl 9\n$/,
  )
  assert.match(
    (await run(['credits', 'add', '--amount', '3.5'])).out,
    /^The balance is 0\.\nSMS 2 was held and is sent now\.\n$/,
  )
  assert.match(
    (await run(['sms', 'cancel', '2', '--yes'])).out,
    /^SMS 2 is cancelled: 4 numbers get nothing, 20 credits came back\.\n$/,
  )
  const { balance } = await json(['credits', 'show'])
  const entries = await json(['credits', 'entries', '--limit', '3'])
  assert.equal(balance, '20')
  assert.deepEqual(
    entries.map(
      ({ id, kind, amount, balance: after, messageId, note }: Record<string, unknown>) => [
        id,
        kind,
        amount,
        after,
        messageId,
        note,
      ],
    ),
    [
      [5, 'given back', '20', '20', 2, '4 SMS were not sent'],
      [4, 'debit', '-20', '0', 2, ''],
      [3, 'added', '3.5', '20', null, ''],
    ],
  )
})

test('prices and opt-outs are kept', async () => {
  const { run, json, fails } = setup
  assert.match(
    (await run(['sms', 'price', 'list'])).out,
    /^There is no price table: a segment costs 1 credit/,
  )
  assert.match(
    (await run(['sms', 'price', 'set', '+46', '0.350'])).out,
    /^A segment to \+46\.\.\. costs 0\.35\.\n$/,
  )
  await fails(
    ['sms', 'price', 'import', '-'],
    /^Line 2: A price .* Nothing was changed\.\n$/,
    {},
    '46;1\n47;x\n',
  )
  await run(
    ['sms', 'price', 'import', '-', '--replace'],
    {},
    'country;price;prefix\nSweden;0,30;46\nMobile;0,25;467\n',
  )
  assert.deepEqual(await json(['sms', 'price', 'list']), [
    { prefix: '46', price: '0.3' },
    { prefix: '467', price: '0.25' },
  ])
  await run(['sms', 'price', 'remove', '467'])
  assert.match(
    (await run(['sms', 'optout', 'add', '0701740611', '--country', 'SE', '--reason', 'asked'])).out,
    /^\+46701740611 gets no SMS from now on\.\n$/,
  )
  assert.match((await run(['sms', 'optout', 'list'])).out, / {2}\+46701740611 {2}asked\n$/)
  const { cost, leftOut } = await json(send('--text', 'Hej', '--yes'))
  assert.deepEqual([cost, leftOut['opted-out-of-sms']], ['0.9', 1])
  assert.match((await run(['sms', 'optout', 'remove', '+46701740611'])).out, /may get SMS again/)
})
