/** Forms as people and programs meet them. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { keepBrand } from '../../src/domain/brand/brand.sql.ts'
import { FIRST_BRAND } from '../../src/domain/brand/brand.ts'
import { contrastOf } from '../../src/domain/brand/contrast.ts'
import { FORM_LANGUAGES, firstTexts } from '../../src/domain/forms/form-words.ts'
import { editForm, setFormTexts } from '../../src/domain/forms/save-form.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { styleOf } from '../../src/recipient/sign-up/brand-style.ts'
import { until } from '../support/until.ts'
import { type FormVisit, FROM_SHOP, newForm } from './sign-up-setup.ts'

let form: FormVisit
before(async () => {
  form = await newForm()
})

const YES = { consent: 'yes' }

describe('a form', () => {
  test('shows its words, changes nothing by a look, and has no script', async () => {
    const answer = await form.visit(`${form.path}?email=a%40b.test&name=%22%3E%3Cscript%3E`)
    const page = await answer.text()
    assert.equal(answer.status, 200)
    assert.match(page, /Get our newsletter/)
    assert.match(page, /value="a@b.test"/)
    assert.doesNotMatch(page, /<script/)
    assert.match(
      answer.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-/,
    )
    assert.ok(Buffer.byteLength(page) < 30_000)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
      await form.visit(form.path, { method })
    assert.deepEqual(await form.signUps(), [])
  })

  test('stores the input, and answers the same bytes for every address', async () => {
    const own = await newForm()
    const { accountId, service, call, listId } = own
    await call.InsertSubscriber({ email: 'known@b.test', listId })
    const said = { reason: '', listText: '', sendingText: '' }
    await optOut(service.store, accountId, { ...said, email: 'out@b.test' })
    const t = await own.time()
    const emails = ['new@b.test', 'known@b.test', 'out@b.test', 'x@nowhere.invalid', 'new@b.test']
    const pages: string[] = []
    for (const email of emails) {
      const answer = await own.post(own.path, { email, t, name: 'Ada', DD3: 'Lund', ...YES })
      assert.equal(answer.status, 200)
      pages.push(await answer.text())
    }
    assert.equal(new Set(pages).size, 1)
    const rows = await own.signUps()
    assert.equal(rows.length, emails.length)
    const { email, name, fields, network, page, state } = rows[0]
    assert.deepEqual(
      { email, name, fields, network, page, state },
      {
        email: 'new@b.test',
        name: 'Ada',
        fields: [null, null, 'Lund'],
        network: '127.0.0.0/24',
        page: '',
        state: 'new',
      },
    )
    assert.deepEqual(await own.members(), ['known@b.test'])
  })

  test('reports a missing value at its field, and keeps the rest', async () => {
    await editForm(form.service.store, form.accountId, form.formId, { required: ['DD3'] })
    const answer = await (await newFormOf(form)).post({ email: 'no address', name: 'A"b' })
    const page = await answer.text()
    assert.equal(answer.status, 400)
    assert.match(page, /id="w-email">This is no whole email address/)
    assert.match(page, /id="w-DD3">Please fill this in/)
    assert.match(page, /id="w-consent">Without this/)
    assert.match(page, /value="A&#34;b"/)
    await editForm(form.service.store, form.accountId, form.formId, { required: [] })
  })

  test('has a second box only with words for it, and it is never ticked beforehand', async () => {
    const own = await newForm()
    const { service, accountId, formId } = own
    const shown = async (query = '') => (await own.visit(own.path + query)).text()
    assert.doesNotMatch(await shown(), /name="measuring"/)
    await own.post(own.path, { email: 'a@b.test', measuring: 'yes', ...YES }, FROM_SHOP)
    const measuring = 'You may see what I click.'
    await setFormTexts(service.store, accountId, formId, 'en', { measuring })
    // Processes keep a form for two seconds.
    await until(async () => (await shown()).includes(measuring))
    assert.match(await shown('?measuring=yes'), /name="measuring" value="yes">/)
    const wrong = { email: 'no', measuring: 'yes', ...YES }
    const again = await own.post(own.path, wrong, FROM_SHOP)
    assert.match(await again.text(), /name="measuring" value="yes" checked>/)
    await own.post(own.path, { email: 'b@b.test', measuring: 'yes', ...YES }, FROM_SHOP)
    await own.post(own.path, { email: 'c@b.test', ...YES }, FROM_SHOP)
    assert.deepEqual(
      (await own.signUps()).map(({ email, measured }) => [email, measured]),
      [
        ['a@b.test', null],
        ['b@b.test', true],
        ['c@b.test', false],
      ],
    )
  })

  test('is not taken from programs: too fast, too old, of another form, or the trap filled', async () => {
    const foreign = await (await newForm()).time()
    const page = await (await form.visit(form.path)).text()
    const fresh = /name="t" value="([^"]+)"/.exec(page)![1]!
    const given = { email: 'bot@b.test', ...YES }
    for (const t of [fresh, foreign, 'nonsense', `${fresh}x`, 'x'.repeat(5_000)]) {
      const answer = await form.post(form.path, { ...given, t })
      assert.equal(answer.status, 400)
      assert.match(await answer.text(), /press the button once more/)
    }
    // Without a time: from a page of a host that was named, else once more.
    assert.equal((await form.post(form.path, given)).status, 400)
    assert.equal((await form.post(form.path, given, { Referer: 'https://evil.test/' })).status, 400)
    const trapped = { ...given, website: 'https://spam.test' }
    const honest = await form.post(form.path, { ...given, email: 'snippet@b.test' }, FROM_SHOP)
    const robot = await form.post(form.path, trapped, FROM_SHOP)
    assert.equal(await robot.text(), await honest.text())
    const rows = await form.signUps()
    assert.deepEqual(
      rows.map(({ email, page: at }) => [email, at]),
      [['snippet@b.test', 'https://shop.example/about']],
    )
  })

  test('closed, removed, of no account, or misspelt is not there', async () => {
    const own = await newForm()
    for (const path of [
      '/f/1-zzz',
      '/f/zzzz-1',
      '/f/',
      '/f/1',
      '/f/x-y-z',
      '/f/%00',
      '/f/1-9999999999',
    ])
      assert.equal((await own.visit(path)).status, 404, path)
    await editForm(own.service.store, own.accountId, own.formId, { active: false })
    assert.equal((await own.visit(own.path)).status, 404)
    assert.equal((await own.post(own.path, { email: 'a@b.test', ...YES }, FROM_SHOP)).status, 404)
    assert.deepEqual(await own.signUps(), [])
  })

  test('leads to a named address only', async () => {
    const own = await newForm({ afterUrl: 'https://shop.example/thanks' })
    const { service, accountId, formId } = own
    const answer = await own.post(own.path, { email: 'a@b.test', ...YES }, FROM_SHOP)
    assert.deepEqual(
      [answer.status, answer.headers.get('location')],
      [303, 'https://shop.example/thanks'],
    )
    for (const afterUrl of [
      '//evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      'https://shop.example@evil.test',
      'http://user@shop.example/',
      `https://shop.example/${'x'.repeat(3_000)}`,
    ])
      await assert.rejects(editForm(service.store, accountId, formId, { afterUrl }), {
        reason: 'not-valid',
      })
  })

  test('speaks the language that is asked for, else the reader’s, else its first', async () => {
    const own = await newForm()
    for (const language of FORM_LANGUAGES)
      await setFormTexts(own.service.store, own.accountId, own.formId, language, {})
    const shown = async (path: string, accept = '') => {
      const answer = await own.visit(path, { headers: { 'Accept-Language': accept } })
      const page = await answer.text()
      return FORM_LANGUAGES.filter(one => page.includes(firstTexts(one, '').title))
    }
    for (const one of FORM_LANGUAGES) {
      assert.deepEqual(await shown(`${own.path}?lang=${one}`, 'en'), [one])
      assert.deepEqual(await shown(own.path, one), [one])
    }
    for (const odd of ['xx', 'constructor', '__proto__'])
      assert.deepEqual(await shown(`${own.path}?lang=${odd}`, 'zz'), ['en'])
  })

  test('hostile words stay text', async () => {
    const own = await newForm()
    const hostile = '</style><script>alert(1)</script>" onload="x'
    await setFormTexts(own.service.store, own.accountId, own.formId, 'en', {
      title: hostile,
      intro: hostile,
      consent: hostile,
      button: hostile,
      thanks: hostile,
      labels: { DD3: hostile },
    })
    const page = await (await own.visit(own.path)).text()
    assert.equal(page.match(/<script/g), null)
    assert.equal(page.match(/<\/style>/g)!.length, 1)
  })
})

/** Posts with a time that is old enough. */
async function newFormOf(of: FormVisit) {
  const t = await of.time()
  return { post: (fields: Record<string, string>) => of.post(of.path, { t, ...fields }) }
}

