/** Reads the service description of the former service: its namespace, and its operations. */
import type http from 'node:http'
import { createXmlElements, XmlBroken } from '../../lib/xml/elements.ts'
import { createByteDecoder } from './decode.ts'
import { exchange } from './exchange.ts'
import { OldServiceBusy, OldServiceRefused } from './failures.ts'

export interface OldDescription {
  namespace: string
  operations: ReadonlySet<string>
}

const MOST_CHARACTERS = 8 << 20
const MOST_OPERATIONS = 2_000

export async function describeService(
  service: URL,
  given: { idleMillis: number; agent: http.Agent; signal?: AbortSignal },
): Promise<OldDescription> {
  const url = new URL(service)
  url.search = '?WSDL'
  const asked = { method: 'GET', url, headers: {}, body: '', ...given } as const
  const { status, contentType, bytes } = await exchange(asked)
  if (status !== 200)
    throw new OldServiceRefused(
      `The old service has no description at ${url.href}: say its namespace with --namespace.`,
    )
  let namespace = ''
  const operations = new Set<string>()
  let depth = 0
  let inPort = false
  const elements = createXmlElements({
    open(name, attributes) {
      depth++
      if (depth === 1 && name === 'definitions') namespace = attributes.targetNamespace ?? ''
      if (depth === 2) inPort = name === 'porttype'
      if (depth === 3 && inPort && name === 'operation' && operations.size < MOST_OPERATIONS)
        operations.add(attributes.name ?? '')
    },
    text() {},
    close() {
      depth--
    },
  })
  let characters = 0
  try {
    const decoder = createByteDecoder(contentType, undefined)
    for await (const some of bytes) {
      const part = decoder.push(some)
      characters += part.length
      if (characters > MOST_CHARACTERS) throw new XmlBroken(0, 'more than 8 MB')
      elements.push(part)
    }
    elements.push(decoder.end())
    elements.end()
  } catch (error) {
    if (!(error instanceof XmlBroken)) throw error
    throw new OldServiceBusy(
      `The description of the old service can't be read: ${error.message}.`,
      'broken',
    )
  }
  if (namespace === '')
    throw new OldServiceRefused(
      `At ${url.href} there is no service description: give the address of the service, or its ` +
        'namespace with --namespace.',
    )
  return { namespace, operations }
}
