/**
 * Published newsletters on the host of an account: the index, the pages and the feeds of 1,000,
 * beside a bare server with the bytes of the index; and what a look at the host of a request costs
 * the pixel and InsertSubscriber, in turns with the host of PUBLIC_URL.
 */
import { addHost, setDefaultHost } from '../src/domain/hosts/hosts.sql.ts'
import { openKeys } from '../src/domain/keys/keys.ts'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { savePublication } from '../src/domain/published/publication.ts'
import { pathOfPublished } from '../src/domain/published/published-address.ts'
import { publishNewsletter } from '../src/domain/published/published-newsletters.ts'
import { createSealer } from '../src/lib/secrets.ts'
import { messageTokens } from '../src/mail/links/links.ts'
import { macKey } from '../src/mail/links/signing.ts'
import { type Context, drive, profileOptions, type Running, startBare } from './driving.ts'
import { Figures, type Ratio, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase, SECRET, startWeb } from './own-database.ts'
import { insertOf, POSITIVE } from './requests.ts'
import { sized } from './smoke.ts'
import { takeTurns } from './turns.ts'

const NEWSLETTERS = sized(1_000, 60)
/** Readers at a time, each without a pause: more would queue for the cores. */
const CONNECTIONS = 2
const TURN_CONNECTIONS = 32
/** Enough that no email is opened by what looks like a machine. */
const EMAILS = sized(20_000, 200)
const OWN = 'mail.bench.test'
const HOST = 'news.bench.test'
/** By which a program of a former service calls: of no account. */
const FORMER = 'api.former.test'
const MOST_MILLIS = 20
/** Some turns differ by more than that between a service and itself. */
const LEAST = 0.95
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

interface Part {
  name: string
  paths: string[]
  /** In the answer before a digit. */
  positive: string
}

