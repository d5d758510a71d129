/** A newsletter in three languages: one sending, each email in the language of its reader. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import type { NewsletterSource } from '../../src/domain/newsletters/content/source.ts'
import {
  addDraft,
  editDraft,
  restoreVersion,
  savedNewsletter,
} from '../../src/domain/newsletters/save-newsletter.ts'
import { readerOfMessage } from '../../src/domain/newsletters/web-version.sql.ts'
import { copyNewsletter } from '../../src/domain/newsletters/working/arrange.ts'
import { savePreferencePage } from '../../src/domain/preferences/preference-page.ts'
import { languagesOf } from '../../src/domain/reports/sendings/by-language.ts'
import { sendingOfReport } from '../../src/domain/reports/sendings/figures.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { makeTestSending } from '../../src/domain/sendings/make-test-sending.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { newBatch, recordBatch, takeHitId } from '../../src/domain/tracking/record-hit.ts'
import { sendingSetup } from '../support/sending.ts'
import { type Sink, type SunkMessage, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PEOPLE = 300
const SUBJECTS = { en: 'Autumn', sv: 'Höst', de: 'Herbst' }
const WORDS = { en: 'Leaves fall', sv: 'Löven faller', de: 'Die Blätter fallen' }
const FOOTERS = { en: 'Unsubscribe', sv: 'Avsluta prenumerationen', de: 'Abmelden' }
type Language = keyof typeof WORDS

const source: NewsletterSource = {
  kind: 'blocks',
  document: {
    blocks: [
      { type: 'text', id: 'b1', html: `<p>${WORDS.en}, {{ name }}.</p>` },
      { type: 'button', id: 'b2', text: 'Look', href: 'https://example.test/en' },
      { type: 'list', id: 'b3', items: ['One', 'Two'] },
    ],
    languages: {
      base: 'en',
      fallback: ['sv'],
      versions: [
        {
          language: 'sv',
          subject: SUBJECTS.sv,
          preheader: '',
          texts: {
            b1: { html: `<p>${WORDS.sv}, {{ name }}.</p>` },
            b2: { text: 'Titta', href: 'https://example.test/sv' },
            b3: { 'items.1': 'Två' },
          },
        },
        {
          language: 'de',
          subject: SUBJECTS.de,
          preheader: '',
          texts: { b1: { html: `<p>${WORDS.de}, {{ name }}.</p>` }, gone: { html: 'Weg' } },
        },
      ],
    },
  },
}

/** p10 opens in English, p1 in Swedish, where they click, too. */
async function takeHits({ store, accountId }: typeof setup, sourceId: number): Promise<void> {
  const hit = async (deliveryId: number, kind: 'view' | 'click', link: number): Promise<Hit> => ({
    accountId,
    source: 'sending',
    sourceId,
    deliveryId,
    id: await takeHitId(store, accountId),
    kind,
    link,
    at: Date.now(),
    verdict: 'person',
    reason: '',
    agent: '',
    network: '',
  })
  const hits = [await hit(10, 'view', 0), await hit(1, 'view', 0), await hit(1, 'click', 2)]
  await recordBatch(store, newBatch(accountId, hits))
}

/** What people's field holds, as several programs write it. */
const SPOKEN = ['en', 'Svenska', 'de-AT', 'Swedish', 'DE', 'English', 'sv_FI', '', 'fr', 'deutsch']
const EXPECTED: Language[] = ['en', 'sv', 'de', 'sv', 'de', 'en', 'sv', 'sv', 'sv', 'de']

let setup: Awaited<ReturnType<typeof sendingSetup>>
let sink: Sink
let workers: Awaited<ReturnType<typeof setup.startWorkers>>
let newsletterId: number
before(async () => {
  sink = await startSink({ keep: 2 * PEOPLE })
  setup = await sendingSetup(PEOPLE)
  await setup.ask(
    `update subscribers set fields = array[($2::text[])[1 + id % 10]] where account_id = $1`,
    [setup.accountId, SPOKEN],
  )
  await savePreferencePage(setup.store, setup.accountId, {
    lists: [],
    confirmedLists: [],
    fields: [],
    languageField: 'DD1',
  })
  workers = await setup.startWorkers(sink.port)
  newsletterId = await addDraft(setup.store, setup.accountId, { subject: SUBJECTS.en, source })
})
after(async () => {
  await workers.stop()
  await sink.stop()
  await setup.drop()
})

async function sent(id: number, messages: number): Promise<SunkMessage[]> {
  const { store, accountId } = setup
  await until(async () => (await sendingProgress(store, accountId, id)).state === 'finished')
  const taken = sink.messages.splice(0)
  assert.equal(taken.length, messages)
  return taken
}

const languageOf = (address: string): Language =>
  EXPECTED[Number(/\bp(\d+)@/.exec(address)![1]) % 10]!

