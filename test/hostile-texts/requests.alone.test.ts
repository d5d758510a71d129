/** Requests of strangers: what their path, query, headers and forms cost grows with their length and no faster. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { type Entry, staysLinear } from './linear.ts'

const TOKEN = 'a-token-of-the-gateway'

let running: RunningApp
let cookie: string
before(async () => {
  running = await startApp({ SMS_CALLBACK_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' })
  const password = 'correct horse battery staple'
  const account = (await addAccount(running.store, { username: 'shop', password }))!
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

/** As it may stand in a path: what is no letter, digit or mark of a path is escaped. */
const inPath = (text: string): string => text.toWellFormed().replace(/[^\w/.:;,@!$&'()*+=~[\]-]/gu, encodeURIComponent)

/** As it may stand in a header: no line end, and octets alone. */
const inHeader = (text: string): string => text.replace(/[^\t\x20-\x7e\xa0-\xff]/gu, '?')

const HOST = 'Host: mail.example.test'
const PATHS = [
  ...['/', '/t/', '/t/1.', '/u/', '/w/', '/w/v.', '/c.js?', '/c.gif?t=', '/favicon'],
  ...['/console/login/', '/console?to=/', '/sandbox/', '/sandbox?email=', '/sandbox/texts?number='],
  ...[`/api/sms/${TOKEN}/`, `/api/sms/receipt?token=${TOKEN}&id=`],
  ...['/externalapiservice.asmx/', '/externalapiservice.asmx?op=', '/externalapiservice.asmx?'],
  '/externalapiservice.asmx/GetMailingLists?strUsername=',
]
const HEADERS = [
  ...['Accept-Language', 'Accept', 'Authorization', 'Content-Encoding', 'Content-Type', 'Cookie'],
  ...['Forwarded', 'Host', 'Origin', 'Referer', 'SOAPAction', 'Sec-Purpose', 'User-Agent'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Request-Id'],
]
const FORM = 'Content-Type: application/x-www-form-urlencoded'
/** The head of a request has 64 kB at most. */
const MOST = 20_000

const entries: Entry[] = [
  ...PATHS.map(
    (path): Entry => [
      `path: ${path}`,
      text => ask(`GET ${path}${inPath(text).slice(0, MOST)}`, [HOST, `Cookie: ${cookie}`]),
      { most: MOST },
    ],
  ),
  ...HEADERS.flatMap((name): Entry[] => {
    const own = name === 'Host' ? [] : [HOST]
    const header = (text: string) => [...own, `${name}: ${inHeader(text)}`]
    return [
      [`header: ${name} of a page`, text => ask('GET /console', header(text)), { most: MOST }],
      [`header: ${name} of a hit`, text => ask('GET /t/x.gif', header(text)), { most: MOST }],
      [`header: ${name} of a call`, text => ask('POST /externalapiservice.asmx', header(text), '<a/>'), { most: MOST }],
    ]
  }),
  ['form: unsubscribing', text => ask('POST /u/x', [HOST, FORM], `reason=${inPath(text)}`)],
  ['form: names of fields', text => ask('POST /u/x', [HOST, FORM], inPath(text))],
]

staysLinear(entries)
