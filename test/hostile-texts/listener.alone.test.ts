/** Dialogues with our mail server: their time grows with a text and no faster. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before } from 'node:test'
import { readMailAddress } from '../../src/mail/links/mail-address.ts'
import {
  type MailListener,
  startListener,
  USUAL_LIMITS,
} from '../../src/mail/smtp-server/listener.ts'
import { keyOf } from '../mail/message/message-readers.ts'
import { type Entry, staysLinear } from './linear.ts'
import { inLines } from './texts.ts'

let listener: MailListener
before(async () => {
  listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    name: 'bounces.example.test',
    limits: USUAL_LIMITS,
    secure: () => undefined,
    check: async address =>
      (await readMailAddress(address, keyOf)) || address.startsWith('postmaster')
        ? { mailbox: address }
        : { refused: '550 5.1.1 There is no such mailbox' },
    take: async () => '250 2.0.0 Stored',
    count() {},
    report(error) {
      throw error
    },
  })
})
after(() => listener.close(0))

/** Said at once, as it stands; ends when the listener hangs up, which it does after QUIT. */
async function tell(...lines: string[]): Promise<void> {
  const socket = connect(listener.port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.end(`${lines.join('\r\n')}\r\nQUIT\r\n`)
  await once(socket, 'close')
}
const envelope = ['EHLO me', 'MAIL FROM:<>', 'RCPT TO:<postmaster>']
/** Of a command; a longer line ends the conversation. */
const COMMAND_LINE = 4_000
const commands = (verb: string, text: string) => {
  const line = `${verb}${inLines(text, COMMAND_LINE - verb.length)}`
  return Array.from({ length: Math.ceil(text.length / line.length) }, () => line)
}

const toUs: Entry[] = [
  ['listener: anything', text => tell(text)],
  ['listener: commands', text => tell(...commands('', text))],
  ['listener: names of a caller', text => tell(...commands('EHLO ', text))],
  ['listener: senders', text => tell('EHLO me', ...commands('MAIL FROM:<', text))],
  ['listener: parameters', text => tell('EHLO me', ...commands('MAIL FROM:<> ', text))],
  [
    'listener: recipients',
    text => tell('EHLO me', 'MAIL FROM:<>', ...commands('RCPT TO:<', `${text}>`)),
  ],
  [
    'listener: tokens',
    text => tell('EHLO me', 'MAIL FROM:<>', ...commands('RCPT TO:<b-', `${text}@x>`)),
  ],
  ['listener: a message', text => tell(...envelope, 'DATA', text, '.')],
  [
    'listener: a message of dots',
    text => tell(...envelope, 'DATA', `.${text.replace(/\n/g, '\r\n.')}`, '.'),
  ],
  ['listener: a message without an end', text => tell(...envelope, 'DATA', text)],
]

staysLinear(toUs)
