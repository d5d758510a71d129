/**
 * The schemas of the WSDL: an element for each request and response, their types, and the root
 * elements of responses over HTTP GET and POST. In the order of the contract, a type after its
 * first use.
 */
import { credentials } from '../contract/index.ts'
import type { Xsd } from '../contract/kinds.ts'
import type { Param } from '../contract/params.ts'
import type { Field, Fields, Operation, Result } from '../contract/types.ts'
import { type Element, element } from '../lib/xml/tree.ts'

/** A table of operations, in the order of the description. */
export type Operations = Record<string, Operation>

export const TYPES = 'http://microsoft.com/wsdl/types/'

/** The parameters of an operation, credentials first. */
export const paramsOf = (operation: Operation): Param<unknown>[] => [
  ...Object.values(credentials),
  ...Object.values(operation.params),
]

/** The name of a result's type, which is also its root element over HTTP GET and POST. */
export function typeName(result: Result): string {
  if (result.kind === 'value') return result.xsd
  if (result.kind === 'dataset') return 'DataSet'
  return result.kind === 'record' ? result.name : `ArrayOf${result.name}`
}

export function typeSchemas(operations: Operations, namespace: string): Element[] {
  const written = new Set<string>()
  /** Removes duplicates. A type and an element may have the same name. */
  const first = (declarations: Element[]): Element[] =>
    declarations.filter(({ name, attributes }) => {
      const key = `${name} ${attributes.name}`
      return !written.has(key) && written.add(key)
    })
  const content = Object.entries(operations).flatMap(([name, operation]) => [
    element('s:element', { name }, [complexType(paramsOf(operation).map(paramElement))]),
    ...first(paramsOf(operation).flatMap(paramTypes)),
    element('s:element', { name: `${name}Response` }, [
      complexType([resultElement(`${name}Result`, operation.result)]),
    ]),
    ...first(resultTypes(operation.result)),
  ])
  const schemas = [
    element('s:schema', { elementFormDefault: 'qualified', targetNamespace: namespace }, [
      element('s:import', { namespace: TYPES }),
      ...content,
      ...first(Object.values(operations).map(({ result }) => rootElement(result))),
    ]),
    microsoftTypes(),
  ]
  return Object.values(operations).some(takesLists)
    ? [...schemas, abstractTypes(namespace)]
    : schemas
}

const takesLists = (operation: Operation): boolean =>
  paramsOf(operation).some(({ xsd }) => xsd === 'ints')

/** Texts and lists can be null and so are optional; values can't. */
const minOccurs = (xsd: Xsd): string => (xsd === 'string' || xsd === 'ints' ? '0' : '1')

function schemaType(xsd: Xsd): string {
  if (xsd === 'ints') return 'tns:ArrayOfInt'
  return `${xsd === 'char' || xsd === 'guid' ? 's1' : 's'}:${xsd}`
}

const simpleElement = (name: string, xsd: Xsd): Element =>
  element('s:element', { minOccurs: minOccurs(xsd), maxOccurs: '1', name, type: schemaType(xsd) })

const paramElement = ({ wire, xsd }: Param<unknown>): Element => simpleElement(wire, xsd)
const fieldElement = ({ wire, xsd }: Field<unknown>): Element => simpleElement(wire, xsd)

const complexType = (elements: Element[], attributes: Record<string, string> = {}): Element =>
  element(
    's:complexType',
    attributes,
    elements.length === 0 ? [] : [element('s:sequence', {}, elements)],
  )

/** A DataSet contains its own schema: any schema, then any one element. */
const anyDataSet = (): Element =>
  element('s:complexType', {}, [
    element('s:sequence', {}, [element('s:element', { ref: 's:schema' }), element('s:any')]),
  ])

function resultElement(name: string, result: Result): Element {
  if (result.kind === 'dataset')
    return element('s:element', { minOccurs: '0', maxOccurs: '1', name }, [anyDataSet()])
  if (result.kind !== 'value') {
    return element('s:element', {
      minOccurs: '0',
      maxOccurs: '1',
      name,
      type: `tns:${typeName(result)}`,
    })
  }
  if (!result.nullable) return simpleElement(name, result.xsd)
  return element('s:element', {
    minOccurs: '1',
    maxOccurs: '1',
    name,
    nillable: 'true',
    type: schemaType(result.xsd),
  })
}

function rootElement(result: Result): Element {
  const name = typeName(result)
  if (result.kind === 'dataset')
    return element('s:element', { name, nillable: 'true' }, [anyDataSet()])
  if (result.kind !== 'value') {
    return element('s:element', {
      name,
      ...nillable(result.kind === 'records'),
      type: `tns:${name}`,
    })
  }
  return element('s:element', {
    name,
    ...nillable(result.nullable || result.xsd === 'string'),
    type: schemaType(result.xsd),
  })
}

const nillable = (yes: boolean): Record<string, string> => (yes ? { nillable: 'true' } : {})

const listType = (name: string, item: Record<string, string>): Element =>
  complexType([element('s:element', { minOccurs: '0', maxOccurs: 'unbounded', ...item })], { name })

const paramTypes = ({ xsd }: Param<unknown>): Element[] =>
  xsd === 'ints' ? [listType('ArrayOfInt', { name: 'int', type: 's:int' })] : []

const fieldsOf = (fields: Fields): Field<unknown>[] => Object.values(fields)

function resultTypes(result: Result): Element[] {
  if (result.kind === 'value' || result.kind === 'dataset') return []
  const record = complexType(fieldsOf(result.fields).map(fieldElement), { name: result.name })
  if (result.kind === 'record') return [record]
  return [
    listType(typeName(result), { name: result.name, nillable: 'true', type: `tns:${result.name}` }),
    record,
  ]
}

/** XML Schema has neither a character nor a guid: a character is sent as its number. */
function microsoftTypes(): Element {
  const pattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'
  return element('s:schema', { elementFormDefault: 'qualified', targetNamespace: TYPES }, [
    element('s:simpleType', { name: 'char' }, [
      element('s:restriction', { base: 's:unsignedShort' }),
    ]),
    element('s:simpleType', { name: 'guid' }, [
      element('s:restriction', { base: 's:string' }, [element('s:pattern', { value: pattern })]),
    ]),
  ])
}

/**
 * The type of a list in the forms. The import has no location because classic descriptions have
 * none.
 */
function abstractTypes(namespace: string): Element {
  const items = element('s:element', {
    minOccurs: '0',
    maxOccurs: 'unbounded',
    name: 'String',
    type: 's:string',
  })
  return element('s:schema', { targetNamespace: `${namespace}AbstractTypes` }, [
    element('s:import', { namespace: 'http://schemas.xmlsoap.org/soap/encoding/' }),
    element('s:complexType', { name: 'StringArray' }, [
      element('s:complexContent', { mixed: 'false' }, [
        element('s:restriction', { base: 'soapenc:Array' }, [element('s:sequence', {}, [items])]),
      ]),
    ]),
  ])
}
