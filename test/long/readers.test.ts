/**
 * A newsletter to 500 people through a real SMTP server; then the test is their mail programs: it
 * reads the emails as they were received, loads pictures, follows links, buys, unsubscribes, and
 * sweeps a few as a scanner does, while the service is killed in the middle. What every report
 * says, over every binding, is compared with what was done.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { freePort } from '../support/free-port.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { type SunkMessage, startSink } from '../support/smtp-sink.ts'
import { createClient } from '../support/typed-client/client.ts'
import { bindings } from '../support/typed-client/request.ts'
import {
  databaseUrl,
  startWorker,
  untilReady,
  type WorkerProcess,
} from '../support/worker-process.ts'

const PEOPLE = 500
const SHOP = [
  'https://shop.example.test/coat?size=m',
  'https://shop.example.test/hat',
  'https://shop.example.test/about',
]
const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
}

interface Received {
  pixel: string
  /** In the order of the email; the hidden one among them. */
  links: string[]
  oneClick: string
}

/** Quoted-printable, as any mail program undoes it. */
const decoded = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

function read({ bytes }: SunkMessage): Received {
  const source = bytes.toString('latin1')
  const html = decoded(source.slice(source.search(/Content-Type: text\/html/i))).replaceAll(
    '&amp;',
    '&',
  )
  const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*\/t\/[^"]*)"/g)].map(([, url]) => url!)
  const unfolded = source.replace(/\r\n[ \t]+/g, ' ')
  return {
    pixel: /<img\b[^>]*\bsrc="([^"]*\/t\/[^"]*\.gif)"/.exec(html)![1]!,
    links,
    oneClick: /^List-Unsubscribe:.*?<(https:[^>]*)>/im.exec(unfolded)![1]!,
  }
}

