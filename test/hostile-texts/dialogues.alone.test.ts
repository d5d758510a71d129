/**
 * Dialogues over sockets with mailboxes, relays and gateways: their time grows with a text and no
 * faster. Those with our mail server are in listener.alone.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { fetchImap } from '../../src/mail/mailbox/imap.ts'
import { USUAL_FETCH_LIMITS } from '../../src/mail/mailbox/mailbox.ts'
import { fetchPop3 } from '../../src/mail/mailbox/pop3.ts'
import { readMailboxUrl } from '../../src/mail/mailbox/url.ts'
import { createRelay } from '../../src/mail/smtp/relay.ts'
import { readSmtpUrl } from '../../src/mail/smtp/url.ts'
import { readSmppUrl } from '../../src/sms/gateway-url.ts'
import { createSmppGateway } from '../../src/sms/smpp/gateway.ts'
import { COMMAND, writePdu } from '../../src/sms/smpp/pdu.ts'
import { smsTo } from '../sms/server.ts'
import { type Entry, staysLinear } from './linear.ts'
import { type Said, type Script, type ScriptedServer, scriptedServer } from './scripted-server.ts'
import { inLines } from './texts.ts'

let server: ScriptedServer
before(async () => {
  server = await scriptedServer()
})
after(() => server?.close())

const LIMITS = { ...USUAL_FETCH_LIMITS, idle: 20_000, total: 20_000 }
const told = async (script: Script, work: (port: number) => Promise<unknown>) => {
  server.script = script
  server.saidLast = false
  const ended = await work(server.port).then(
    () => undefined,
    error => error,
  )
  assert.ok(server.saidLast, `the text was not said: ${ended}`)
}

const pop3 = (greeting: Said, answer: (verb: string) => Said | undefined) =>
  told({ greeting, answer: line => answer(line.split(' ')[0]!) ?? '+OK\r\n' }, port =>
    fetchPop3(readMailboxUrl(`pop3://u:p@127.0.0.1:${port}?tls=no`), LIMITS, async () => {}),
  )
const imap = (
  greeting: Said,
  answer: (verb: string, tag: string, words: string[]) => Said | undefined,
) =>
  told(
    {
      greeting,
      answer(line) {
        const [tag = '', ...words] = line.split(' ')
        const verb = words[0] === 'UID' ? words[1]! : (words[0] ?? '')
        const usual = () => {
          if (/^(SELECT|EXAMINE)$/i.test(verb))
            return (
              `* FLAGS (\\Seen)\r\n* 2 EXISTS\r\n* OK [UIDVALIDITY 77] x\r\n` +
              `* OK [UIDNEXT 3] x\r\n${tag} OK done\r\n`
            )
          if (/^CAPABILITY$/i.test(verb)) return `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`
          if (/^SEARCH$/i.test(verb)) return `* SEARCH 1 2\r\n${tag} OK done\r\n`
          if (/^LOGOUT$/i.test(verb)) return { last: `* BYE\r\n${tag} OK done\r\n` }
          return `${tag} OK done\r\n`
        }
        return answer(verb.toUpperCase(), tag, words) ?? usual()
      },
    },
    port =>
      fetchImap(
        readMailboxUrl(`imap://u:p@127.0.0.1:${port}?tls=no`),
        LIMITS,
        { validity: null, uid: 0 },
        async () => {},
      ),
  )
/** Answers a text to one command, and hangs up behind it. */
const at = (wanted: string, said: string) => (verb: string) =>
  verb === wanted ? { last: said } : undefined
const mailOf = (text: string) => `+OK\r\n${text}\r\n.\r\n`

