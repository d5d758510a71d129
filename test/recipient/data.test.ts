/** One's own data and being forgotten: asked for by the page of preferences, done by an email. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FORM_LANGUAGES } from '../../src/domain/forms/form-words.ts'
import { personToken } from '../../src/mail/links/person.ts'
import { newAddress } from '../support/account.ts'
import { newReader, type Reader } from './setup.ts'

const TODAY = Math.floor(Date.now() / 86_400_000)

const at = ({ tokens }: Reader) => `/p/${tokens.preferences}`

async function rowsOf({ service, account }: Reader, text: string) {
  return (await service.store.withClient(client => client.query(text, [account.id]))).rows
}

/** What the emails say: their links, one for each. */
async function links(reader: Reader): Promise<string[]> {
  const rows = await rowsOf(
    reader,
    'select fields from transactions where account_id = $1 order by id',
  )
  return rows.map(({ fields }) => new URL(fields[0]).pathname)
}

describe('my data', () => {
  test('comes by a link in an email, and never stands on a page', async () => {
    const reader = await newReader()
    const { post, visit, email } = reader
    const before = await (await visit(at(reader))).text()
    assert.match(before, /Send me my data/)
    const asked = await post(at(reader), 'wish=data')
    assert.match(await asked.text(), /An email is on its way/)
    await post(at(reader), 'wish=data')
    const [link, ...others] = await links(reader)
    assert.deepEqual(others, [], 'one a day')
    assert.match(link!, /^\/d\//)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await visit(link!, { method })
    const page = await (await visit(link!)).text()
    assert.ok(!page.includes(email))
    for (const body of ['', 'wish=', 'wish=forget', 'List-Unsubscribe=One-Click'])
      assert.equal((await post(link!, body)).status, 400)
    const file = await post(link!, 'wish=data')
    assert.match(file.headers.get('content-disposition')!, /^attachment/)
    const data = (await file.json()) as { email: string; subscriber: { name: string } }
    assert.deepEqual([data.email, data.subscriber.name], [email, 'Åsa'])
  })

  test('is refused with a way out where no address is set up to send it from', async () => {
    const reader = await newReader()
    await rowsOf(reader, "update lists set from_email = '' where account_id = $1")
    for (const wish of ['data', 'forget'])
      for (const lang of FORM_LANGUAGES) {
        const answer = await reader.post(at(reader), `wish=${wish}&lang=${lang}`)
        assert.equal(answer.status, 409, `${wish} ${lang}`)
        assert.ok((await answer.text()).includes('<h1>'))
      }
    const page = await (await reader.post(at(reader), 'wish=data&lang=en')).text()
    assert.match(page, /Answer one of the emails you get/)
    assert.deepEqual(await links(reader), [])
    const other = await reader.newList('Greenhouse')
    await rowsOf(
      reader,
      `update lists set from_email = 'a@shop.test' where account_id = $1 and id = ${other}`,
    )
    assert.equal((await reader.post(at(reader), 'wish=data')).status, 200)
    assert.equal((await links(reader)).length, 1, 'by the sender of any list')
  })

  test('works for some days, and for its own purpose and account only', async () => {
    const reader = await newReader()
    const { post, visit, key, account, subscriberId } = reader
    const ref = { accountId: account.id, id: subscriberId }
    const token = personToken(key, { ...ref, wish: 'data', day: TODAY })
    const old = personToken(key, { ...ref, wish: 'forget', day: TODAY - 9 })
    assert.match(await (await post(`/d/${old}`, 'wish=forget')).text(), /has run out/)
    for (const forged of [
      token.replace(/d\d+$/, `f${TODAY}`),
      token.replace(/\d+$/, String(TODAY + 1)),
      token.slice(0, -3),
      reader.tokens.preferences,
      'x'.repeat(9_000),
    ])
      assert.equal((await visit(`/d/${forged}`)).status, 404, forged.slice(0, 80))
    assert.equal((await visit(`/p/${token}`)).status, 404)
  })
})

describe('forget me', () => {
  test('erases by the button behind an emailed link, and keeps the address out', async () => {
    const reader = await newReader()
    const { post, visit, call, email, listId } = reader
    assert.match(await (await post(at(reader), 'wish=forget')).text(), /Nothing was changed yet/)
    const [link] = await links(reader)
    assert.match(await (await visit(link!)).text(), /Shall we forget you/)
    assert.equal((await post(link!, 'wish=data')).status, 400)
    const people = () => rowsOf(reader, 'select email from subscribers where account_id = $1')
    assert.equal((await people()).length, 1)
    assert.match(await (await post(link!, 'wish=forget')).text(), /You are forgotten/)
    assert.deepEqual(await people(), [])
    for (const table of ['subscribers', 'transactions', 'opt_outs'])
      assert.deepEqual(
        await rowsOf(
          reader,
          `select email from ${table} where account_id = $1 and email = '${email}'`,
        ),
        [],
        table,
      )
    assert.match(await (await visit(link!)).text(), /You get no emails from here/)
    assert.match(await (await visit(at(reader))).text(), /You get no emails from here/)
    await call.InsertSubscriber({ email, name: '', listId }).catch(() => undefined)
    assert.deepEqual(await people(), [], 'nobody adds the address again')
    await call.InsertSubscriber({ email: newAddress(), name: '', listId })
    assert.equal((await people()).length, 1)
  })

  test('can be asked for by who left everything', async () => {
    const reader = await newReader()
    await reader.post(at(reader), 'leave=everything')
    assert.match(await (await reader.visit(at(reader))).text(), /name="wish" value="forget"/)
    await reader.post(at(reader), 'wish=forget')
    const [link] = await links(reader)
    assert.match(await (await reader.post(link!, 'wish=forget')).text(), /You are forgotten/)
  })

  test('is asked in seven languages', async () => {
    for (const language of FORM_LANGUAGES) {
      const reader = await newReader()
      await reader.post(at(reader), `wish=forget&lang=${language}`)
      const [link] = await links(reader)
      const answer = await reader.visit(link!, { headers: { 'Accept-Language': language } })
      assert.equal(answer.headers.get('content-language'), language)
      const [row] = await rowsOf(reader, 'select fields from transactions where account_id = $1')
      assert.equal(row.fields[6], language)
    }
  })
})
