/**
 * Requests of strangers: what their path, query, headers and forms cost grows with their length and
 * no faster.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { makeConversionKey } from '../../src/domain/tracking/convert.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { type Entry, staysLinear } from './linear.ts'

const TOKEN = 'a-token-of-the-gateway'

let running: RunningApp
let cookie: string
let shopKey: string
before(async () => {
  running = await startApp({ SMS_CALLBACK_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' })
  const password = 'correct horse battery staple'
  const account = (await addAccount(running.store, { username: 'shop', password }))!
  shopKey = await makeConversionKey(running.store, account.id)
  cookie = `pennypost_session=${await openSession(running.store, account.id)}`
})
after(() => running.close())

/** Sent as it is: a client would refuse to. The answer is read to its end. */
async function ask(line: string, headers: string[] = [], body = ''): Promise<void> {
  const socket = connect(Number(new URL(running.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]
  const head = [`${line} HTTP/1.1`, 'Connection: close', ...length, ...headers].join('\r\n')
  socket.resume().write(`${head}\r\n\r\n${body}`, 'latin1')
  await once(socket, 'close').catch(() => {})
}

/** Each from another place: who guesses is made to wait. */
let places = 0
const elsewhere = () => `X-Forwarded-For: 2001:db8:${(++places).toString(16)}::1`

/**
 * As it may stand in a path: what is no letter, digit or mark of a path is escaped. A run at once:
 * sign by sign, it took longer than the answers.
 */
const inPath = (text: string): string =>
  text.toWellFormed().replace(/[^\w/.:;,@!$&'()*+=~[\]-]+/gu, encodeURIComponent)

/** As it may stand in a header: no line end, and octets alone. */
const inHeader = (text: string): string => text.replace(/[^\t\x20-\x7e\xa0-\xff]/gu, '?')

const HOST = 'Host: mail.example.test'
const PATHS = [
  '/',
  '/t/',
  '/t/1.',
  '/u/',
  '/w/',
  '/w/v.',
  '/c.js?',
  '/c.gif?t=',
  '/favicon',
  '/console/login/',
  '/console?to=/',
  '/sandbox/',
  '/sandbox?email=',
  '/sandbox/texts?number=',
  `/api/sms/${TOKEN}/`,
  `/api/sms/receipt?token=${TOKEN}&id=`,
  '/externalapiservice.asmx/',
  '/externalapiservice.asmx?op=',
  '/externalapiservice.asmx?',
  '/externalapiservice.asmx/GetMailingLists?strUsername=',
]
const HEADERS = [
  'Accept-Language',
  'Accept',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Forwarded',
  'Host',
  'Origin',
  'Referer',
  'SOAPAction',
  'Sec-Purpose',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Request-Id',
]
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const PARTS = 'Content-Type: multipart/form-data; boundary=x'
const JSON_BODY = 'Content-Type: application/json'
const signIn = (text: string) => {
  const part = text.slice(0, SMALL_FORM.most / 4)
  return `username=${part}&password=${part}&to=${part}&${part}`
}
const inParts = (text: string, head = '') =>
  `--x\r\nContent-Disposition: form-data; name="reason"${head}\r\n\r\n${text}\r\n--x--\r\n`
/** Of a form that is read; a longer one is refused by its length. */
const SMALL_FORM = { most: 15_000 }
/** The head of a request has 64 kB at most. */
const MOST = 20_000

const entries: Entry[] = [
  ...PATHS.map(
    (path): Entry => [
      `path: ${path}`,
      text =>
        ask(`GET ${path}${inPath(text).slice(0, MOST)}`, [HOST, elsewhere(), `Cookie: ${cookie}`]),
      { most: MOST },
    ],
  ),
  ...HEADERS.flatMap((name): Entry[] => {
    const own = name === 'Host' ? [] : [HOST]
    const header = (text: string) => [...own, `${name}: ${inHeader(text)}`]
    return [
      [`header: ${name} of a page`, text => ask('GET /console', header(text)), { most: MOST }],
      [`header: ${name} of a hit`, text => ask('GET /t/x.gif', header(text)), { most: MOST }],
      [
        `header: ${name} of a call`,
        text => ask('POST /externalapiservice.asmx', header(text), '<a/>'),
        { most: MOST },
      ],
    ]
  }),
  [
    'form: signing in',
    text => ask('POST /console/sign-in', [HOST, FORM, elsewhere()], signIn(inPath(text))),
    SMALL_FORM,
  ],
  [
    'form: signing out',
    text => ask('POST /console/sign-out', [HOST, FORM], inPath(text)),
    SMALL_FORM,
  ],
  [
    'form: emptying the sandbox',
    text => ask('POST /sandbox/empty', [HOST, FORM, `Cookie: ${cookie}`], inPath(text)),
    SMALL_FORM,
  ],
  ['form: parts', text => ask('POST /u/x', [HOST, PARTS], inParts(text)), SMALL_FORM],
  [
    'form: a part’s head',
    text => ask('POST /u/x', [HOST, PARTS], inParts('x', inHeader(text))),
    SMALL_FORM,
  ],
  [
    'form: a boundary',
    text => ask('POST /u/x', [HOST, `${PARTS}${inHeader(text).slice(0, 4_000)}`], inParts('x')),
    SMALL_FORM,
  ],
  [
    'form: a purchase',
    text =>
      ask(
        'POST /c',
        [HOST, FORM, `Authorization: Bearer ${shopKey}`],
        `token=${inPath(text)}&value=${inPath(text)}`,
      ),
    SMALL_FORM,
  ],
  [
    'form: a receipt',
    text => ask(`POST /api/sms/receipt/${TOKEN}`, [HOST, FORM], `id=${inPath(text)}`),
    SMALL_FORM,
  ],
  [
    'form: a receipt in JSON',
    text => ask(`POST /api/sms/receipt/${TOKEN}`, [HOST, JSON_BODY], JSON.stringify({ id: text })),
  ],
  [
    'form: a receipt that is no JSON',
    text => ask(`POST /api/sms/receipt/${TOKEN}`, [HOST, JSON_BODY], text),
  ],
  [
    'form: a reply',
    text => ask(`POST /api/sms/reply/${TOKEN}`, [HOST, FORM], `text=${inPath(text)}`),
    SMALL_FORM,
  ],
  ['form: unsubscribing', text => ask('POST /u/x', [HOST, FORM], `reason=${inPath(text)}`)],
  ['form: names of fields', text => ask('POST /u/x', [HOST, FORM], inPath(text))],
]

staysLinear(entries)