export async function publishedBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const turned: Ratio[] = []
  await onNewDatabase(context, async bench => {
    const path = await fill(bench)
    const service = await startWeb(bench, profileOptions(context.profiles), {
      PUBLIC_URL: `http://${OWN}`,
    })
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`)
    const bare = await startBare(await answer.text())
    try {
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        for (const part of partsOf(path)) await measure(context, figures, { service, bare }, part)
      }
      const turns = { figures, context, service }
      turned.push(...(await pixelTurns(turns, bench)), ...(await insertTurns(turns, bench)))
    } finally {
      await bare.stop()
      await service.stop()
    }
  })
  const limit = {
    name: '',
    unit: 'ms',
    runs: Array.from({ length: context.runs }, () => MOST_MILLIS),
  }
  return {
    name: 'published',
    about:
      `${NEWSLETTERS} published newsletters on the host of an account, ${CONNECTIONS} connections: ` +
      'pages of the index, searches, each newsletter once in turn, both feeds. In turns, ' +
      `${TURN_CONNECTIONS} connections: the pixel with the host of PUBLIC_URL and of an account, ` +
      'InsertSubscriber with the host of PUBLIC_URL and a name that nobody has.',
    series: figures.series,
    ratios: [
      ...partsOf('')
        .slice(1)
        .map(({ name }) =>
          ratio(`${name}, p95 / ${MOST_MILLIS} ms`, figures.get(`${name}, p95`), limit, {
            most: 1,
          }),
        ),
      ...turned,
    ],
  }
}

const partsOf = (path: string): Part[] => [
  { name: 'bare node:http, the index', paths: [path], positive: 'initial-scale=' },
  {
    name: 'index',
    paths: [1, 2, 3, 5, 8].map(page => `${path}?page=${page}`),
    positive: 'initial-scale=',
  },
  {
    name: 'search by title',
    paths: [12, 345, 678].map(number => `${path}?q=issue+${number}`),
    positive: 'initial-scale=',
  },
  {
    name: 'newsletter',
    paths: Array.from({ length: NEWSLETTERS }, (_, at) => `${path}/${at + 1}`),
    positive: 'initial-scale=',
  },
  { name: 'feed.xml', paths: [`${path}/feed.xml`], positive: '<rss version="' },
  { name: 'feed.json', paths: [`${path}/feed.json`], positive: 'jsonfeed.org/version/' },
]

async function measure(
  { seconds, quietly }: Context,
  figures: Figures,
  { service, bare }: Record<'service' | 'bare', Running>,
  { name, paths, positive }: Part,
): Promise<void> {
  const { port } = name.startsWith('bare') ? bare : service
  const requests = paths.map(path => getOf(path, HOST))
  const load = { connections: CONNECTIONS, measuredMs: seconds * 1000, port, requests, positive }
  const { perSecond, p95 } = await quietly(() => drive(load))
  figures.add(name, 'answers/s', perSecond)
  figures.add(`${name}, p95`, 'ms', p95)
}

interface Turns {
  figures: Figures
  context: Context
  service: Running
}

async function pixelTurns(
  { figures, context, service: { port } }: Turns,
  { store, accountId }: Bench,
): Promise<Ratio[]> {
  const keys = await openKeys(store, createSealer(SECRET))
  const { id, secret } = keys.newest()
  keys.close()
  const key = macKey(id, secret)
  const ref = { accountId, of: 'sending' as const, ofId: 1 }
  const pixels = Array.from(
    { length: EMAILS },
    (_, at) => `/t/${messageTokens({ ...ref, id: at + 1 }, key).hit}.gif`,
  )
  const at = (name: string, host: string) => {
    const requests = pixels.map(path => getOf(path, host))
    return { name, port, requests, positive: 'GIF8' }
  }
  const targets = [at('pixel, PUBLIC_URL', OWN), at('pixel, host of an account', HOST)]
  return context.quietly(() => takeTurns(figures, TURN_CONNECTIONS, targets, LEAST))
}

function insertTurns(
  { figures, context, service: { port } }: Turns,
  { listId }: Bench,
): Promise<Ratio[]> {
  const at = (name: string, host: string, run: string) => {
    const request = insertOf('bench', listId, run).replace('Host: 127.0.0.1', `Host: ${host}`)
    return { name, port, requests: [request], positive: POSITIVE.insert }
  }
  const targets = [
    at('InsertSubscriber, PUBLIC_URL', OWN, 'own'),
    at('InsertSubscriber, another name', FORMER, 'former'),
  ]
  return context.quietly(() => takeTurns(figures, TURN_CONNECTIONS, targets, LEAST))
}

const getOf = (path: string, host: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${AGENT}\r\n\r\n`

const SENTENCE = 'Sow the beans once the nights are mild, two inches deep and a hand apart. '

/** A list with a newsletter of some 20 kB under it, as often as wanted. Returns its path. */
async function fill({ store, accountId, listId }: Bench): Promise<string> {
  await addHost(store, { accountId, host: HOST })
  await setDefaultHost(store, { accountId, host: HOST })
  const published = { active: true, slug: 'news', title: 'The Garden Letter' }
  await savePublication(store, accountId, listId, published)
  const paragraphs = Array.from(
    { length: 40 },
    (_, at) =>
      `<p style="margin:0 0 16px;font-family:Georgia">${SENTENCE.repeat(5)}` +
      `<a href="https://shop.example/${at}">Read on, {{ name | default: "friend" }}</a></p>`,
  )
  const newsletterId = await addDraft(store, accountId, {
    name: 'Issue',
    subject: 'Issue 1',
    preheader: 'What grows now',
    source: { kind: 'html', html: `<html><body>${paragraphs.join('\n')}</body></html>` },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  })
  await publishNewsletter(store, accountId, listId, newsletterId, { evenBare: false })
  const text = `insert into published_newsletters (account_id, list_id, number, newsletter_id,
      own_message, state, title, summary, picture, bare_tags, published_at)
    select account_id, list_id, i, newsletter_id, own_message, state, 'Issue ' || i,
      'What grows in week ' || i, '', '{}', published_at - i * interval '1 day'
    from published_newsletters cross join generate_series(2, $2::int) i where account_id = $1`
  await store.run({ name: '', text, again: false }, [accountId, NEWSLETTERS])
  return pathOfPublished(accountId, 'news')
}
