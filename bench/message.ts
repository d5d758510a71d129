/** The measured email: personalised multipart of 23 KB, 30 tracked links, 10 tags. */
import { randomBytes } from 'node:crypto'
import { macKey } from '../src/mail/links/signing.ts'
import type { compileMessage } from '../src/mail/message/compile.ts'

const words =
  'The quick brown fox jumps over the lazy dog, and so does every other fox of the forest. '
const block = (i: number) =>
  `<tr><td style="padding:12px"><h2>Story ${i}</h2><p>${words.repeat(5)}</p><p><a ` +
  `href="https://www.example.org/stories/${i}?from=email">Read on</a></p></td></tr>\n`
const tags = [
  'name',
  'email',
  'DD1',
  'DD2',
  'DD3',
  'name | default: "friend"',
  'DD4',
  'DD5',
  'DD6',
  'DD7',
]

export const SUBJECT = 'News for {{ name }}'
export const HTML = `<!DOCTYPE html><html><head><meta \
charset="utf-8"><title>News</title></head><body><table>
${Array.from({ length: 30 }, (_, i) => block(i)).join('')}</table><p>${tags.map(tag => `<b>{{ ${tag} }}</b>`).join(' and ')}</p>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p></body></html>`
export const TEXT = 'Hello {{ name }},\n\nall news: https://www.example.org/\n'
export const FIELDS = ['Stockholm', 'Sweden', 'customer', 'gold', '2026-11-21', 'Tom & Co', 'café']

/** What it is sent by; signed with a key of its own. */
export const sendingFacts = (): Parameters<typeof compileMessage>[1] => ({
  accountId: 1,
  of: 'sending',
  ofId: 100,
  list: { id: 1, name: 'News' },
  characterSet: 'iso-8859-1',
  fields: new Map(),
  publicUrl: 'https://post.example.org',
  bounceDomain: 'bounce.example.org',
  key: macKey(1, randomBytes(32)),
})
