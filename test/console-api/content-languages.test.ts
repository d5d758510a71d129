/** A newsletter in several languages, previewed and checked by real HTTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type {
  ContentFindingAnswer,
  PreviewAnswer,
} from '../../src/actions/newsletters/newsletter-proofs.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup({})
  await made('POST', '/lists', { name: 'Customers', fromEmail: 'news@shop.test' })
})
after(() => setup.running.close())

async function made<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

const text = (id: string, html: string) => ({ type: 'text', id, html })

const HEAD = {
  name: '',
  subject: 'Seeds',
  fromName: '',
  preheader: 'Hello',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '',
}

test('a newsletter in several languages is previewed and checked in each', async () => {
  const versions = [
    { language: 'sv', subject: 'Frön', preheader: '', texts: { a: { html: '<p>Så nu</p>' } } },
    { language: 'de', subject: '', preheader: 'Bald', texts: { b: { html: '<p>Bald</p>' } } },
  ]
  const languages = { base: 'en', fallback: ['sv'], versions }
  const blocks = [text('a', '<p>Sow now</p>'), text('b', '<p>Soon</p>')]
  const content = {
    ...HEAD,
    source: { kind: 'blocks', document: { blocks, languages } },
  }
  const seen = async (language?: string) => {
    const { subject, html } = await made<PreviewAnswer>('POST', '/newsletters/preview', {
      content,
      language,
    })
    const words = ['Sow now', 'Soon', 'Så nu', 'Bald'].filter(word => html!.includes(word))
    return [subject, ...words]
  }
  assert.deepEqual(await seen(), ['Seeds', 'Sow now', 'Soon'])
  assert.deepEqual(await seen('sv'), ['Frön', 'Soon', 'Så nu'])
  assert.deepEqual(await seen('de'), ['Frön', 'Så nu', 'Bald'])
  assert.deepEqual(await seen('fr'), await seen('sv'))
  const { id } = await made<{ id: number }>('POST', '/newsletters', content)
  const path = `/newsletters/${id}/draft/check`
  const checked = await made<{ findings: ContentFindingAnswer[] }>('POST', path, { links: false })
  const findings = checked.findings.filter(
    ({ code }) => code?.startsWith('untranslated') || code?.startsWith('languages'),
  )
  assert.deepEqual(
    findings.map(({ code, language, at }) => [code, language, at?.block]),
    [
      ['languages-no-field', undefined, undefined],
      ['untranslated-preheader', 'sv', undefined],
      ['untranslated', 'sv', 'b'],
      ['untranslated-subject', 'de', undefined],
      ['untranslated', 'de', 'a'],
    ],
  )
})

test('translations that are older than the base are counted, marked and found by the check', async () => {
  const version = (language: string, html: string) => ({
    language,
    subject: language,
    preheader: language,
    texts: { a: { html } },
  })
  const document = (base: string, sv: string) => ({
    blocks: [text('a', base)],
    languages: {
      base: 'en',
      fallback: ['sv'],
      versions: [version('sv', sv), version('de', '<p>Jetzt säen</p>')],
    },
  })
  const source = (...of: Parameters<typeof document>) => ({
    kind: 'blocks',
    document: document(...of),
  })
  const body = { ...HEAD, source: source('<p>Sow now</p>', '<p>Så nu</p>') }
  const { id } = await made<{ id: number }>('POST', '/newsletters', body)
  const path = `/newsletters/${id}/languages`
  const languages = () =>
    made<{ versions: { language: string; missing: number; old: number }[] }>('GET', path)
  const old = async () => (await languages()).versions.map(one => [one.language, one.old])
  assert.deepEqual(await old(), [
    ['sv', 0],
    ['de', 0],
  ])
  await made('PATCH', `/newsletters/${id}`, {
    source: source('<p><b>Sow</b> now</p>', '<p>Så nu</p>'),
  })
  assert.deepEqual(await old(), [
    ['sv', 0],
    ['de', 0],
  ])
  const changes = { source: source('<p>Sow in March</p>', '<p>Så i mars</p>'), subject: 'Spring' }
  await made('PATCH', `/newsletters/${id}`, changes)
  assert.deepEqual(await old(), [
    ['sv', 1],
    ['de', 2],
  ])
  const checked = await made<{ findings: ContentFindingAnswer[] }>(
    'POST',
    `/newsletters/${id}/check`,
    { links: false },
  )
  assert.deepEqual(
    checked.findings
      .filter(({ code }) => code === 'translation-old')
      .map(({ language, at, what }) => [language, what, at?.block]),
    [
      ['sv', 'subject', undefined],
      ['de', 'subject', undefined],
      ['de', 'blocks', 'a'],
    ],
  )
})

test('the order in which languages stand in is set alone, and names those of the newsletter', async () => {
  const version = (language: string) => ({ language, subject: '', preheader: '', texts: {} })
  const languages = { base: 'en', fallback: [], versions: [version('sv'), version('de')] }
  const document = { blocks: [text('a', '<p>Sow now</p>')], languages }
  const body = { ...HEAD, source: { kind: 'blocks', document } }
  const { id } = await made<{ id: number }>('POST', '/newsletters', body)
  const path = `/newsletters/${id}/languages`
  const order = async (fallback: unknown) => await setup.call('PATCH', path, { fallback })
  assert.deepEqual((await order(['de', 'sv'])).body, {
    base: 'en',
    fallback: ['de', 'sv'],
    versions: [
      { language: 'sv', missing: 3, old: 0 },
      { language: 'de', missing: 3, old: 0 },
    ],
  })
  for (const wrong of [['fr'], ['sv', 'sv'], 'sv', [1], ['toolong']])
    assert.equal((await order(wrong)).status, 400, JSON.stringify(wrong))
  assert.deepEqual((await setup.call('GET', path)).body.fallback, ['de', 'sv'])
  assert.equal((await setup.stranger('PATCH', path, { fallback: [] })).status, 404)
  const plain = await made<{ id: number }>('POST', '/newsletters', { subject: 'x', text: 'x' })
  const inOne = `/newsletters/${plain.id}/languages`
  assert.equal((await setup.call('GET', inOne)).body.base, null)
  const refused = await setup.call('PATCH', inOne, { fallback: [] })
  assert.deepEqual([refused.status, refused.body.code], [400, 'one-language'])
})
