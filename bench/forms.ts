/**
 * Sign-up forms: the page and its post, beside a bare server with the same bytes; and
 * InsertSubscriber while a form is stormed, beside itself alone. Posts come from 200 networks.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { pathOfForm } from '../src/domain/forms/form.ts'
import { makeForm } from '../src/domain/forms/save-form.ts'
import { type Context, drive, profileOptions, type Running, startBare } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase, startWeb } from './own-database.ts'
import { insertOf, POSITIVE } from './requests.ts'
import { sized } from './smoke.ts'

const CONNECTIONS = 32
const NETWORKS = 200
/** 360,000 an hour, at one form: a storm. */
const STORM_PER_SECOND = sized(100, 5)
/** In the head of each page, before the digit 1. */
const ON_PAGES = 'initial-scale='
const HOST = 'shop.example'

export async function formsBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  await onNewDatabase(context, async bench => {
    const path = await newForm(bench)
    const service = await startWeb(bench, profileOptions(context.profiles), {
      ROLES: 'all',
      TRUST_PROXY: '127.0.0.1',
      SIGN_UP_MX: 'no',
    })
    const url = `http://127.0.0.1:${service.port}${path}`
    const page = await startBare(await (await fetch(url)).text())
    const answer = await startBare(await (await post(url, 'first', 1)).text())
    try {
      const measuredMs = context.seconds * 1000
      const load = { connections: CONNECTIONS, measuredMs }
      const onPages = { ...load, positive: ON_PAGES }
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        const part = async (name: string, work: () => Promise<{ perSecond: number }>) =>
          figures.add(name, 'calls/s', (await context.quietly(work)).perSecond)
        const to = ({ port }: Running, requests: string[]) => drive({ ...onPages, port, requests })
        await part('bare node:http, the page', () => to(page, [getOf(path)]))
        await part('form, GET', () => to(service, [getOf(path)]))
        await part('bare node:http, the answer', () => to(answer, postsOf(path, `b${run}`)))
        await part('form, POST', () => to(service, postsOf(path, `r${run}`)))
        await forget(bench)
        const insert = (of: string) => () =>
          drive({
            ...load,
            port: service.port,
            positive: POSITIVE.insert,
            requests: [insertOf('bench', bench.listId, `${of}${run}`)],
          })
        await part('InsertSubscriber', insert('alone'))
        const storm = startStorm(url)
        await part('InsertSubscriber, in a storm', insert('storm'))
        figures.add('sign-ups meanwhile', 'calls/s', await storm.stop())
        await forget(bench)
        await part('InsertSubscriber, after it', insert('after'))
      }
    } finally {
      await page.stop()
      await answer.stop()
      await service.stop()
    }
  })
  const of = (name: string) => figures.get(name)
  return {
    name: 'forms',
    about:
      `The page of a form and its post, from ${NETWORKS} networks, ${CONNECTIONS} connections, ` +
      `each address new; and InsertSubscriber with ${STORM_PER_SECOND} posts a second beside it.`,
    series: figures.series,
    ratios: [
      ratio('form, GET / bare', of('form, GET'), of('bare node:http, the page'), { least: 0.3 }),
      ratio('form, POST / bare', of('form, POST'), of('bare node:http, the answer'), {
        least: 0.3,
      }),
      ratio('in a storm / alone', of('InsertSubscriber, in a storm'), of('InsertSubscriber'), {
        least: 0.9,
      }),
    ],
  }
}

async function newForm({ store, accountId, listId }: Bench): Promise<string> {
  const facts = { name: 'Front', listIds: [listId], listsChosen: false, asked: ['name'] }
  const more = { required: [], hosts: [HOST], afterUrl: '', formerId: null, keepIp: false }
  return pathOfForm(accountId, await makeForm(store, accountId, { ...facts, ...more }, 'en'))
}

const getOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

const networkOf = (number: number): string => `10.0.${number % NETWORKS}.1`

/** One of each network. */
const postsOf = (path: string, run: string): string[] =>
  Array.from({ length: NETWORKS }, (_, network) => {
    const body = `email=${run}.##########%40example.com&name=Ada&consent=yes`
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `X-Forwarded-For: ${networkOf(network)}`,
      `Referer: http://${HOST}/`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ]
    return `${head.join('\r\n')}\r\n\r\n${body}`
  })

const post = (url: string, name: string, network: number): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { Referer: `http://${HOST}/`, 'X-Forwarded-For': networkOf(network) },
    body: new URLSearchParams({ email: `${name}@example.com`, name: 'Ada', consent: 'yes' }),
  })

/** What came is counted by the hour, and a later part is not to meet what an earlier one left. */
async function forget({ store, accountId }: Bench): Promise<void> {
  for (const text of [
    'delete from sign_ups where account_id = $1',
    'delete from sign_up_networks where account_id = $1',
    'update forms set held_until = null where account_id = $1',
  ])
    await store.run({ name: '', text, again: false }, [accountId])
}

/** At an even pace; `stop` returns how many a second were answered. */
function startStorm(url: string): { stop(): Promise<number> } {
  const begun = performance.now()
  let stopping = false
  let answered = 0
  const running = (async () => {
    const open = new Set<Promise<void>>()
    for (let number = 0; !stopping; number++) {
      const due = begun + (number * 1000) / STORM_PER_SECOND
      const early = due - performance.now()
      if (early > 0) await pause(early)
      const one = post(url, `storm${number}x${begun}`, number)
        .then(answer => answer.arrayBuffer())
        .then(() => void answered++)
        .finally(() => open.delete(one))
      open.add(one)
    }
    await Promise.all(open)
  })()
  return {
    async stop() {
      stopping = true
      const seconds = (performance.now() - begun) / 1000
      await running
      return answered / seconds
    },
  }
}
