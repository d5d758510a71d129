/** Entries for servers that we ask: relays, name servers, gateways of SMS, web servers. */
import { checkUrl, shown } from '../../src/lib/download/address.ts'
import { checkEncoding } from '../../src/lib/download/body.ts'
import { failureOfStatus, plain } from '../../src/lib/download/failure.ts'
import { isAllowed, kindOf, parseAllowed } from '../../src/lib/fetch-guard-places.ts'
import { checkSender } from '../../src/mail/dns/check.ts'
import { tagsOf } from '../../src/mail/dns/dkim.ts'
import { createReplyReader, textOf } from '../../src/mail/smtp/reply.ts'
import { verdictOf } from '../../src/mail/smtp/verdict.ts'
import { createPduReader } from '../../src/sms/smpp/pdu.ts'
import { parseDelivered, spellingsOf, storedId } from '../../src/sms/smpp/receipt.ts'
import { facts } from '../mail/dns/setup.ts'
import type { Entry } from './linear.ts'

/** Replies that come line by line, in pieces of a packet. */
function replies(text: string): void {
  const reader = createReplyReader(reply => [
    textOf(reply),
    verdictOf('dot', reply),
    verdictOf('rcpt', reply),
  ])
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1_400) reader.push(bytes.subarray(at, at + 1_400))
}

const ADDRESSES = { A: '192.0.2.1', AAAA: '2001:db8::1', MX: '10 a.test', PTR: 'a.test' }

/** All questions have the same answer: a domain that a stranger owns. */
const answered = (...values: string[]) =>
  checkSender(
    {
      ask: async type => ({ state: 'found', values: type === 'TXT' ? values : [ADDRESSES[type]] }),
    },
    facts,
  )

const receipt = (text: string) =>
  parseDelivered({
    source: text,
    destination: text,
    esmClass: 4,
    dataCoding: 0,
    message: Buffer.from(text),
    tlvs: new Map([[0x001e, Buffer.from(text)]]),
  })
const plainReply = (esmClass: number, text: string) =>
  parseDelivered({
    source: '46701234567',
    destination: '72000',
    esmClass,
    dataCoding: 0,
    message: Buffer.from(text, 'latin1'),
    tlvs: new Map(),
  })

/** The longest text of a TXT record that a packet of DNS has. */
const LONGEST_TXT = 65_000
/** The longest packet that is taken. */
const LONGEST_PDU = 64_000

export const answersOfServers: readonly Entry[] = [
  ['relay: replies', replies],
  [
    'relay: lines of a reply',
    text => replies(`250-${text.slice(0, 4_000)}\r\n`.repeat(Math.ceil(text.length / 4_000))),
  ],
  [
    'relay: a reply of many lines',
    text => replies(`550-5.1.1 ${text.replace(/\r?\n/g, '\r\n550-5.1.1 ')}\r\n550 x\r\n`),
  ],
  [
    'relay: the text of a reply',
    text =>
      verdictOf('rcpt', { code: 550, enhanced: null, lines: text.slice(0, 2_000).split('\n') }),
  ],
  ['dns: TXT', text => answered(text), { most: LONGEST_TXT }],
  ['dns: SPF', text => answered(`v=spf1 ${text}`), { most: LONGEST_TXT }],
  [
    'dns: DMARC',
    text => answered(`v=DMARC1; p=none; ${text}`, `v=DMARC1;${text}`),
    { most: LONGEST_TXT },
  ],
  ['dns: DKIM', text => [tagsOf(text), answered(`v=DKIM1; p=${text}`)], { most: LONGEST_TXT }],
  [
    'dns: hosts',
    text =>
      checkSender({ ask: async () => ({ state: 'found', values: [`10 ${text}`, text] }) }, facts),
    { most: 255 },
  ],
  ['gateway: a receipt', receipt, { most: LONGEST_PDU }],
  [
    'gateway: a receipt by its text',
    text => plainReply(4, `id:1 sub:001 stat:DELIVRD err:${text} id:${text}`),
    { most: LONGEST_PDU },
  ],
  ['gateway: a reply', text => plainReply(0, text), { most: LONGEST_PDU }],
  [
    'gateway: what looks like a receipt',
    text => plainReply(0, `id:${text} stat:${text}`),
    { most: LONGEST_PDU },
  ],
  ['gateway: an id', text => [spellingsOf(text), storedId(text)], { most: LONGEST_PDU }],
  ['gateway: packets', text => createPduReader(() => {})(Buffer.from(text))],
  [
    'web: an address',
    text => [checkUrl(text), checkUrl(`https://${text}`), checkUrl(`https://a.test/${text}`)],
  ],
  [
    'web: an address as it is shown',
    text => shown(new URL(`https://a.test/${encodeURIComponent(text.toWellFormed())}`)),
  ],
  ['web: the words of a status', text => [failureOfStatus(500, text, text), plain(text, 200)]],
  ['web: an encoding', text => checkEncoding(text)],
  [
    'web: places',
    text => [kindOf(text), isAllowed(parseAllowed('10.0.0.0/8,a.test'), text, '10.0.0.1')],
  ],
]
