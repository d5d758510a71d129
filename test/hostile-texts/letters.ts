/**
 * Entries for accounts that write letters: HTML, MJML, Liquid, subjects, names; and for what
 * recipients are called.
 */

import { scanHtml } from '../../src/mail/html/scan.ts'
import { htmlToText } from '../../src/mail/html/text.ts'
import { checkMessage, linksOf } from '../../src/mail/message/check.ts'
import { addressesInText, webAddress } from '../../src/mail/message/click-links.ts'
import { compileMessage, templateErrors } from '../../src/mail/message/compile.ts'
import { composeMessage } from '../../src/mail/message/compose.ts'
import { canonicalBody } from '../../src/mail/message/dkim.ts'
import { mailAddress, mailboxField, mailDomain, textField } from '../../src/mail/message/headers.ts'
import { charsetNamed, UTF8 } from '../../src/mail/mime/charset.ts'
import { base64Lines, encodedWords, quotedPrintable, withCrlf } from '../../src/mail/mime/encode.ts'
import { toWire, toXtext } from '../../src/mail/smtp/address.ts'
import { prepareContent } from '../../src/mail/smtp/content.ts'
import { blockIds, withBlocks } from '../../src/mail/template/blocks.ts'
import { compileBody, compileLine } from '../../src/mail/template/liquid.ts'
import { cleaned, compileTemplate } from '../../src/mail/template/merge.ts'
import { picturesIn } from '../../src/mail/template/pictures.ts'
import { isMjml, renamePictures, writtenText } from '../../src/mail/template/prepare.ts'
import { checkNesting, hasStyles, protect } from '../../src/mail/template/protect.ts'
import { fillSlots, slotsOf } from '../../src/mail/template/slots.ts'
import { webTarget, withParameter } from '../../src/recipient/click.ts'
import { facts, newsletter, recipient } from '../mail/message/message-readers.ts'
import type { Entry } from './linear.ts'

const fields = new Map([['City', 2]])
const LATIN1 = charsetNamed('iso-8859-1')
const compiled = compileMessage(newsletter(), facts())
const checked = {
  subject: 'News',
  html: undefined,
  text: 'x',
  htmlBytes: 1,
  characterSet: 'iso-8859-1',
  showsUnsubscribe: true,
  fromEmail: 'shop@example.test',
  signed: true,
}
const composed = (more: Parameters<typeof newsletter>[0]) =>
  composeMessage(compileMessage(newsletter(more), facts()), recipient())

/** Of a subject, and of names. */
const LINE = { most: 10_000 }

