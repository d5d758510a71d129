/**
 * The speed of composing: a personalised multipart email of 23 KB with 30 tracked links and 10
 * tags, with and without DKIM, the same with conditions, a loop and filters rendered by LiquidJS,
 * beside LiquidJS rendering the whole of it, and nodemailer composing the same parts. `node
 * bench/compose.ts [emails]`
 */
import { Liquid } from 'liquidjs'
import { createTransport } from 'nodemailer'
import { compileMessage } from '../src/mail/message/compile.ts'
import {
  composeMessage,
  type MessageRecipient,
  renderMessage,
} from '../src/mail/message/compose.ts'
import { signingKey, signMessage } from '../src/mail/message/dkim.ts'
import { makeDkimKeys } from '../src/mail/message/dkim-keys.ts'
import { FIELDS, HTML, SUBJECT, sendingFacts, TEXT } from './message.ts'

const messages = Number(process.argv[2] ?? 20_000)
const IN_FLIGHT = 32

const people: MessageRecipient[] = Array.from({ length: 1000 }, (_, i) => ({
  id: 1_000_000 + i,
  email: `person.${i}@example.com`,
  name: i % 3 === 0 ? `Åsa Öberg ${i}` : `Jane Doe ${i}`,
  format: 'html',
  fields: FIELDS.with(2, `customer ${i}`),
}))

const messagesOf = (html: string) =>
  compileMessage(
    {
      subject: SUBJECT,
      html,
      text: TEXT,
      from: { name: 'News', address: 'news@example.org' },
    },
    sendingFacts(),
  )

const compiled = messagesOf(HTML)
/**
 * The same email with a conditional paragraph, filters in tags, and a loop over the values of a
 * field.
 */
const LIQUID = HTML.replace(
  '<h2>Story 7',
  '{% if DD4 == "gold" %}<p>For you, {{ name | upcase }}</p>{% else %}<p>Join</p>{% endif ' +
    '%}<h2>Story 7',
).replace(
  '</table><p>',
  '</table><ul>{% assign parts = DD5 | split: "-" %}{% for part in parts %}<li>{{ ' +
    'forloop.index }} {{ part | prepend: "0" }}</li>{% endfor %}</ul><p>',
)
const compiledLiquid = messagesOf(LIQUID)
const liquid = new Liquid({ outputEscape: 'escape' })
const parsedLiquid = liquid.parse(LIQUID)

const keys = (await makeDkimKeys('example.org', 'pp1')).map(key =>
  signingKey(key.domain, key.selector, key.privateKey),
)
const person = (i: number) => people[i % people.length]!

async function measure(
  name: string,
  count: number,
  make: (i: number) => number | Promise<number>,
): Promise<void> {
  let bytes = 0
  const run = async (count: number) => {
    let next = 0
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (next < count) {
          const made = make(next++)
          bytes = typeof made === 'number' ? made : await made
        }
      }),
    )
  }
  await run(Math.ceil(count / 10))
  const cpu = process.cpuUsage()
  const start = performance.now()
  await run(count)
  const seconds = (performance.now() - start) / 1000
  const used = process.cpuUsage(cpu)
  const busy = (used.user + used.system) / 1e6
  console.log(
    `${name.padEnd(44)} ${Math.round(count / seconds)
      .toString()
      .padStart(7)}/s  ${Math.round(count / busy)
      .toString()
      .padStart(7)}/s of a core  ${bytes} bytes`,
  )
}

const byLiquid = (i: number): string => {
  const { name, email, fields } = person(i)
  const scope = {
    name,
    email,
    unsubscribe_url: 'https://post.example.org/u/1',
    ...Object.fromEntries(fields.map((value, n) => [`DD${n + 1}`, value])),
  }
  return liquid.renderSync(parsedLiquid, scope)
}
const compose = (i: number) => composeMessage(compiled, person(i))
const signed = async (i: number, with_: typeof keys) => {
  const message = compose(i)
  return (await signMessage(message, with_)).length + message.bytes.length
}
const dkim = {
  domainName: 'example.org',
  keySelector: 'pp1',
  privateKey: keys[0]!.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
}
const plainTransport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const signingTransport = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  dkim,
})
const nodemailer = async (i: number, transport: typeof plainTransport) => {
  const { subject, html, text } = renderMessage(compiled, person(i))
  const to = { name: person(i).name, address: person(i).email }
  const sent = await transport.sendMail({
    from: 'News <news@example.org>',
    to,
    subject,
    html: html!,
    text,
  })
  return (sent.message as Buffer).length
}

await measure('composed', messages, i => compose(i).bytes.length)
await measure(
  'composed, with Liquid',
  messages,
  i => composeMessage(compiledLiquid, person(i)).bytes.length,
)
await measure('LiquidJS alone, the whole HTML, no email', messages / 4, i => byLiquid(i).length)
await measure('composed, RSA-2048', messages / 4, i => signed(i, keys.slice(0, 1)))
await measure('composed, RSA-2048 and Ed25519', messages / 4, i => signed(i, keys))
await measure('nodemailer, merged by our slots', messages / 10, i => nodemailer(i, plainTransport))
await measure('the same, its own RSA-2048', messages / 20, i => nodemailer(i, signingTransport))