const addressOf = ({ rcpts }: SunkMessage): number => Number(/p(\d+)@/.exec(rcpts[0]!)![1])

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('what readers do is what every report says', async () => {
  const setup = await sendingSetup(PEOPLE)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-readers-'))
  const sink = await startSink()
  const port = await freePort()
  const common = {
    DATABASE_URL: databaseUrl(setup.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'https://mail.example.test',
  }
  const worker = startWorker({ ...common, SMTP_URL: `smtp://127.0.0.1:${sink.port}` })
  const startWeb = async (): Promise<WorkerProcess> => {
    const web = startWorker({ ...common, ROLES: 'web', PORT: String(port) })
    await untilReady(port)
    return web
  }
  let web = await startWeb()
  /** As it would go through the proxy that answers for PUBLIC_URL. */
  const here = (url: string) => url.replace('https://mail.example.test', `http://127.0.0.1:${port}`)
  const get = (url: string, init: RequestInit = {}) =>
    fetch(here(url), { redirect: 'manual', headers: BROWSER, ...init })
  const open = async (message: Received) =>
    assert.equal((await get(message.pixel)).headers.get('content-type'), 'image/gif')
  const follow = async (message: Received, place: number): Promise<URL> => {
    const response = await get(message.links[place]!)
    assert.equal(response.status, 302)
    return new URL(response.headers.get('location')!)
  }
  const together = async (people: number[], act: (person: number) => Promise<unknown>) => {
    for (let at = 0; at < people.length; at += 16)
      await Promise.all(people.slice(at, at + 16).map(act))
  }
  try {
    const newsletterId = await addDraft(setup.store, setup.accountId, {
      name: 'Winter',
      subject: 'Winter for {{ name }}',
      preheader: '',
      source: {
        kind: 'html',
        html:
          '<html><body><p>Hello {{ name ' +
          `}},</p>${SHOP.map(url => `<p><a href="${url}">look</a></p>`).join('')}</body></html>`,
      },
      text: '',
      fromName: '',
      fromEmail: '',
      replyTo: '',
      listId: null,
    })
    const { listId, accountId, store } = setup
    const sendingId = await makeSending(store, accountId, {
      newsletterId,
      listId,
      dueAt: new Date(),
      zone: '+01:00',
    })
    const late = Date.now() + 300_000
    while ((await sendingProgress(store, accountId, sendingId)).state !== 'finished') {
      assert.ok(Date.now() < late, 'the sending did not end')
      await pause(200)
    }
    assert.equal(sink.messages.length, PEOPLE)
    const messages = new Map(sink.messages.map(message => [addressOf(message), read(message)]))
    assert.equal(messages.size, PEOPLE)
    const of = (person: number): Received => messages.get(person)!
    /** Where in the emails the links of the shop stand: each leads where it says. */
    const places = new Map<string, number>()
    for (const [place, link] of of(PEOPLE).links.entries()) {
      const target = (await get(link)).headers.get('location')
      const url = SHOP.find(shop => target?.startsWith(shop))
      if (url) places.set(url, place)
    }
    assert.equal(places.size, SHOP.length)
    const isOfShop = (place: number) => [...places.values()].includes(place)
    const [coat, hat] = [places.get(SHOP[0]!)!, places.get(SHOP[1]!)!]

    // 500 has followed every link at once, the trap too: a scanner, as are 1 to 20. Their last link
    // is the trap, by which all hits of the minute before are a machine's, however slow it was.
    const scan = async (link: string) => (await get(link, { method: 'HEAD' })) && get(link)
    await together(range(1, 20), async person => {
      const { links } = of(person)
      await Promise.all(links.filter((_, place) => isOfShop(place)).map(scan))
      await Promise.all(links.filter((_, place) => !isOfShop(place)).map(scan))
    })
    await together(range(21, 140), person => open(of(person)))
    await together(range(101, 140), person => follow(of(person), coat))
    // What was answered is there, whatever happens.
    await web.kill()
    web = await startWeb()
    await together(range(141, 220), person => open(of(person)))
    await together(range(21, 30), person => open(of(person)))
    const orders = range(201, 220)
    await together(orders, async person => {
      const target = await follow(of(person), hat)
      const token = [...target.searchParams].at(-1)![1]
      const bought = `/c.gif?t=${encodeURIComponent(token)}&value=12.50&order=${person}&currency=EUR`
      for (const _ of [1, 2])
        assert.equal((await get(`https://mail.example.test${bought}`)).status, 200)
    })
    // Without pictures: a click is a view.
    await together(range(251, 260), person => follow(of(person), coat))
    await together(range(241, 250), async person => {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      assert.equal((await get(of(person).oneClick, { method: 'POST', body })).status, 200)
    })

    const viewers = [...range(21, 220), ...range(21, 30), ...range(251, 260)]
    const clickers = new Map(
      [...range(101, 140), ...range(251, 260)].map(person => [person, SHOP[0]!]),
    )
    for (const person of orders) clickers.set(person, SHOP[1]!)
    const emails = (people: number[]) => people.map(person => `p${person}@example.test`).sort()
    const client = (binding: (typeof bindings)[number]) =>
      createClient({
        url: `http://127.0.0.1:${port}/externalapiservice.asmx`,
        namespace: 'http://pennypost.example/externalapi/v3/',
        username: 'sender',
        password: 'correct horse battery staple',
        binding,
      })
    const day = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
    // Sweeps are judged after a short hold, by the worker.
    for (const until = Date.now() + 300_000; Date.now() < until; await pause(500))
      if ((await client('soap11').GetReportViews({ sendingId })).length === viewers.length) break

    for (const binding of bindings) {
      const call = client(binding)
      const views = await call.GetReportViews({ sendingId })
      assert.deepEqual(views.map(({ email }) => email).sort(), emails(viewers), binding)
      const inDay = await call.GetReportViewsByDateInterval({ sendingId, ...day, field: '' })
      assert.deepEqual(inDay.map(({ email }) => email).sort(), emails(viewers), binding)
      const clicks = await call.GetReportClicksByDateInterval({ sendingId, ...day, field: '' })
      assert.deepEqual(
        clicks.map(({ email, url }) => `${email} ${url}`).sort(),
        [...clickers].map(([person, url]) => `p${person}@example.test ${url}`).sort(),
        binding,
      )
      const roi = await call.GetRoiResults({ sendingId })
      assert.deepEqual(
        roi.map(({ url, clicks, closures, value }) => [url, clicks, closures, value]).sort(),
        [
          [SHOP[0], 50, 0, 0],
          [SHOP[1], 20, 20, 250],
          [SHOP[2], 0, 0, 0],
        ].sort(),
        binding,
      )
      const links = await call.GetLinkInfoInExcelFormat({ ...day, url: SHOP[0]! })
      assert.deepEqual(
        links.map(({ sendingId: id, recipients, clicks, uniqueClicks }) => [
          id,
          recipients,
          clicks,
          uniqueClicks,
        ]),
        [[sendingId, PEOPLE, 50, 50]],
        binding,
      )
      assert.equal((await call.GetMailingLists())[0]!.subscribers, PEOPLE - 10, binding)
    }
  } finally {
    await Promise.all([web.kill(), worker.kill()])
    await sink.stop()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
