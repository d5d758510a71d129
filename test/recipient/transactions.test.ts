/**
 * What the receiver of a transaction's email reaches: links and pixel, the web version, the way
 * out; as the email itself has them.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { addressHashing } from '../../src/domain/keys/address-hash.ts'
import { editDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../src/domain/privacy/export-person.ts'
import type { ProjectFacts } from '../../src/domain/transactions/projects.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startSendingWorkers } from '../../src/start/sending-workers.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { newNewsletter, newProject } from '../support/projects.ts'
import { service } from '../support/service.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { ONE_CLICK } from './setup.ts'

let sink: Sink
let workers: Awaited<ReturnType<typeof startSendingWorkers>>
const HTML = `<p>Hello {{ name }}, <a href="https://shop.example.test/order?id={{ DD1 }}">order \
{{ DD1 }}</a>, <a href="https://shop.example.test/help">help</a></p>
<p><a href="{{ web_version_url }}">browser</a> <a href="{{ unsubscribe_url }}">leave</a></p>`

/** An email that has arrived, and the addresses in it, as paths. */
async function received(more: Partial<ProjectFacts> = {}) {
  const account = await newAccount()
  const newsletterId = await newNewsletter(account, { source: { kind: 'html', html: HTML } })
  const project = await newProject(account, { newsletterId, ...more })
  const { store } = account.service
  const accountId = account.account.id
  const send = async (email = newAddress(), identifier = 'order-7') => {
    const id = await account.call.InsertTransaction({
      projectGuid: project.guid,
      identifier,
      email,
      name: 'Åsa',
      format: undefined,
      sendTime: undefined,
      fieldNames: 'DD1',
      fieldValues: 'A<7>',
    })
    const ended =
      'select 1 from deliveries where account_id = $1 and source_kind = 3 and id = $2 and ' +
      "state in ('accepted', 'withdrawn')"
    await until(
      async () =>
        (await store.withClient(client => client.query(ended, [accountId, id]))).rowCount === 1,
    )
    const message = sink.messages.find(one => one.rcpts.some(to => to.includes(email)))
    return { id, email, message }
  }
  const { id, email, message } = await send()
  const mail = await PostalMime.parse(message!.bytes)
  const paths = [...mail.html!.matchAll(/(?:href|src)="http:\/\/127\.0\.0\.1:\d+(\/[^"]+)"/g)].map(
    ([, path]) => path!.replaceAll('&amp;', '&'),
  )
  const origin = `http://127.0.0.1:${account.service.port}`
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: 'manual', ...init })
  const BROWSER = {
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  }
  return {
    ...account,
    store,
    accountId,
    project,
    newsletterId,
    send,
    id,
    email,
    mail,
    paths,
    visit,
    browse: (path: string) => visit(path, BROWSER),
    links: paths.filter(path => path.startsWith('/t/') && !path.endsWith('.gif')),
    pixel: paths.find(path => path.startsWith('/t/') && path.endsWith('.gif')),
    web: paths.find(path => path.startsWith('/w/'))!,
    leave: paths.find(path => path.startsWith('/u/'))!,
    details: async () =>
      (await account.call.GetTransactionDetails({ id: String(id), identifier: '', email: '' }))[0]!,
  }
}