const mailboxes: Entry[] = [
  ['POP3: a greeting', text => pop3({ last: `${text}\r\n` }, () => '')],
  ['POP3: an answer', text => pop3('+OK\r\n', at('PASS', `+OK ${inLines(text, text.length)}\r\n`))],
  ['POP3: a refusal', text => pop3('+OK\r\n', at('PASS', `-ERR ${text}\r\n`))],
  ['POP3: a list', text => pop3('+OK\r\n', at('LIST', mailOf(text)))],
  [
    'POP3: a long list',
    text =>
      pop3('+OK\r\n', at('LIST', mailOf(`1 ${inLines(text, 30)}\r\n`.repeat(text.length / 30)))),
  ],
  [
    'POP3: a message',
    text =>
      pop3('+OK\r\n', verb => (verb === 'LIST' ? mailOf('1 9') : at('RETR', mailOf(text))(verb))),
  ],
  [
    'POP3: a message of dots',
    text =>
      pop3('+OK\r\n', verb =>
        verb === 'LIST'
          ? mailOf('1 9')
          : at('RETR', mailOf(`.${text.replace(/\n/g, '\r\n.')}`))(verb),
      ),
  ],
]

/** A thread is started for each dialogue: few texts tell what is left to that of the calls. */
const A_THREAD_EACH = { every: 25 }
const imapAnswers: Entry[] = [
  ['IMAP: a greeting', text => imap({ last: `* OK ${text}\r\n` }, () => '')],
  [
    'IMAP: an answer',
    text => imap('* OK\r\n', (verb, tag) => at('LOGIN', `* ${text}\r\n${tag} OK\r\n`)(verb)),
  ],
  [
    'IMAP: a refusal',
    text => imap('* OK\r\n', (verb, tag) => at('LOGIN', `${tag} NO ${text}\r\n`)(verb)),
  ],
  [
    'IMAP: a code',
    text =>
      imap('* OK\r\n', (verb, tag) =>
        at('SELECT', `* OK [UIDVALIDITY ${text}] x\r\n${tag} OK\r\n`)(verb),
      ),
  ],
  [
    'IMAP: what was found',
    text =>
      imap('* OK\r\n', (verb, tag) => at('SEARCH', `* SEARCH 1 ${text}\r\n${tag} OK\r\n`)(verb)),
  ],
  [
    'IMAP: facts of a message',
    text =>
      imap('* OK\r\n', (verb, tag) =>
        at('FETCH', `* 1 FETCH (UID 1 ${text})\r\n${tag} OK\r\n`)(verb),
      ),
  ],
  [
    'IMAP: an address of a message',
    text =>
      imap('* OK\r\n', (verb, tag) =>
        at('FETCH', `* 1 FETCH (UID 1 X "${text}")\r\n${tag} OK\r\n`)(verb),
      ),
  ],
  [
    'IMAP: a message',
    text => {
      const literal = `{${Buffer.byteLength(text)}}\r\n${text}`
      return imap('* OK\r\n', (verb, tag) =>
        at('FETCH', `* 1 FETCH (UID 1 RFC822.SIZE 9 BODY[]<0> ${literal})\r\n${tag} OK\r\n`)(verb),
      )
    },
  ],
  ['IMAP: a goodbye', text => imap('* OK\r\n', at('SEARCH', `* BYE ${text}\r\n`))],
]

