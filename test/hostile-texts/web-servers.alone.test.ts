/**
 * Web servers that we ask, for files to import and to send texts: their answers cost time that
 * grows with their length and no faster.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { download } from '../../src/lib/download/download.ts'
import { createHttpGateway } from '../../src/sms/http/gateway.ts'
import { readHttpTemplate } from '../../src/sms/http/template.ts'
import { quick } from '../lib/download-setup.ts'
import { smsTo } from '../sms/server.ts'
import { type Entry, staysLinear } from './linear.ts'
import { type ScriptedServer, scriptedServer } from './scripted-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-hostile-'))
let server: ScriptedServer
before(async () => {
  server = await scriptedServer()
})
after(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const answering = (text: string) => {
  server.script = { lines: false, answer: () => ({ last: Buffer.from(text, 'latin1') }) }
  return `http://127.0.0.1:${server.port}`
}
const once = { ...quick, tries: 1 }
const fetching = (text: string) => download(`${answering(text)}/a.csv`, join(folder, 'file'), once)

async function setup(text: string): Promise<void> {
  const template = readHttpTemplate(
    `${answering(text)}/send?to={to}&text={text}`,
    '',
    '',
    '^OK',
    'id: (\\S+)',
  )
  const sending = createHttpGateway({
    template,
    from: 'x',
    rate: null,
    connections: 1,
    callbackOf: () => '',
  })
  await sending.send(smsTo('+46701234567'))
  await sending.close(0)
}

/** As it may stand in a header. */
const inHeader = (text: string): string => text.replace(/[^\t\x20-\x7e\xa0-\xff]/gu, '?')
const OK = 'HTTP/1.1 200 OK\r\n'
const chunked = (text: string, extension = '') =>
  `${OK}Transfer-Encoding: chunked\r\n\r\n${(text.match(/.{1,1000}/gs) ?? [])
    .map(part => `${Buffer.byteLength(part, 'latin1').toString(16)}${extension}\r\n${part}\r\n`)
    .join('')}0\r\n\r\n`
/** Of the head of an answer: Node reads 16 kB at most. */
const HEAD = { most: 15_000 }

const HEADERS = [
  'Location',
  'Content-Type',
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Retry-After',
  'X-Any',
]
/** With an error: 503 has a gateway asked again. */
const askers = [
  ['a file', fetching, 503],
  ['a gateway', setup, 500],
] as const

const entries = askers.flatMap(([name, ask, failed]): Entry[] => [
  [`${name}: anything`, text => ask(text)],
  [`${name}: the words of a status`, text => ask(`HTTP/1.1 500 ${inHeader(text)}\r\n\r\nx`), HEAD],
  [
    `${name}: names of headers`,
    text => ask(`${OK}${text.replace(/[^\w-]/g, '-').slice(0, HEAD.most)}: x\r\n\r\nx`),
    HEAD,
  ],
  ...HEADERS.flatMap((header): Entry[] => [
    [`${name}: ${header}`, text => ask(`${OK}${header}: ${inHeader(text)}\r\n\r\nx`), HEAD],
    [
      `${name}: ${header} of a redirect`,
      text => ask(`HTTP/1.1 302 x\r\nLocation: /\r\n${header}: ${inHeader(text)}\r\n\r\n`),
      HEAD,
    ],
    [
      `${name}: ${header} of an error`,
      text => ask(`HTTP/1.1 ${failed} x\r\n${header}: ${inHeader(text)}\r\n\r\n`),
      HEAD,
    ],
  ]),
  [`${name}: an answer`, text => ask(`${OK}\r\n${text}`)],
  [`${name}: an answer that says an id`, text => ask(`${OK}\r\nOK id: ${text}`)],
  [`${name}: an answer in pieces`, text => ask(chunked(text))],
  [
    `${name}: what is said of pieces`,
    text => ask(chunked('x'.repeat(20_000), `;${inHeader(text).slice(0, 500)}`)),
    HEAD,
  ],
  [`${name}: an error`, text => ask(`HTTP/1.1 500 x\r\n\r\n${text}`)],
])

staysLinear(entries)
