/** The page about measuring: whose email it is, the switch, and hits after it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { measuringOfPerson } from '../../src/domain/measuring/answer.ts'
import { setRule } from '../../src/domain/measuring/rule.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../src/domain/privacy/export-person.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { linkToken, messageTokens } from '../../src/mail/links/links.ts'
import { compileMeasured, composeMessage } from '../../src/mail/message/compose.ts'
import { MEASURING_TEXTS } from '../../src/recipient/measuring-texts.ts'
import { form, newReader, type Reader } from './setup.ts'

const LANGUAGES = ['en', 'sv', 'de', 'fr', 'nb', 'da', 'fi']
const NO = form({ measured: 'no' })
const YES = form({ measured: 'yes' })
/** Ten thousand a minute: TEST_SCALE=10. */
const FLOOD = 1_000 * Number(process.env.TEST_SCALE ?? 1)
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' }

async function reader() {
  const made = await newReader()
  const { store } = made.service
  const accountId = made.account.id
  const path = `/s/${made.tokens.preferences}`
  const now = async () => {
    const { opens, clicks, answers } = await measuringOfPerson(store, accountId, made.subscriberId)
    return { opens, clicks, answers: answers.length }
  }
  const link = linkToken(made.key, made.ref, 1, 'https://shop.example/bikes')
  return {
    ...made,
    store,
    accountId,
    path,
    now,
    open: (hit = made.tokens.hit) => made.visit(`/t/${hit}.gif`, { headers: BROWSER }),
    click: (hit = made.tokens.hit) => made.visit(`/t/${link}/${hit}`, { headers: BROWSER }),
    /** Kind and person of each hit. */
    hits: async () => {
      await foldHits(store, accountId, { holdSeconds: 0 })
      const text = `select kind || ' ' || coalesce(delivery_id::text, '-') from hits
        where account_id = ${accountId} and reason <> 'click' order by 1`
      return (await store.run({ name: '', text, again: true }, [])).rows.flat()
    },
  }
}

