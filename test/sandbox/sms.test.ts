/**
 * The page of SMS: as a telephone would show them, for whoever is signed in, and nothing in a
 * text is more than text.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeIds } from '../../src/db/ids.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { keepSms } from '../../src/domain/sandbox/sms.sql.ts'
import { newAccount } from '../support/account.ts'

async function newOwner() {
  const { service, account } = await newAccount()
  const { store, port } = service
  const cookie = `pennypost_session=${await openSession(store, account.id)}`
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...init.headers },
    })
  return {
    visit,
    page: async (path: string) =>
      (await (await visit(path)).text()).replace(/<style>[\s\S]*?<\/style>/, ''),
    keep: async (numbers: string[], text: string, sender = 'Shop') =>
      keepSms(store, {
        accountId: account.id,
        ids: await takeIds(store, account.id, 'sandbox sms', numbers.length),
        messageIds: numbers.map(() => 7),
        deliveryIds: numbers.map((_, at) => at + 1),
        numbers,
        sender,
        text,
      }),
  }
}

test('shows each SMS in its bubble, the newest first, with its segments', async () => {
  const { keep, page } = await newOwner()
  assert.match(await page('/sandbox/texts'), /No SMS yet\. While no SMS_URL is set/)
  await keep(['+46701740610'], 'Rea på fredag\nkl 9')
  await keep(
    ['+46701740611', '+46701740612'],
    `<b>Don’t</b>${'x'.repeat(60)} & “so”`,
    '<i>Shop</i>',
  )
  const shown = await page('/sandbox/texts')
  assert.deepEqual(
    [...shown.matchAll(/number=%2B(\d+)"/g)].map(([, number]) => number),
    ['46701740612', '46701740611', '46701740610'],
  )
  assert.match(shown, /<p class="bubble">Rea på fredag\nkl 9<\/p>/)
  assert.match(
    shown,
    /<p class="bubble">&#60;b&#62;Don<mark>’<\/mark>t&#60;\/b&#62;x{60} &#38; <mark>“<\/mark>so<mark>”<\/mark><\/p>/,
  )
  assert.match(shown, /<p class="from">&#60;i&#62;Shop&#60;\/i&#62;<\/p>/)
  assert.match(
    shown,
    /2 segments in UCS-2, 79 of 134 characters; <mark>3<\/mark> not in the GSM alphabet/,
  )
  assert.match(shown, /One segment in the GSM alphabet, 18 of 160 characters/)
  assert.match(shown, /3 SMS/)
  assert.match(await page('/sandbox'), /<a href="\/sandbox\/texts">SMS<\/a>/)
})

test('is searched by number, in pages, and emptied from a form of ours only', async () => {
  const { keep, page, visit } = await newOwner()
  await keep(
    Array.from({ length: 60 }, (_, at) => `+467017406${String(at).padStart(2, '0')}`),
    'Hej',
  )
  const first = await page('/sandbox/texts')
  const next = /href="(\/sandbox\/texts\?before=\d+)"/.exec(first)![1]!
  const second = await page(next)
  assert.equal([...first.matchAll(/class="bubble"/g)].length, 50)
  assert.equal([...second.matchAll(/class="bubble"/g)].length, 10)
  assert.doesNotMatch(second, /rel="next"/)
  const found = await page('/sandbox/texts?number=%2B46%2070%20174%2006%2033')
  assert.deepEqual([...found.matchAll(/class="bubble"/g)].length, 1)
  assert.match(await page('/sandbox/texts?number=999'), /No SMS to such a number/)
  const elsewhere = await visit('/sandbox/texts/empty', {
    method: 'POST',
    headers: { origin: 'https://evil.example.test' },
  })
  assert.equal(elsewhere.status, 403)
  assert.equal((await visit('/sandbox/texts/empty')).status, 405)
  assert.equal((await visit('/sandbox/texts/empty', { method: 'POST' })).status, 303)
  assert.match(await page('/sandbox/texts'), /No SMS yet/)
})

test('is for a signed-in account, and for its own texts', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()]
  await owner.keep(['+46701740610'], 'Hej')
  assert.doesNotMatch(await stranger.page('/sandbox/texts'), /Hej/)
  const answer = await owner.visit('/sandbox/texts', {
    headers: { cookie: 'pennypost_session=1.x' },
  })
  assert.deepEqual(
    [answer.status, answer.headers.get('location')],
    [303, '/console?to=%2Fsandbox%2Ftexts'],
  )
})
