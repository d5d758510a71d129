/**
 * The samples of a help page with values in the place of the placeholders, taken apart as an HTTP
 * message is.
 */
import assert from 'node:assert/strict'
import { contract, type OperationName } from '../../src/contract/index.ts'
import type { Param } from '../../src/contract/params.ts'
import type { Operation } from '../../src/contract/types.ts'
import { type CallSample, marks, samplesOf } from '../../src/soap/samples.ts'
import { paramsOf } from '../../src/soap/wsdl-types.ts'

export interface Message {
  start: string
  headers: Record<string, string>
  body: string
}
export interface Exchange {
  request: Message
  response: Message
}

const SCHEMA =
  '<xs:element xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" name="NewDataSet" ' +
  'msdata:IsDataSet="true"><xs:complexType><xs:choice /></xs:complexType></xs:element>'
const DIFFGRAM = '<d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1" />'

/** A value for each word that stands in a sample. */
const values: Record<string, string> = {
  string: 'text',
  int: '7',
  long: '5000000001',
  boolean: 'true',
  dateTime: '2026-01-31T14:00:00+01:00',
  char: '59',
  guid: '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f',
  decimal: '12.50',
  double: '0.5',
  length: '0',
  schema: SCHEMA,
  xml: DIFFGRAM,
}

export function filledSamples(
  name: OperationName,
  place: { namespace: string; url: string },
): [Exchange, Exchange, Exchange, Exchange] {
  const { host, pathname } = new URL(place.url)
  const samples = samplesOf(name, contract[name], {
    namespace: place.namespace,
    host,
    path: pathname,
  })
  const [soap11, soap12, get, post] = samples.map(({ title, request, response }: CallSample) => ({
    request: messageOf(filled(request, contract[name], title.startsWith('SOAP'))),
    response: messageOf(filled(response, contract[name], title.startsWith('SOAP'))),
  }))
  return [soap11!, soap12!, get!, post!]
}

const PLACEHOLDER = new RegExp(`(?:<(\\w+)>|(\\w+)=)?${marks.start}(.*?)${marks.end}`, 'g')

/** A parameter gets a value that its rule takes, anything else one of its type. */
export function filled(sample: string, operation: Operation, overSoap: boolean): string {
  const inMessage = overSoap ? (text: string): string => text : encodeURIComponent
  return sample.replaceAll(
    PLACEHOLDER,
    (whole, tag: string | undefined, key: string | undefined, word: string) => {
      const param = paramsOf(operation).find(({ wire }) => wire === (tag ?? key))
      const value = param ? inMessage(paramValue(param, overSoap)) : values[word]
      assert.ok(value, `no value for ${word}`)
      return `${whole.slice(0, whole.indexOf(marks.start))}${value}`
    },
  )
}

function paramValue({ xsd, form }: Param<unknown>, overSoap: boolean): string {
  if (xsd === 'ints') return '7'
  if (xsd === 'char') return overSoap ? '59' : ';'
  if (xsd !== 'string') return values[xsd]!
  if (form.startsWith('decimal digits')) return '7'
  if (form.startsWith('yyyy')) return '2026-01-31'
  if (form.startsWith('a guid')) return values.guid!
  return form === 'HTML or Text' ? 'HTML' : 'text'
}

export function messageOf(text: string): Message {
  const [head = '', ...rest] = text.split('\n\n')
  const [start = '', ...lines] = head.trimEnd().split('\n')
  const headers = Object.fromEntries(
    lines.map(line => {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
      return [name.toLowerCase(), value]
    }),
  )
  return { start, headers, body: rest.join('\n\n') }
}
