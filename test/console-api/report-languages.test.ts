/** The report of a newsletter in several languages: by a link, on the command line. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languageLines } from '../../src/cli/sending-report.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

/** The page of an address, as a stranger's browser gets it. */
async function shown(url: string, language = 'en'): Promise<string> {
  const answer = await fetch(setup.running.origin + new URL(url).pathname, {
    headers: { 'Accept-Language': language },
  })
  assert.equal(answer.status, 200)
  return answer.text()
}

test('a shared report has a row for each language of the newsletter, and no person', async () => {
  const { accountId, running } = setup
  const { id: listId } = (
    await call('POST', '/lists', { name: 'Languages', fromEmail: 'news@example.com' })
  ).body
  for (const [name, language] of [
    ['dora', 'sv'],
    ['eva', 'Svenska'],
    ['fia', 'en'],
  ])
    await call('POST', '/subscribers', {
      email: `${name}@people.test`,
      listId,
      fields: { DD1: language },
    })
  assert.equal((await call('PATCH', '/preferences', { languageField: 'DD1' })).status, 200)
  const languages = {
    base: 'en',
    fallback: [],
    versions: [
      { language: 'sv', subject: 'Nytt', preheader: '', texts: { a: { html: '<p>Hej</p>' } } },
    ],
  }
  const document = { blocks: [{ type: 'text', id: 'a', html: '<p>Hello</p>' }], languages }
  const { id: newsletterId } = (
    await call('POST', '/newsletters', { subject: 'News', source: { kind: 'blocks', document } })
  ).body
  const order = { newsletterId, listId, holdSeconds: 0, anyway: true }
  const { id } = (await call('POST', '/sendings', order)).body
  await planSending(running.store, accountId, id, 1e9)
  const text = `update deliveries set state = 'accepted', next_try_at = null, changed_at = now()
    where account_id = $1 and source_id = $2`
  await running.store.run({ name: '', text, again: false }, [accountId, id])
  const { url } = (await call('POST', `/sendings/${id}/links-to-report`, { days: 7 })).body
  const rows = (text: string) =>
    [...text.matchAll(/<tr><td>([^<]*)<\/td><td class="num">(\d+)<\/td>/g)].map(([, ...of]) => of)
  assert.deepEqual(rows(await shown(url)), [
    ['English', '1'],
    ['Swedish', '2'],
  ])
  const german = await shown(url, 'de')
  assert.match(german, /<h2>Nach Sprache<\/h2>/)
  assert.deepEqual(rows(german).at(1), ['Schwedisch', '2'])
  assert.doesNotMatch(german, /dora|people\.test/)
  const reported = (await call('GET', `/sendings/${id}/languages`)).body.languages
  assert.deepEqual(languageLines(reported), [
    'Languages:',
    '  en  1 email; accepted 1, opened 0, clicked 0',
    '  sv  2 emails; accepted 2, opened 0, clicked 0',
  ])
})