const MESSAGE = Buffer.from('From: <a@b.test>\r\nSubject: x\r\n\r\nx\r\n')
const relayed = (greeting: Said, answer: (verb: string) => Said | undefined) =>
  told(
    {
      greeting,
      answer: line =>
        answer(line.split(' ')[0]!) ?? (line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'),
    },
    async port => {
      const relay = createRelay({ address: readSmtpUrl(`smtp://127.0.0.1:${port}?starttls=never`) })
      await relay.send({ from: 'a@b.test', to: 'c@d.test' }, MESSAGE)
      await relay.close(0)
    },
  )
const reply = (code: number, text: string) =>
  `${code}-${text.replace(/\r?\n/g, `\r\n${code}-`)}\r\n${code} x\r\n`

const relays: Entry[] = [
  ['relay: a greeting', text => relayed({ last: text }, () => '')],
  ['relay: a greeting of many lines', text => relayed({ last: reply(220, text) }, () => '')],
  ['relay: offers', text => relayed('220 x\r\n', at('EHLO', reply(250, text)))],
  [
    'relay: ways to log in',
    text => relayed('220 x\r\n', at('EHLO', `250-x\r\n250-AUTH ${text}\r\n250 SIZE ${text}\r\n`)),
  ],
  ['relay: a refused sender', text => relayed('220 x\r\n', at('MAIL', reply(550, text)))],
  ['relay: a refused recipient', text => relayed('220 x\r\n', at('RCPT', reply(450, text)))],
  ['relay: a refused email', text => relayed('220 x\r\n', at('.', reply(554, text)))],
  ['relay: what it has taken', text => relayed('220 x\r\n', at('.', reply(250, text)))],
]

const cString = (text: string) => `${text.replaceAll('\0', '.')}\0`
/** Bound first; what is said then comes with the first text that is sent. */
const gateway = (said: (sequence: number) => Buffer) =>
  told(
    {
      lines: false,
      answer(heard) {
        const pdu = Buffer.from(heard, 'latin1')
        const [command, sequence] = [pdu.readUInt32BE(4), pdu.readUInt32BE(12)]
        if (command === COMMAND.bindTransceiver)
          return writePdu(COMMAND.bindTransceiverResp, 0, sequence, Buffer.from('x\0'))
        return command === COMMAND.submit ? { last: said(sequence) } : ''
      },
    },
    async port => {
      const url = readSmppUrl(`smpp://u:p@127.0.0.1:${port}?from=x`)
      const listener = { receipt: async () => {}, reply: async () => {} }
      const sending = createSmppGateway({ url, listener, firstPauseMillis: 60_000 })
      await sending.send(smsTo('+46701234567'))
      await sending.close(0)
    },
  )
const LONGEST_PDU = 60_000
const delivered = (esmClass: number, source: string, message: string, tlv = Buffer.alloc(0)) => {
  const short = Buffer.from(message).subarray(0, 254)
  const head = Buffer.from(`\0\x01\x01${cString(source)}\x01\x01${cString(source)}`, 'latin1')
  const facts = Buffer.from([esmClass, 0, 0, 0, 0, 0, 0, 0, 0, short.length])
  return writePdu(COMMAND.deliver, 0, 7, Buffer.concat([head, facts, short, tlv]))
}
const payload = (text: string) => {
  const value = Buffer.from(text).subarray(0, LONGEST_PDU)
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0x0424, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value])
}
const packets = (text: string, made: (part: string) => Buffer) =>
  Buffer.concat((text.match(/.{1,200}/gs) ?? []).map(part => made(part)))

const gateways: Entry[] = [
  ['SMPP: anything', text => gateway(() => Buffer.from(text))],
  [
    'SMPP: an answer',
    text =>
      gateway(n => writePdu(COMMAND.submitResp, 0, n, Buffer.from(cString(text.slice(0, 20_000))))),
  ],
  [
    'SMPP: receipts',
    text => gateway(() => packets(text, part => delivered(4, '46701234567', part))),
  ],
  [
    'SMPP: replies',
    text => gateway(() => packets(text, part => delivered(0, part.slice(0, 20), part))),
  ],
  ['SMPP: a long receipt', text => gateway(() => delivered(4, '46701234567', '', payload(text)))],
  ['SMPP: a long reply', text => gateway(() => delivered(0, '46701234567', '', payload(text)))],
  [
    'SMPP: small packets',
    text => gateway(() => packets(text, () => writePdu(COMMAND.enquireLink, 0, 1))),
  ],
  [
    'SMPP: unknown packets',
    text => gateway(() => packets(text, part => writePdu(0x999, 0, 1, Buffer.from(part)))),
  ],
]

staysLinear([
  ...mailboxes,
  ...imapAnswers.map(([name, work]): Entry => [name, work, A_THREAD_EACH]),
  ...relays,
  ...gateways,
])
