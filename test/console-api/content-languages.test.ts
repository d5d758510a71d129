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
