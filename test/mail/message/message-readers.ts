/**
 * Independent readers of emails: postal-mime, and Python's email package where there is one. And a
 * newsletter to begin with.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import PostalMime from 'postal-mime'
import { macKey } from '../../../src/mail/links/signing.ts'
import {
  compileMessage,
  type MessageFacts,
  type Newsletter,
} from '../../../src/mail/message/compile.ts'
import {
  type ComposedMessage,
  composeMessage,
  type MessageRecipient,
  renderMessage,
} from '../../../src/mail/message/compose.ts'
import { canonicalBody } from '../../../src/mail/message/dkim.ts'

export interface Read {
  headers: string[]
  subject: string
  fromName: string
  toName: string
  to: string
  text: string
  html: string
  /** What the reader found wrong with the email. */
  defects: string[]
}

/**
 * As one text, without the line end at its end that one way of encoding has and the other has not.
 */
const body = (text: string | null | undefined) =>
  (text ?? '').replace(/\r\n/g, '\n').replace(/\n+$/, '')

export async function readByPostalMime(bytes: Buffer): Promise<Read> {
  const read = await PostalMime.parse(bytes)
  return {
    headers: read.headers.map(header => header.key),
    subject: read.subject ?? '',
    fromName: read.from?.name ?? '',
    toName: read.to?.[0]?.name ?? '',
    to: read.to?.[0]?.address ?? '',
    text: body(read.text),
    html: body(read.html),
    defects: [],
  }
}

const PYTHON = '/usr/bin/python3'

const READ = `
import sys, json, base64, email, email.policy
from email.header import decode_header, make_header
from email.utils import parseaddr
out = []
# Python's newer interface puts blanks between the encoded words of a name, \
its older one reads them as RFC 2047 6.2 says.
def phrase(field):
    return str(make_header(decode_header(parseaddr(field)[0])))
for line in sys.stdin:
    source = base64.b64decode(line)
    message = email.message_from_bytes(source, policy=email.policy.default)
    older = email.message_from_bytes(source)
    text = message.get_body(('plain',))
    html = message.get_body(('html',))
    defects = [repr(d) for part in message.walk() for d in part.defects]
    for name in ('Subject', 'From', 'To', 'List-Unsubscribe'):
        if message[name] is not None: defects += [repr(d) for d in message[name].defects]
    to = message['To'].addresses[0]
    out.append(dict(headers=[k.lower() for k in message.keys()], subject=str(message['Subject']),
        fromName=phrase(older['From']), toName=phrase(older['To']), to=to.addr_spec,
        text=text.get_content() if text else '', html=html.get_content() if html else '', \
defects=defects))
print(json.dumps(out))
`

export const hasPython = spawnSync(PYTHON, ['-c', 'import email']).status === 0

export function runPython(program: string, lines: string[]): unknown {
  return JSON.parse(
    execFileSync(PYTHON, ['-c', program], {
      input: lines.join('\n'),
      maxBuffer: 1 << 30,
    }).toString(),
  )
}

export function readByPython(messages: Buffer[]): Read[] {
  const read = runPython(
    READ,
    messages.map(message => message.toString('base64')),
  ) as Read[]
  return read.map(message => ({ ...message, text: body(message.text), html: body(message.html) }))
}

export const key = macKey(7, Buffer.alloc(32, 7))
export const keyOf = (keyId: number) => (keyId === key.keyId ? key : undefined)

export const facts = (more: Partial<MessageFacts> = {}): MessageFacts => ({
  accountId: 12,
  of: 'sending',
  ofId: 345,
  list: { id: 3, name: 'News of the day' },
  characterSet: 'iso-8859-1',
  fields: new Map([['City', 2]]),
  publicUrl: 'https://post.example.org',
  bounceDomain: 'bounce.example.org',
  key,
  ...more,
})

export const newsletter = (more: Partial<Newsletter> = {}): Newsletter => ({
  subject: 'News for {{ name }}',
  html: '<html><body><p>Hello {{ name }}</p></body></html>',
  text: 'Hello {{ name }}',
  from: { name: 'News', address: 'news@example.org' },
  ...more,
})

export const recipient = (more: Partial<MessageRecipient> = {}): MessageRecipient => ({
  id: 1_234_567,
  email: 'ada@example.com',
  name: 'Ada',
  format: 'html',
  fields: [],
  ...more,
})

/** Everything of an email's form that needs no reader. */
export function checkForm(message: ComposedMessage): void {
  const text = message.bytes.toString('latin1')
  assert(!/[^\r]\n|\r[^\n]|\0/.test(text), 'bare line ends or NUL')
  for (const line of text.split('\r\n')) assert(line.length <= 200, line)
  for (const line of text.slice(message.bodyStart).split('\r\n')) assert(line.length <= 76, line)
  assert.equal(text.slice(message.bodyStart - 4, message.bodyStart), '\r\n\r\n')
  const sent = message.bytes.subarray(message.bodyStart)
  assert(canonicalBody(sent).equals(sent), 'not canonical')
}

/** As in letters of that character set, where HTML names the set. */
export const compose = (
  message: Newsletter,
  more: Partial<MessageFacts>,
  person: MessageRecipient,
) => {
  const compiled = compileMessage(message, facts(more))
  return {
    compiled,
    message: composeMessage(compiled, person),
    meant: renderMessage(compiled, person),
  }
}

/** With links, and tags where they hurt. */
export const HTML = `<html><body><p>Hello {{ name }} of {{ City | default: "nowhere" }}: {{ DD1 \
}}</p>
<a href="https://example.org/?who={{ DD1 }}&amp;x=1">one</a> <a href="{{ DD3 }}">two</a> \
<a href="https://example.org/2">three</a></body></html>`