/** The email says the words of this language, and of no other. */
async function assertIn(language: Language, { bytes }: SunkMessage, prefix = ''): Promise<void> {
  const { subject, html, text } = await PostalMime.parse(bytes)
  assert.equal(subject, prefix + SUBJECTS[language])
  for (const one of Object.keys(WORDS) as Language[]) {
    assert.equal((html as string).includes(WORDS[one]), one === language, `${language} ${one}`)
    assert.equal(text!.includes(WORDS[one]), one === language)
    assert.equal((html as string).includes(`>${FOOTERS[one]}<`), one === language)
  }
  assert.match(html as string, new RegExp(`<html[^>]* lang="${language}"`))
  // What is not translated into German is in Swedish, which stands in, and then in English.
  const others = language === 'en' ? ['Look', 'Two'] : ['Titta', 'Två']
  for (const word of ['One', ...others]) assert.ok((html as string).includes(word), word)
}

describe('a newsletter in several languages', () => {
  test('is sent to each in their own, in one sending', async () => {
    const { store, accountId, listId } = setup
    const order = { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }
    const id = await makeSending(store, accountId, order)
    const emails = await sent(id, PEOPLE)
    for (const email of emails) await assertIn(languageOf(email.rcpts[0]!), email)
    const rows = await setup.ask(
      'select number, target from links where account_id = $1 and source_kind = 1 and ' +
        `source_id = $2 and target like '%example.test/__' order by number`,
      [accountId, id],
    )
    const targets = rows.map(([, target]) => target!.slice(-2))
    assert.deepEqual(targets, ['en', 'sv', 'sv'], 'numbered after one another')
    assert.equal(new Set(rows.map(([number]) => number)).size, 3)
    await takeHits(setup, id)
    const report = await languagesOf(store, accountId, await sendingOfReport(store, accountId, id))
    assert.deepEqual(
      report.map(one => [one.language, one.counts.accepted, one.opened, one.clicked]),
      [
        ['en', 60, 1, 0],
        ['sv', 150, 1, 1],
        ['de', 90, 0, 0],
      ],
    )
    // A web version, and an email that is tried again later, are what the person got first.
    await setup.ask(`update subscribers set fields = array['en'] where account_id = $1`, [
      accountId,
    ])
    const found = await readerOfMessage(store, {
      accountId,
      sourceKind: 1,
      sourceId: id,
      subscriberId: 2,
    })
    assert.equal(found.blocks, '-2')
    await setup.ask(
      `update subscribers set fields = array[($2::text[])[1 + id % 10]] where account_id = $1`,
      [accountId, SPOKEN],
    )
  })

  test('is in their own in a test email, too', async () => {
    const { store, accountId, listId } = setup
    const to = { emails: ['p12@example.test', 'p1@example.test', 'nobody@example.test'] }
    const order = { newsletterId, listId, to, zone: '+01:00' }
    const { id } = await makeTestSending(store, accountId, order)
    const emails = await sent(id, 3)
    for (const email of emails) {
      const isKnown = !email.rcpts[0]!.includes('nobody')
      await assertIn(isKnown ? languageOf(email.rcpts[0]!) : 'en', email, '[Test] ')
    }
  })

  test('keeps its languages in copies and versions, without texts of blocks that are gone', async () => {
    const { store, accountId } = setup
    const translated = async (id: number) => {
      const { translated, source: kept } = await savedNewsletter(store, accountId, id)
      const { languages } = kept.kind === 'blocks' ? kept.document : {}
      return { languages, html: translated?.versions.map(one => one.html) }
    }
    const before = await translated(newsletterId)
    assert.equal(before.html?.length, 2)
    assert.deepEqual(Object.keys(before.languages!.versions[1]!.texts), ['b1'])
    const copy = await copyNewsletter(store, accountId, newsletterId, 'Copy')
    assert.deepEqual(await translated(copy), before)
    await editDraft(store, accountId, copy, { source: { kind: 'html', html: '<p>One</p>' } })
    assert.equal((await translated(copy)).html, undefined)
    await restoreVersion(store, accountId, copy, 1)
    assert.deepEqual(await translated(copy), before)
    await editDraft(store, accountId, copy, { preheader: 'Soon' })
    const { translated: anew } = await savedNewsletter(store, accountId, copy)
    assert.deepEqual(
      anew!.versions.map(one => [one.subject, one.preheader]),
      [
        [SUBJECTS.sv, 'Soon'],
        [SUBJECTS.de, 'Soon'],
      ],
    )
  })

  test('is tried with subjects of newsletters of their own only', async () => {
    const { store, accountId, listId } = setup
    const variants = [{ subject: 'One' }, { subject: 'Two' }]
    const split = { variants, share: 10, by: 'opens' as const, waitMinutes: 60 }
    const order = { newsletterId, listId, dueAt: new Date(), zone: '+01:00', split }
    await assert.rejects(makeSending(store, accountId, order), /several languages/)
  })

  test('refuses a text that can not be sent, with block and language', async () => {
    const { store, accountId } = setup
    const { document } = source as Extract<NewsletterSource, { kind: 'blocks' }>
    const languages = structuredClone(document.languages!)
    languages.versions[1]!.texts.b1 = { html: '<p>{{ nothing of ours }}</p>' }
    const wrong = { kind: 'blocks' as const, document: { ...document, languages } }
    await assert.rejects(
      addDraft(store, accountId, { subject: 'Wrong', source: wrong }),
      (error: { place?: object }) => {
        assert.deepEqual(error.place, {
          block: 'b1',
          part: 'html',
          line: 1,
          column: 7,
          language: 'de',
        })
        return true
      },
    )
  })
})