describe('the page about measuring', () => {
  test('says whom it is about, masked, in seven languages, without a script', async () => {
    const { visit, path, email, now } = await reader()
    const titles = new Set<string>()
    for (const language of LANGUAGES) {
      const answer = await visit(path, { headers: { 'accept-language': language } })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-language'), language)
      assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/)
      const page = await answer.text()
      assert.ok(page.includes(`${email[0]}•••@`), page)
      assert.ok(!page.includes(email))
      assert.doesNotMatch(page, /<script/)
      titles.add(/<title>(.*)<\/title>/.exec(page)![1]!)
    }
    assert.equal(titles.size, LANGUAGES.length)
    assert.deepEqual(await now(), { opens: 'not asked', clicks: 'not asked', answers: 0 })
  })

  test('speaks the language of its address, also in its answer and in what is kept', async () => {
    const { visit, post, path, account, store, email, tokens } = await reader()
    const french = { 'accept-language': 'fr' }
    const unsubscribing = `/u/${tokens.unsubscribe}`
    for (const [asked, spoken] of [
      [`${path}?lang=sv`, 'sv'],
      [`${unsubscribing}?lang=sv`, 'sv'],
      [`${path}?lang=xx`, 'fr'],
      [`${path}?lang=${'s'.repeat(20_000)}`, 'fr'],
    ] as const) {
      const answer = await visit(asked, { headers: french })
      assert.deepEqual([answer.status, answer.headers.get('content-language')], [200, spoken])
    }
    const answer = await post(`${path}?lang=de`, NO)
    assert.equal(answer.headers.get('content-language'), 'de')
    const known = await exportPerson(store, { id: account.id, fieldCount: 25 }, email)
    assert.equal(known!.measuring[0]!.words.endsWith(MEASURING_TEXTS.de.decline), true)
  })

  test('changes nothing by GET and HEAD, or without a choice; a POST does', async () => {
    const { visit, post, path, now, account, store, email } = await reader()
    await visit(path)
    await visit(path, { method: 'HEAD' })
    assert.equal((await post(path, form({}))).status, 400)
    assert.equal((await now()).answers, 0)
    const page = await (await post(path, NO)).text()
    assert.match(page, /You are not measured/)
    assert.deepEqual(await now(), { opens: 'declined', clicks: 'declined', answers: 1 })
    assert.equal((await post(path, NO)).status, 200)
    assert.equal((await now()).answers, 1)
    assert.match(await (await visit(path)).text(), /do not see/)
    await post(path, YES)
    assert.deepEqual(await now(), { opens: 'agreed', clicks: 'agreed', answers: 2 })
    const known = await exportPerson(store, { id: account.id, fieldCount: 25 }, email)
    assert.deepEqual(
      known!.measuring.map(({ opens, way }) => [opens, way]),
      [
        ['agreed', 'email'],
        ['declined', 'email'],
      ],
    )
    assert.match(known!.measuring[1]!.words, /Do not measure me$/)
    await erase(store, account.id, email)
    const { rows } = await store.run(
      {
        name: '',
        text: `select words <> '' and key_hash is not null from measuring_answers
          where account_id = ${account.id}`,
        again: true,
      },
      [],
    )
    assert.deepEqual(rows.flat(), ['t', 't'])
    assert.equal((await visit(path)).status, 200)
  })

  test('knows no token of another purpose, account or key', async () => {
    const { visit, post, tokens, ref, key, now, path } = await reader()
    const other = messageTokens({ ...ref, accountId: ref.accountId + 1 }, key).preferences
    const wrong = [tokens.unsubscribe, tokens.hit, tokens.webVersion, 'x', `${path.slice(3)}a`]
    for (const token of wrong) {
      assert.equal((await visit(`/s/${token}`)).status, 404)
      assert.equal((await post(`/s/${token}`, NO)).status, 404)
    }
    assert.equal((await visit(`/u/${tokens.preferences}`)).status, 404)
    await post(`/s/${other}`, NO)
    assert.equal((await now()).opens, 'not asked')
    const test = messageTokens({ ...ref, of: 'test' }, key).preferences
    assert.match(await (await post(`/s/${test}`, NO)).text(), /test email/)
  })

  test('can be switched as often as it likes, and a decline is heard at last', async () => {
    const { post, path, now } = await reader()
    const statuses = new Set<number>()
    for (let i = 0; i < 30; i++) {
      statuses.add((await post(path, YES)).status)
      await post(path, NO)
    }
    assert.deepEqual(statuses, new Set([200, 429]))
    assert.equal((await now()).opens, 'declined')
    assert.ok((await now()).answers <= 40)
  })

  test('answers a flood of switches from one network, and keeps forty of them', async () => {
    const flooded = await reader()
    const other = await reader()
    const statuses = new Map<number, number>()
    let next = 0
    const flood = async () => {
      while (next < FLOOD) {
        const { status } = await flooded.post(flooded.path, next++ % 2 === 0 ? YES : NO)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const flooding = Promise.all(Array.from({ length: 32 }, flood))
    // Meanwhile others are heard.
    assert.equal((await other.post(other.path, NO)).status, 200)
    assert.equal((await other.now()).opens, 'declined')
    await flooding
    assert.deepEqual([...statuses.keys()].sort(), [200, 429])
    assert.ok(statuses.get(429)! >= FLOOD / 2 - 40, 'agreements beyond twenty a day')
    assert.ok((await flooded.now()).answers <= 40)
    assert.equal((await flooded.post(flooded.path, NO)).status, 200)
    assert.equal((await flooded.now()).opens, 'declined')
  })

  test('is about the person of the token alone: not who else has the address or the sending', async () => {
    const one = await reader()
    const other = await reader()
    const { call, store, account, listId, ref, key } = one
    // The same address in another account, and another person on the same list.
    const twin = await other.call.InsertSubscriber({ email: one.email, listId: other.listId })
    const neighbour = await call.InsertSubscriber({ email: `n${one.email}`, listId })
    await one.post(one.path, NO)
    assert.equal((await one.now()).opens, 'declined')
    const ofOtherList = messageTokens({ ...ref, ofId: 987_654 }, key).preferences
    await one.post(`/s/${ofOtherList}`, YES)
    assert.deepEqual(await one.now(), { opens: 'agreed', clicks: 'agreed', answers: 2 })
    for (const [accountId, id] of [
      [other.accountId, twin],
      [account.id, neighbour],
    ] as const)
      assert.equal((await measuringOfPerson(store, accountId, id)).opens, 'not asked')
    // The id of somebody else, with the signature of this one.
    const { message } = messageTokens({ ...ref, id: neighbour }, key)
    const tag = one.path.split('.').at(-1)
    assert.equal((await one.post(`/s/${message}.${tag}`, NO)).status, 404)
    assert.equal((await measuringOfPerson(store, account.id, neighbour)).opens, 'not asked')
  })
})

describe('opens and clicks of an email that is out already', () => {
  test('leave no trace once the person declined, and count again when they agree', async () => {
    const { post, path, open, click, hits, subscriberId } = await reader()
    await open()
    await post(path, NO)
    assert.equal((await open()).status, 200)
    const answer = await click()
    assert.equal(answer.status, 302)
    assert.match(answer.headers.get('location')!, /^https:\/\/shop\.example\/bikes/)
    // The first one waited in the queue while the person declined.
    assert.deepEqual(await hits(), [])
    await post(path, YES)
    await click()
    assert.deepEqual(await hits(), [`click ${subscriberId}`])
  })

  test('are counted of nobody when the rule says so', async () => {
    const { store, accountId, open, click, hits, ref, key } = await reader()
    await setRule(store, accountId, { opens: 'total', clicks: 'none' })
    await open()
    await click()
    await open(messageTokens({ ...ref, id: 0 }, key).hit)
    assert.deepEqual(await hits(), ['view -', 'view -'])
  })

  test('in total only can be joined to nobody: neither by the email nor by a byte of the store', async () => {
    const { store, accountId, visit, ref, key, hits, call, listId, email, newList } = await reader()
    await setRule(store, accountId, { opens: 'total', clicks: 'total' })
    const other = await call.InsertSubscriber({ email: `o${email}`, listId: await newList() })
    const messages = compileMeasured(
      {
        subject: 'News',
        html: '<p><a href="https://shop.example/bikes">Bikes</a></p>',
        from: { name: 'Shop', address: 'news@shop.example' },
      },
      {
        accountId,
        of: 'sending',
        ofId: ref.ofId,
        characterSet: 'utf-8',
        key,
        publicUrl: 'https://mail.example',
        bounceDomain: 'bounces.example',
        list: { id: listId, name: 'Readers' },
        fields: new Map(),
      },
    )
    const measured = { opens: 'total', clicks: 'total' } as const
    const addressesIn = (id: number): string[] => {
      const person = { id, email, name: 'Ada', format: 'html' as const, fields: [], measured }
      const { bytes } = composeMessage(messages.for(measured), person)
      const text = bytes.toString().replaceAll('=\r\n', '').replaceAll('=2E', '.')
      return [...text.matchAll(/https:\/\/mail\.example(\/t\/[\w.~/-]+)/g)].map(([, path]) => path!)
    }
    const addresses = addressesIn(ref.id)
    assert.ok(addresses.length >= 3, addresses.join())
    assert.deepEqual(addressesIn(other), addresses)
    for (const path of addresses) await visit(path, { headers: BROWSER })
    const found = (await hits()) as string[]
    assert.ok(found.includes('view -') && found.includes('click -'), found.join())
    assert.ok(found.every(hit => hit.endsWith(' -')))
    const stored = await everyRow(store, accountId)
    for (const id of [ref.id, other]) {
      const { message, ...tokens } = messageTokens({ ...ref, id }, key)
      for (const token of [message, ...Object.values(tokens)])
        assert.ok(!stored.some(({ text }) => text.includes(token)))
    }
    // Its moment is in rows that count, alone.
    const text = `select distinct at::text from hits where account_id = ${accountId}`
    const moments = (await store.run({ name: '', text, again: true }, [])).rows.flat() as string[]
    const tables = stored.filter(row => moments.some(moment => row.text.includes(moment)))
    assert.deepEqual([...new Set(tables.map(({ table }) => table))].sort(), ['hit_totals', 'hits'])
    assert.deepEqual(
      stored.filter(({ table }) => ['engagements', 'clicked_links'].includes(table)),
      [],
    )
  })
})

/** Of every table with an account, as text. */
const everyRow = (store: Reader['service']['store'], accountId: number) =>
  store.withClient(async client => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select 1 from pg_attribute a where a.attrelid = c.oid
           and a.attname = 'account_id')`,
    )
    const all: { table: string; text: string }[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select t::text as text from ${name} t where account_id = $1`,
        [accountId],
      )
      all.push(...rows.map(({ text }) => ({ table: name, text })))
    }
    return all
  })