export const lettersOfAccounts: readonly Entry[] = [
  ['letter: tags', text => compileTemplate(text, fields)],
  ['letter: Liquid in HTML', text => compileBody(text, fields, 'html')],
  ['letter: Liquid in text', text => compileBody(text, fields, 'text')],
  ['letter: Liquid in a line', text => compileLine(text, fields, 'subject')],
  [
    'letter: a tag',
    text => templateErrors({ html: `{{ ${text} }}`, text: `{% ${text} %}` }, fields),
  ],
  [
    'letter: a default',
    text => templateErrors({ html: `{{ name | default: "${text}" }}` }, fields),
  ],
  ['letter: a condition', text => templateErrors({ html: `{% if ${text} %}x{% endif %}` }, fields)],
  ['letter: HTML composed', text => composed({ html: text })],
  ['letter: a paragraph composed', text => composed({ html: `<p>${text}</p>` })],
  ['letter: a link composed', text => composed({ html: `<a href="https://a.test/${text}">x</a>` })],
  ['letter: text composed', text => composed({ text })],
  ['letter: a subject composed', text => composed({ subject: text }), LINE],
  ['letter: a preheader composed', text => composed({ preheader: text }), LINE],
  [
    'letter: a sender composed',
    text => composed({ from: { name: text, address: 'a@b.test' } }),
    LINE,
  ],
  ['letter: HTML scanned', text => [...scanHtml(text)]],
  ['letter: a tag scanned', text => [...scanHtml(`<a ${text}>`)]],
  ['letter: HTML to text', text => htmlToText(text)],
  [
    'letter: a link to text',
    text => htmlToText(`<a href="https://a.test/${text}">${text}</a><pre>${text}</pre>`),
  ],
  [
    'letter: a table to text',
    text => htmlToText(`<table><tr><td>${text}</td></tr></table><ul><li>${text}</li></ul>`),
  ],
  ['letter: parts for some', text => [blockIds({ html: text, text }), withBlocks(text)]],
  ['letter: an attribute for some', text => withBlocks(`<p data-filter="${text}">x</p>${text}`)],
  ['letter: protected', text => protect(text, 'html').restore(text)],
  ['letter: nesting', text => checkNesting(text, 'html')],
  [
    'letter: styles',
    text => [
      hasStyles(text),
      hasStyles(`<style>${text}</style>`),
      hasStyles(`<link rel="${text}">`),
    ],
  ],
  [
    'letter: MJML or not',
    text => [isMjml(text), isMjml(`<!--${text}--><mjml>`), isMjml(`<?xml ${text}`)],
  ],
  ['letter: pictures', text => picturesIn(text)],
  ['letter: pictures renamed', text => renamePictures(text, ({ path }) => path)],
  [
    'letter: a picture',
    text => [picturesIn(`<img src="${text}">`), picturesIn(`<p style="background:url(${text})">`)],
  ],
  ['letter: a srcset', text => picturesIn(`<img srcset="${text}">`)],
  ['letter: a style sheet', text => picturesIn(`<style>${text}</style>`)],
  ['letter: its own text', writtenText],
  ['letter: slots', text => slotsOf(text, 'html')],
  ['letter: slots filled', text => fillSlots(text, 'html', new Map())],
  ['letter: a slot', text => fillSlots('<p data-slot="a">x</p>', 'html', new Map([['a', text]]))],
  ['letter: the name of a slot', text => slotsOf(`<p data-slot="${text}">x</p>`, 'html')],
  [
    'letter: looked over',
    text => checkMessage({ ...checked, subject: text, html: text, text, fromEmail: text }),
  ],
  [
    'letter: links',
    text => [
      linksOf(text),
      linksOf(`<a href="${text}">x</a>`),
      checkMessage({ ...checked, html: `<a href="${text}">` }),
    ],
  ],
  ['letter: addresses in text', text => [...addressesInText(text)]],
  [
    'letter: an address in text',
    text => [[...addressesInText(`https://a.test/${text}`)], webAddress(`https://${text}`)],
  ],
  [
    'letter: where a link leads',
    text => [webTarget(`https://${text}`), withParameter(`https://a.test/${text}`, 'pp', 'x')],
  ],
  ['letter: a subject in a header', text => textField('Subject', text, LATIN1), LINE],
  [
    'letter: a name in a header',
    text => mailboxField('To', { name: text, address: 'a@b.test' }, UTF8),
    LINE,
  ],
  [
    'letter: encoded words',
    text => [encodedWords(text, UTF8, 10), encodedWords(text, LATIN1, 10)],
    LINE,
  ],
  [
    'letter: encodings',
    text => [
      quotedPrintable(Buffer.from(text)),
      base64Lines(Buffer.from(text)),
      withCrlf(text),
      cleaned(text),
    ],
  ],
  [
    'letter: a name of a recipient',
    text => composeMessage(compiled, recipient({ name: text })),
    LINE,
  ],
  [
    'letter: fields of a recipient',
    text => composeMessage(compiled, recipient({ fields: [text, text] })),
    LINE,
  ],
  [
    'letter: an address of a recipient',
    text => [mailAddress(text), mailAddress(`a@${text}`), mailDomain(text)],
  ],
  ['letter: an address on the wire', text => [toWire(text), toWire(`a@${text}`), toXtext(text)]],
  ['letter: content on the wire', text => prepareContent(Buffer.from(text))],
  ['letter: a body signed', text => canonicalBody(Buffer.from(text))],
]
