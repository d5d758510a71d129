/**
 * Entries for calls: envelopes, forms, and each parameter of each operation as its type reads it.
 */
import { createXmlElements } from '../../src/lib/xml/elements.ts'
import { readXml } from '../../src/lib/xml/reader.ts'
import { addressOf } from '../../src/soap/addresses.ts'
import { mediaOf } from '../../src/soap/body.ts'
import {
  decodeXml,
  formDecoder,
  utf8OrWindows1252,
  withoutNuls,
} from '../../src/soap/character-sets.ts'
import { readEnvelope } from '../../src/soap/envelope.ts'
import { readForm } from '../../src/soap/form.ts'
import { plainFormDate } from '../../src/soap/form-date.ts'
import { type Plan, plans } from '../../src/soap/plan.ts'
import { readArguments } from '../../src/soap/read.ts'
import { route } from '../../src/soap/route.ts'
import { envelope, NS, operation } from '../soap/service.ts'
import type { Entry } from './linear.ts'

const insert = plans.get('InsertSubscriber')!
const routing = { typed12: false, soapAction: undefined, action: undefined }

function called(body: string): void {
  const read = readEnvelope(body, NS)
  readArguments(route(read, routing, NS), read.given, read.locate)
}
const escaped = (text: string) => text.replace(/[<&]/g, '.')
const inForm = (form: string, plan: Plan, charset?: string) =>
  readArguments(plan, readForm(form, plan, formDecoder(charset)), undefined)

/**
 * Each parameter alone, so that the fault of another doesn't come before it; half of them would
 * take twice the time of all.
 */
const parameters = [...plans.values()].flatMap(plan =>
  plan.params.map((param, place) => ({ plan, param, place })),
)
const kinds = new Map(
  parameters.map(({ plan, param, place }) => [
    `${param.xsd} ${param.read} ${param.most}`,
    { plan, param, place },
  ]),
)

/**
 * As it reads after the wire: parameters of one type are read by one function, so one of each type
 * stands for all.
 */
const ofEachKind = [...kinds.values()].flatMap(({ plan, param, place }): Entry[] => {
  const given = (text: string) =>
    plan.params.map((_, at) =>
      at === place ? { text, items: param.xsd === 'ints' ? [text] : undefined, at: 0 } : undefined,
    )
  const name = `${plan.name} ${param.wire}`
  return [
    [`envelope: ${name}`, text => readArguments(plan, given(text), () => '')],
    [`form: ${name}`, text => readArguments(plan, given(text), undefined)],
  ]
})

export const calls: readonly Entry[] = [
  ...ofEachKind,
  ['envelope', called],
  [
    'envelope: a parameter',
    text => called(envelope(operation(insert.name, `<strName>${escaped(text)}</strName>`))),
  ],
  ['envelope: elements', text => called(envelope(operation(insert.name, text)))],
  [
    'envelope: an attribute',
    text => called(envelope(operation(insert.name, `<strName a="${text}">x</strName>`))),
  ],
  [
    'envelope: a header',
    text =>
      called(envelope(operation(insert.name), undefined, `<soap:Header>${text}</soap:Header>`)),
  ],
  ['envelope: an operation', text => called(envelope(operation(text)))],
  ['envelope: a namespace', text => called(envelope(operation(insert.name, '', text)))],
  ['envelope: a declaration', text => decodeXml(Buffer.from(`<?xml ${text}?><a/>`), undefined)],
  ['envelope: a document type', text => called(`<!DOCTYPE ${text}><a/>`)],
  [
    'envelope: CDATA',
    text => called(envelope(operation(insert.name, `<strName><![CDATA[${text}]]></strName>`))),
  ],
  ['envelope: bytes', text => decodeXml(Buffer.from(text, 'latin1'), 'utf-8')],
  ['envelope: a charset', text => decodeXml(Buffer.from('<a/>'), text)],
  [
    'envelope: an action',
    text =>
      route(
        readEnvelope(envelope(operation(insert.name)), NS),
        { ...routing, soapAction: text },
        NS,
      ),
  ],
  [
    'envelope: nested',
    text =>
      readXml(`<a>${'<b>'.repeat(60)}${text}`, {
        wantsText: true,
        open() {},
        text() {},
        close() {},
      }),
  ],
  ['elements', text => createXmlElements({ open() {}, text() {}, close() {} }).push(`<a>${text}`)],
  ['form', text => inForm(text, insert)],
  ['form: a parameter', text => inForm(`strName=${text}`, insert)],
  [
    'form: a parameter, escaped',
    text => inForm(`strName=${encodeURIComponent(text.toWellFormed())}`, insert),
  ],
  ['form: a name', text => inForm(`${text}=x`, insert)],
  ['form: a charset', text => inForm('strName=%c3%a5', insert, text)],
  ['form: bytes', text => [utf8OrWindows1252(Buffer.from(text, 'latin1')), withoutNuls(text)]],
  ['form: a date', text => plainFormDate(text)],
  [
    'content type',
    text => [mediaOf(text), mediaOf(`text/xml; charset=${text}`), mediaOf(`text/xml; ${text}`)],
  ],
  [
    'address of a call',
    text => [addressOf(text), addressOf(`/${text}`), addressOf(`/externalapiservice.asmx/${text}`)],
  ],
  ['query of a call', text => addressOf(`/externalapiservice.asmx?${text}`)],
]
