/** The samples of a help page with values in the place of the placeholders, taken apart as an HTTP message is. */
import assert from 'node:assert/strict'
import { contract, type OperationName } from '../../src/contract/index.ts'
import { marks, type Sample, samplesOf } from '../../src/soap/samples.ts'

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
  '<xs:element xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" name="NewDataSet" msdata:IsDataSet="true"><xs:complexType><xs:choice /></xs:complexType></xs:element>'
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
  const samples = samplesOf(name, contract[name], { namespace: place.namespace, host, path: pathname })
  const [soap11, soap12, get, post] = samples.map(({ request, response }: Sample) => ({
    request: messageOf(filled(request)),
    response: messageOf(filled(response)),
  }))
  return [soap11!, soap12!, get!, post!]
}

export function filled(sample: string): string {
  return sample.replaceAll(new RegExp(`${marks.start}(.*?)${marks.end}`, 'g'), (_, word: string) => {
    const value = values[word]
    assert.ok(value, `no value for ${word}`)
    return value
  })
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
