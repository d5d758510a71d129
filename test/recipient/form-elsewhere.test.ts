/** Forms of other sites: JSON from named origins, and the posts of old pages. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { editForm } from '../../src/domain/forms/save-form.ts'
import { type FormVisit, FROM_SHOP, newForm } from './sign-up-setup.ts'

describe('JSON', () => {
  let form: FormVisit
  before(async () => {
    form = await newForm()
  })
  const json = (body: unknown, headers: Record<string, string> = {}) =>
    form.visit(form.path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Origin: 'https://shop.example', ...headers },
    })

  test('is taken from the sites that the account named, alone', async () => {
    const given = { email: 'j@b.test', name: 'J', fields: { DD3: 'Lund' }, consent: true }
    const preflight = async (Origin: string) =>
      (await form.visit(form.path, { method: 'OPTIONS', headers: { Origin } })).headers.get(
        'access-control-allow-origin',
      )
    assert.equal(await preflight('https://shop.example'), 'https://shop.example')
    assert.equal(await preflight('https://evil.test'), null)
    for (const Origin of ['https://evil.test', 'null', 'https://shop.example.evil.test', '']) {
      const answer = await json(given, { Origin })
      assert.deepEqual(
        [answer.status, answer.headers.get('access-control-allow-origin')],
        [403, null],
      )
    }
    const answer = await json(given)
    assert.deepEqual([answer.status, await answer.json()], [202, { sent: true }])
    const [row] = await form.signUps()
    assert.deepEqual([row.email, row.name, row.fields[2]], ['j@b.test', 'J', 'Lund'])
  })

  test('reports missing fields, and is bounded', async () => {
    const answer = await json({ email: 'no', name: ['x'], fields: 7, lists: {} })
    assert.equal(answer.status, 400)
    assert.deepEqual(await answer.json(), {
      mistakes: [
        { field: 'email', wrong: 'address' },
        { field: 'consent', wrong: 'missing' },
      ],
    })
    for (const body of ['', '[]', 'null', '"x"', '{"email"', '[['.repeat(5_000)])
      assert.equal((await json(body)).status, 400)
    assert.equal((await json({ email: 'x'.repeat(100_000) })).status, 413)
    assert.equal((await form.signUps()).length, 1)
    assert.deepEqual(form.service.reported, [])
  })
})

describe('an old page', () => {
  const OLD = '/public/process-subscription-form.aspx'
  const ID = '3f2504e04f8911d39a0c0305e82c3301'

  async function oldForm(id: string) {
    const form = await newForm({ listsChosen: true })
    const more = await form.newList('More')
    const { service, accountId, formId, listId } = form
    const changes = { listIds: [listId, more], formerId: id }
    await editForm(service.store, accountId, formId, changes)
    const send = (body: string | FormData, path = `${OLD}?formId=${id}`, headers = {}) =>
      form.visit(path, {
        method: 'POST',
        body,
        headers: {
          ...(typeof body === 'string' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
          ...FROM_SHOP,
          ...headers,
        },
      })
    return { ...form, more, send }
  }

  test('signs up with its fields and lists, in each of its ways', async () => {
    const own = await oldForm(ID)
    const { listId, more, send } = own
    const base = `pf_FormType=OptInForm&pf_OptInMethod=SingleOptIn&pf_AccountId=7&pf_CounterDemogrFields=1&pf_CounterMailinglists=2&pf_ListById=1&pf_DeliveryFormat=HTML&pf_Version=2&pf_CharSet=utf-8&Submit=Go`
    const who = (name: string) => `pf_Email=${name}%40b.test&pf_SubscriberName=%C3%85sa`
    const multipart = new FormData()
    for (const [name, value] of [
      ['pf_Email', 'multi@b.test'],
      ['pf_SubscriberName', 'Åsa'],
      ['pf_Demographicfield3', 'Lund'],
      ['pf_MailinglistName1', String(more)],
    ])
      multipart.append(name!, value!)
    const sent = [
      await send(`${base}&${who('one')}&pf_Demographicfield3=Lund&pf_MailinglistName1=${listId}`),
      await send(
        `${base}&${who('body')}&pf_DemographicField3=Lund&formId=${ID}&pf_MailinglistName1=${more}`,
        OLD.toUpperCase().replace('/PUBLIC/', '/public/'),
      ),
      await send(
        `pf_Email=latin%40b.test&pf_SubscriberName=%C5sa&pf_Demographicfield3=Lund&pf_MailinglistName[]=${listId}&pf_MailinglistName[]=${more}`,
      ),
      await send(
        `${who('ticked')}&pf_Demographicfield3=Lund&pf_MailinglistName1=${listId}&pf_MailinglistName1=${more}`,
      ),
      await send(multipart),
    ]
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    const rows = await own.signUps()
    assert.deepEqual(
      rows.map(({ email, name, fields, list_ids }) => [email, name, fields[2], list_ids]),
      [
        ['one@b.test', 'Åsa', 'Lund', [listId]],
        ['body@b.test', 'Åsa', 'Lund', [more]],
        ['latin@b.test', 'Åsa', 'Lund', [listId, more]],
        ['ticked@b.test', 'Åsa', 'Lund', [listId, more]],
        ['multi@b.test', 'Åsa', 'Lund', [more]],
      ],
    )
    assert.deepEqual(await own.members(), [], 'whatever it says of single opt-in')
    await own.settle()
    for (const { id } of rows) await own.post(own.confirmPath(Number(id)), { confirm: 'yes' })
    assert.equal(new Set(await own.members()).size, 5)
  })

  test('leads to named hosts only', async () => {
    const own = await oldForm('aaaa01')
    const to = async (address: string) => {
      const body = `pf_Email=r${Math.random()}%40b.test&pf_redir=${encodeURIComponent(address)}`
      const answer = await own.send(body)
      return answer.headers.get('location')
    }
    assert.equal(await to('https://shop.example/danke'), 'https://shop.example/danke')
    for (const address of ['//evil.test', 'https://evil.test/', 'javascript:alert(1)', '/relative'])
      assert.equal(await to(address), null)
  })

  test('of a stranger’s site is shown once more; unknown ids are not there', async () => {
    const own = await oldForm('aaaa02')
    const stranger = { Referer: 'https://bomber.test/' }
    const answer = await own.send('pf_Email=victim%40b.test', undefined, stranger)
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /value="victim@b.test"[\s\S]*name="consent"/)
    assert.equal((await own.visit(`${OLD}?formId=aaaa02`)).status, 200)
    for (const id of ['bbbb', '', '%27', 'x'.repeat(5_000)])
      assert.equal((await own.send('pf_Email=a%40b.test', `${OLD}?formId=${id}`)).status, 404)
    assert.equal((await own.send(`pf_Email=${'x'.repeat(100_000)}`)).status, 413)
    assert.deepEqual(await own.signUps(), [])
    const twin = await newForm()
    const { store } = twin.service
    await editForm(store, twin.accountId, twin.formId, { formerId: 'aaaa02' })
    assert.equal((await own.send('pf_Email=a%40b.test')).status, 404, 'of two accounts')
    assert.deepEqual(own.service.reported, [])
  })

  test('of leaving shows a button, and the answer tells nothing about the address', async () => {
    const own = await oldForm('aaaa03')
    const { call, listId, more } = own
    await call.InsertSubscriber({ email: 'in@b.test', listId })
    await call.InsertSubscriber({ email: 'in@b.test', listId: more })
    const leave = (email: string) =>
      own.send(
        `pf_FormType=OptOutList&pf_Email=${encodeURIComponent(email)}&pf_MailinglistName1=${more}`,
        undefined,
        { Referer: 'https://anywhere.test/' },
      )
    const page = await (await leave('in@b.test')).text()
    assert.match(page, /value="in@b\.test"[\s\S]*<li>More<\/li>/)
    assert.doesNotMatch(page, /<li>News/)
    await own.settle()
    assert.deepEqual(await own.signUps(), [], 'the page alone changes nothing')
    const t = /name="t" value="([^"]+)"/.exec(page)![1]!
    const press = (email: string, fields = {}) =>
      own.post(own.path, { leave: 'yes', t, list: String(more), email, ...fields })
    assert.match(await (await press('in@b.test', { t: '' })).text(), /<button>/, 'no mark')
    assert.equal((await press('nobody')).status, 400)
    assert.equal((await press('a@b.test', { next: 'https://shop.example/bye' })).status, 303)
    assert.equal((await press('a@b.test', { next: 'https://evil.test/bye' })).status, 200)
    const said = [await press('in@b.test'), await press('out@b.test')]
    assert.deepEqual(
      said.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(await said[0]!.text(), await said[1]!.text())
    await own.settle()
    await own.settle()
    assert.deepEqual(
      (await own.signUps()).map(({ email, state }) => [email, state]),
      ['a', 'a', 'in', 'out'].map(name => [`${name}@b.test`, 'left']),
    )
    const on = await own.ask(
      `select list_id from subscriptions where account_id = $1 and unsubscribed_at is null`,
    )
    assert.deepEqual(on, [{ list_id: listId }])
    for (let i = 0; i < 16; i++) await press(`x${i}@b.test`)
    assert.equal((await press('one@more.test')).status, 429)
    assert.deepEqual(own.service.reported, [])
  })
})
