/**
 * Entries for accounts that write emails: HTML, MJML, Liquid, subjects, names; and for what
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
import { cleaned } from '../../src/mail/template/cleaned.ts'
import { compileBody, compileLine } from '../../src/mail/template/liquid.ts'
import { compileTemplate } from '../../src/mail/template/merge.ts'
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
  domain: 'example.test',
  signed: true,
}
const composed = (more: Parameters<typeof newsletter>[0]) =>
  composeMessage(compileMessage(newsletter(more), facts()), recipient())

/** Of a subject, and of names. */
const LINE = { most: 10_000 }

export const messagesOfAccounts: readonly Entry[] = [
  ['email: tags', text => compileTemplate(text, fields)],
  ['email: Liquid in HTML', text => compileBody(text, fields, 'html')],
  ['email: Liquid in text', text => compileBody(text, fields, 'text')],
  ['email: Liquid in a line', text => compileLine(text, fields, 'subject')],
  [
    'email: a tag',
    text => templateErrors({ html: `{{ ${text} }}`, text: `{% ${text} %}` }, fields),
  ],
  ['email: a default', text => templateErrors({ html: `{{ name | default: "${text}" }}` }, fields)],
  ['email: a condition', text => templateErrors({ html: `{% if ${text} %}x{% endif %}` }, fields)],
  ['email: HTML composed', text => composed({ html: text })],
  ['email: a paragraph composed', text => composed({ html: `<p>${text}</p>` })],
  ['email: a link composed', text => composed({ html: `<a href="https://a.test/${text}">x</a>` })],
  ['email: text composed', text => composed({ text })],
  ['email: a subject composed', text => composed({ subject: text }), LINE],
  ['email: a preheader composed', text => composed({ preheader: text }), LINE],
  [
    'email: a sender composed',
    text => composed({ from: { name: text, address: 'a@b.test' } }),
    LINE,
  ],
  ['email: HTML scanned', text => [...scanHtml(text)]],
  ['email: a tag scanned', text => [...scanHtml(`<a ${text}>`)]],
  ['email: HTML to text', text => htmlToText(text)],
  [
    'email: a link to text',
    text => htmlToText(`<a href="https://a.test/${text}">${text}</a><pre>${text}</pre>`),
  ],
  [
    'email: a table to text',
    text => htmlToText(`<table><tr><td>${text}</td></tr></table><ul><li>${text}</li></ul>`),
  ],
  ['email: parts for some', text => [blockIds({ html: text, text }), withBlocks(text)]],
  ['email: an attribute for some', text => withBlocks(`<p data-filter="${text}">x</p>${text}`)],
  ['email: protected', text => protect(text, 'html').restore(text)],
  ['email: nesting', text => checkNesting(text, 'html')],
  [
    'email: styles',
    text => [
      hasStyles(text),
      hasStyles(`<style>${text}</style>`),
      hasStyles(`<link rel="${text}">`),
    ],
  ],
  [
    'email: MJML or not',
    text => [isMjml(text), isMjml(`<!--${text}--><mjml>`), isMjml(`<?xml ${text}`)],
  ],
  ['email: pictures', text => picturesIn(text)],
  ['email: pictures renamed', text => renamePictures(text, ({ path }) => path)],
  [
    'email: a picture',
    text => [picturesIn(`<img src="${text}">`), picturesIn(`<p style="background:url(${text})">`)],
  ],
  ['email: a srcset', text => picturesIn(`<img srcset="${text}">`)],
  ['email: a style sheet', text => picturesIn(`<style>${text}</style>`)],
  ['email: its own text', writtenText],
  ['email: slots', text => slotsOf(text, 'html')],
  ['email: slots filled', text => fillSlots(text, 'html', new Map())],
  ['email: a slot', text => fillSlots('<p data-slot="a">x</p>', 'html', new Map([['a', text]]))],
  ['email: the name of a slot', text => slotsOf(`<p data-slot="${text}">x</p>`, 'html')],
  [
    'email: looked over',
    text => checkMessage({ ...checked, subject: text, html: text, text, domain: text }),
  ],
  [
    'email: links',
    text => [
      linksOf(text),
      linksOf(`<a href="${text}">x</a>`),
      checkMessage({ ...checked, html: `<a href="${text}">` }),
    ],
  ],
  ['email: addresses in text', text => [...addressesInText(text)]],
  [
    'email: an address in text',
    text => [[...addressesInText(`https://a.test/${text}`)], webAddress(`https://${text}`)],
  ],
  [
    'email: where a link leads',
    text => [webTarget(`https://${text}`), withParameter(`https://a.test/${text}`, 'pp', 'x')],
  ],
  ['email: a subject in a header', text => textField('Subject', text, LATIN1), LINE],
  [
    'email: a name in a header',
    text => mailboxField('To', { name: text, address: 'a@b.test' }, UTF8),
    LINE,
  ],
  [
    'email: encoded words',
    text => [encodedWords(text, UTF8, 10), encodedWords(text, LATIN1, 10)],
    LINE,
  ],
  [
    'email: encodings',
    text => [
      quotedPrintable(Buffer.from(text)),
      base64Lines(Buffer.from(text)),
      withCrlf(text),
      cleaned(text),
    ],
  ],
  [
    'email: a name of a recipient',
    text => composeMessage(compiled, recipient({ name: text })),
    LINE,
  ],
  [
    'email: fields of a recipient',
    text => composeMessage(compiled, recipient({ fields: [text, text] })),
    LINE,
  ],
  [
    'email: an address of a recipient',
    text => [mailAddress(text), mailAddress(`a@${text}`), mailDomain(text)],
  ],
  ['email: an address on the wire', text => [toWire(text), toWire(`a@${text}`), toXtext(text)]],
  ['email: content on the wire', text => prepareContent(Buffer.from(text))],
  ['email: a body signed', text => canonicalBody(Buffer.from(text))],
]