describe('an email of a transaction', () => {
  // Within the suite: the store is closed after all of them.
  before(async () => {
    const { store, keys, sealer, port } = await service()
    // What other tests have left to send goes here too.
    sink = await startSink({ keep: 100_000 })
    workers = await startSendingWorkers({
      config: readConfig({
        SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        BOUNCE_DOMAIN: 'bounce.example.test',
        UNCERTAIN_MAX: '50',
        RETRY_UNCERTAIN: 'no',
        LEASE_SECONDS: '10',
      }),
      store,
      keys,
      sealer,
      log: createLog({ level: 'silent' }),
    })
  })
  after(async () => {
    await workers.stop()
    await sink.stop()
  })

  test('is tracked: its links lead on and count, its pixel counts', async () => {
    const { links, pixel, browse, details } = await received()
    const answer = await browse(links[1]!)
    assert.match(answer.headers.get('location')!, /^https:\/\/shop\.example\.test\/help/)
    assert.equal((await browse(pixel!)).headers.get('content-type'), 'image/gif')
    const { views, clicks, status, sent } = await details()
    assert.deepEqual([status, views, clicks], ['Sent', 1, 1])
    assert.ok(sent! instanceof Date || typeof sent === 'string')
  })

  test('can be seen in the browser, with its values, as it was sent', async () => {
    const { web, visit, store, accountId, newsletterId, mail } = await received()
    const page = await (await visit(web)).text()
    assert.match(page, /Hello Åsa/)
    assert.match(page, /order A&lt;7&gt;/)
    const links = (html: string) => [...html.matchAll(/\/t\/([^/"]+)\//g)].map(([, link]) => link)
    assert.deepEqual(links(page), links(mail.html!).slice(0, 2))
    // What is edited later is not what was sent.
    await pause(5)
    await editDraft(store, accountId, newsletterId, {
      source: { kind: 'html', html: '<p>Changed</p>' },
    })
    assert.match(await (await visit(web)).text(), /Hello Åsa/)
    assert.equal((await visit(`${web.slice(0, -3)}aaa`)).status, 404)
  })

  test('of a marketing project is unsubscribed from with one click: the address opts out of everything, known or not', async () => {
    const { mail, visit, email, call, send, leave } = await received({ marketing: true })
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    assert.ok(header('list-unsubscribe')!.includes(leave))
    const looked = await visit(leave)
    assert.equal(looked.status, 200)
    assert.match(await looked.text(), /Shop/)
    assert.deepEqual(await call.GetOptOutAll({}), [])
    assert.equal((await visit(leave, { method: 'POST', body: ONE_CLICK })).status, 200)
    assert.deepEqual(
      (await call.GetOptOutAll({})).map(row => row.email),
      [email],
    )
    // Said again it is the same, and nothing more comes.
    assert.equal((await visit(leave, { method: 'POST', body: ONE_CLICK })).status, 200)
    assert.equal((await call.GetOptOutAll({})).length, 1)
    const next = await send(email, 'order-8')
    const [row] = await call.GetTransactionDetails({
      id: String(next.id),
      identifier: '',
      email: '',
    })
    assert.equal(row!.status, 'Withdrawn')
  })

  test('of any other project has no such header; the link that it shows works, and receipts go on', async () => {
    const { mail, visit, email, call, send, leave } = await received()
    assert.equal(
      mail.headers.some(({ key }) => key.startsWith('list-')),
      false,
    )
    const answer = await visit(leave, {
      method: 'POST',
      body: new URLSearchParams({ from: 'everything', reason: 'enough' }),
    })
    assert.equal(answer.status, 200)
    assert.deepEqual(
      (await call.GetOptOutAll({})).map(row => [row.email, row.reason]),
      [[email, 'enough']],
    )
    const next = await send(email, 'order-8')
    const [row] = await call.GetTransactionDetails({
      id: String(next.id),
      identifier: '',
      email: '',
    })
    assert.equal(row!.status, 'Sent')
  })

  test('is part of the export, and names no one once the person is erased', async () => {
    const {
      store,
      accountId,
      account,
      email,
      links,
      browse,
      visit,
      web,
      leave,
      details,
      connectionText,
    } = await withText(await received())
    await browse(links[0]!)
    assert.equal((await details()).clicks, 1)
    const known = await exportPerson(store, account, email)
    assert.deepEqual(
      known!.transactions.map(one => [one.identifier, one.name, one.fields, one.clicks]),
      [['order-7', 'Åsa', ['A<7>'], 1]],
    )
    addressHashing(store)
    const erased = await erase(store, accountId, email)
    assert.equal(erased!.deliveries, 1)
    assert.equal(await connectionText(email), false)
    assert.equal(await connectionText('order-7'), false)
    assert.equal(await exportPerson(store, account, email), undefined)
    assert.deepEqual([(await visit(web)).status, (await visit(leave)).status], [404, 200])
    assert.equal((await visit(leave, { method: 'POST', body: ONE_CLICK })).status, 200)
    const { status, name, clicks } = await details()
    assert.deepEqual([status, name, clicks], ['Sent', '', 1])
  })
})

/** Whether a text stands in what the account has of transactions. */
const withText = async <
  A extends { store: Awaited<ReturnType<typeof service>>['store']; accountId: number },
>(
  reader: A,
) => ({
  ...reader,
  connectionText: (text: string): Promise<boolean> =>
    reader.store.withClient(async client => {
      for (const table of [
        'transactions',
        'deliveries',
        'bounces',
        'subscribers',
        'transaction_rejects',
      ]) {
        const { rows } = await client.query(
          `select 1 from ${table} t where account_id = $1 and t::text ilike $2`,
          [reader.accountId, `%${text}%`],
        )
        if (rows.length > 0) return true
      }
      return false
    }),
})
