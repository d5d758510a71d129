/**
 * The WSDL and the discovery document, byte for byte as classic services of this kind write them,
 * for the toolkits of old programs. wsdl-types.ts has the types.
 */
import type { Param } from '../contract/params.ts'
import { encodeXmlName } from '../lib/xml/names.ts'
import { type Element, element, xmlDocument } from '../lib/xml/tree.ts'
import { type Operations, paramsOf, TYPES, typeName, typeSchemas } from './wsdl-types.ts'

export interface Description {
  namespace: string
  /** As configured by the operator; encodeXmlName derives names in the description from it. */
  serviceName: string
  /** The URL of the service as the caller used it, without a query. */
  url: string
}

/** One sentence about the service: for the description and the help page. */
export const about =
  'Mailing lists, subscribers, imports, opt-outs, transactional emails, SMS and reports of ' +
  'a newsletter account. ' +
  'Every operation takes the user name and the password of the account first.'

const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
const SOAP_HTTP = 'http://schemas.xmlsoap.org/soap/http'

export function wsdl(operations: Operations, { namespace, serviceName, url }: Description): string {
  const name = encodeXmlName(serviceName)
  const ports = portsOf(name)
  return xmlDocument(
    element(
      'wsdl:definitions',
      {
        'xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
        'xmlns:tm': 'http://microsoft.com/wsdl/mime/textMatching/',
        'xmlns:soapenc': 'http://schemas.xmlsoap.org/soap/encoding/',
        'xmlns:mime': 'http://schemas.xmlsoap.org/wsdl/mime/',
        'xmlns:tns': namespace,
        'xmlns:s1': TYPES,
        'xmlns:s2': `${namespace}AbstractTypes`,
        'xmlns:s': 'http://www.w3.org/2001/XMLSchema',
        'xmlns:soap12': 'http://schemas.xmlsoap.org/wsdl/soap12/',
        'xmlns:http': 'http://schemas.xmlsoap.org/wsdl/http/',
        targetNamespace: namespace,
        'xmlns:wsdl': WSDL,
      },
      [
        documentation(about),
        element('wsdl:types', {}, typeSchemas(operations, namespace)),
        ...messages(operations),
        // SOAP 1.2 has its own binding but shares the port type of SOAP 1.1.
        portType(operations, `${name}Soap`, 'Soap'),
        portType(operations, `${name}HttpGet`, 'HttpGet'),
        portType(operations, `${name}HttpPost`, 'HttpPost'),
        ...ports.map(port => binding(operations, namespace, port)),
        element('wsdl:service', { name }, [
          documentation(about),
          ...ports.map(port => portOf(port, url)),
        ]),
      ],
    ),
  )
}

/** The discovery document: the URL of the description, and the two SOAP bindings. */
export function disco({ namespace, serviceName, url }: Description): string {
  const name = encodeXmlName(serviceName)
  const soap = (binding: string, index: number): Element =>
    element('soap', {
      address: url,
      [`xmlns:q${index + 1}`]: namespace,
      binding: `q${index + 1}:${binding}`,
      xmlns: 'http://schemas.xmlsoap.org/disco/soap/',
    })
  return xmlDocument(
    element(
      'discovery',
      {
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
        xmlns: 'http://schemas.xmlsoap.org/disco/',
      },
      [
        element('contractRef', {
          ref: `${url}?wsdl`,
          docRef: url,
          xmlns: 'http://schemas.xmlsoap.org/disco/scl/',
        }),
        ...[`${name}Soap`, `${name}Soap12`].map(soap),
      ],
    ),
  )
}

const documentation = (text: string): Element =>
  element('wsdl:documentation', { 'xmlns:wsdl': WSDL }, text)

// ---- messages: two per operation and kind of transport

function messages(operations: Operations): Element[] {
  const message = (name: string, parts: Element[]): Element =>
    element('wsdl:message', { name }, parts)
  const entries = Object.entries(operations)
  const overSoap = entries.flatMap(([name]) => [
    message(`${name}SoapIn`, [
      element('wsdl:part', { name: 'parameters', element: `tns:${name}` }),
    ]),
    message(`${name}SoapOut`, [
      element('wsdl:part', { name: 'parameters', element: `tns:${name}Response` }),
    ]),
  ])
  const overForms = ['HttpGet', 'HttpPost'].flatMap(verb =>
    entries.flatMap(([name, operation]) => [
      message(`${name}${verb}In`, paramsOf(operation).map(formPart)),
      message(`${name}${verb}Out`, [
        element('wsdl:part', { name: 'Body', element: `tns:${typeName(operation.result)}` }),
      ]),
    ]),
  )
  return [...overSoap, ...overForms]
}

/** In the forms every value is text. */
const formPart = ({ wire, xsd }: Param<unknown>): Element =>
  element('wsdl:part', { name: wire, type: xsd === 'ints' ? 's2:StringArray' : 's:string' })

function portType(operations: Operations, name: string, transport: string): Element {
  return element(
    'wsdl:portType',
    { name },
    Object.entries(operations).map(([operation, { summary }]) =>
      element('wsdl:operation', { name: operation }, [
        documentation(summary),
        element('wsdl:input', { message: `tns:${operation}${transport}In` }),
        element('wsdl:output', { message: `tns:${operation}${transport}Out` }),
      ]),
    ),
  )
}

// ---- bindings and ports

interface Port {
  name: string
  portType: string
  prefix: 'soap' | 'soap12' | 'http'
  binding: Record<string, string>
  operation(name: string, namespace: string): Record<string, string>
  input: Element
  output: Element
}

function portsOf(service: string): Port[] {
  const soap = (prefix: 'soap' | 'soap12', name: string): Port => ({
    name,
    portType: `${service}Soap`,
    prefix,
    binding: { transport: SOAP_HTTP },
    operation: (operation, namespace) => ({
      soapAction: `${namespace}${operation}`,
      style: 'document',
    }),
    input: element(`${prefix}:body`, { use: 'literal' }),
    output: element(`${prefix}:body`, { use: 'literal' }),
  })
  const form = (verb: string, name: string, input: Element): Port => ({
    name,
    portType: name,
    prefix: 'http',
    binding: { verb },
    operation: operation => ({ location: `/${operation}` }),
    input,
    output: element('mime:mimeXml', { part: 'Body' }),
  })
  return [
    soap('soap', `${service}Soap`),
    soap('soap12', `${service}Soap12`),
    form('GET', `${service}HttpGet`, element('http:urlEncoded')),
    form(
      'POST',
      `${service}HttpPost`,
      element('mime:content', { type: 'application/x-www-form-urlencoded' }),
    ),
  ]
}

function binding(operations: Operations, namespace: string, port: Port): Element {
  return element('wsdl:binding', { name: port.name, type: `tns:${port.portType}` }, [
    element(`${port.prefix}:binding`, port.binding),
    ...Object.keys(operations).map(name =>
      element('wsdl:operation', { name }, [
        element(`${port.prefix}:operation`, port.operation(name, namespace)),
        element('wsdl:input', {}, [port.input]),
        element('wsdl:output', {}, [port.output]),
      ]),
    ),
  ])
}

const portOf = (port: Port, url: string): Element =>
  element('wsdl:port', { name: port.name, binding: `tns:${port.name}` }, [
    element(`${port.prefix}:address`, { location: url }),
  ])