test('any brand can be read: also yellow on white, and white on yellow', async () => {
  const pairs = [
    ['#ffff00', '#ffffff', '#ffffff'],
    ['#ffffff', '#ffff00', '#ffff00'],
  ]
  for (const [accent, paper, background] of [...pairs, ['#808080', '#7f7f7f', '#818181']]) {
    const colours = {
      ...FIRST_BRAND.colours,
      accent: accent!,
      paper: paper!,
      background: background!,
    }
    const style = styleOf({
      ...FIRST_BRAND,
      colours: { ...colours, onAccent: accent!, muted: paper! },
    })
    for (const block of style.split('@media')) {
      const of = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`, 'i').exec(block)?.[1]
      if (!of('card')) continue
      const needs = paper === '#7f7f7f' && of('card') === paper ? 3.8 : 4.5
      for (const [text, ground] of [
        ['ink', 'card'],
        ['soft', 'card'],
        ['accent', 'card'],
      ])
        assert.ok(contrastOf(of(text!)!, of(ground!)!) >= needs, `${text} on ${accent} ${paper}`)
      assert.ok(contrastOf(of('on-accent')!, of('accent')!) >= 4.5, `button ${accent}`)
    }
  }
  const brand = {
    ...FIRST_BRAND,
    logo: { src: 'https://cdn.test/a.png', alt: '', width: 100, href: '' },
    links: { imprint: 'https://shop.example/about', privacy: 'https://shop.example/privacy' },
  }
  const own = await newForm()
  await keepBrand(own.service.store, { accountId: own.accountId, brand: JSON.stringify(brand) })
  const answer = await own.visit(own.path)
  assert.match(
    answer.headers.get('content-security-policy')!,
    /img-src 'self' https:\/\/cdn\.test;/,
  )
  const page = await answer.text()
  assert.match(page, /<a href="https:\/\/shop\.example\/about">Legal notice<\/a>/)
  assert.match(page, /<a href="https:\/\/shop\.example\/privacy">Privacy<\/a>/)
})
