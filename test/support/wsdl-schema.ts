/**
 * A small validator of messages by a WSDL. It reads the text of the description, not the contract,
 * so that an answer is held against the description that toolkits of others get.
 */
import { type Node, parseTree } from './typed-client/tree.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema'
const NIL = '{http://www.w3.org/2001/XMLSchema-instance}nil'

interface Particle {
  name: string
  min: number
  max: number
  nillable: boolean
  type: Type
}
type Type = { simple: string } | { complex: string } | { sequence: Particle[] } | { dataSet: true }

export interface WsdlSchema {
  namespace: string
  /**
   * The errors of an element as an instance of the global element of its name. Empty if there are
   * none.
   */
  problemsOf(node: Node): string[]
  /**
   * As above for the answer of an operation over HTTP GET or POST, whose root the description
   * names.
   */
  problemsOfForm(operation: string, verb: 'get' | 'post', root: Node): string[]
}

export function readWsdl(text: string): WsdlSchema {
  const definitions = parseTree(text)
  const namespace = definitions.attributes.targetNamespace!
  const schema = all(definitions, 'schema').find(
    ({ attributes }) => attributes.targetNamespace === namespace,
  )!
  const elements = new Map(
    of(schema, 'element').map(node => [node.attributes.name!, particleOf(node)]),
  )
  const types = new Map(
    of(schema, 'complexType').map(node => [node.attributes.name!, typeOf(node)]),
  )
  const roots = new Map(
    of(definitions, 'message').map(({ attributes, children }) => [
      attributes.name!,
      local(children[0]?.attributes.element ?? ''),
    ]),
  )

  const check = (node: Node, particle: Particle, path: string): string[] => {
    const here = `${path}/${node.name}`
    if (node.uri !== namespace) return [`${here} is in the namespace ${node.uri || 'of nobody'}`]
    if (node.attributes[NIL] === 'true') return particle.nillable ? [] : [`${here} must not be nil`]
    return checkType(node, particle.type, here)
  }
  const checkType = (node: Node, type: Type, here: string): string[] => {
    if ('simple' in type) {
      if (node.children.length > 0) return [`${here} has elements inside`]
      return LEXICAL[type.simple]!.test(node.text)
        ? []
        : [`${here} is no ${type.simple}: ${node.text.slice(0, 40)}`]
    }
    if ('dataSet' in type) return problemsOfDataSet(node, here)
    if ('complex' in type) return checkType(node, types.get(type.complex)!, here)
    const problems = node.text.trim() === '' ? [] : [`${here} has text between its elements`]
    return [...problems, ...checkSequence(node.children, type.sequence, here)]
  }
  const checkSequence = (children: Node[], particles: Particle[], here: string): string[] => {
    const problems: string[] = []
    let next = 0
    for (const particle of particles) {
      let count = 0
      for (; count < particle.max && children[next]?.name === particle.name; count++) {
        problems.push(...check(children[next++]!, particle, here))
      }
      if (count < particle.min) problems.push(`${here} wants ${particle.name}`)
    }
    if (next < children.length) problems.push(`${here} has an unexpected ${children[next]!.name}`)
    return problems
  }
  const problemsOf = (node: Node): string[] => {
    const declared = elements.get(node.name)
    return declared ? check(node, declared, '') : [`there is no element ${node.name}`]
  }
  return {
    namespace,
    problemsOf,
    problemsOfForm(operation, verb, root) {
      const name = roots.get(`${operation}Http${verb === 'get' ? 'Get' : 'Post'}Out`)
      return root.name === name ? problemsOf(root) : [`the root is ${root.name}, not ${name}`]
    },
  }
}

// ---- reading the declarations

const of = (node: Node, name: string): Node[] => node.children.filter(child => child.name === name)
const all = (node: Node, name: string): Node[] => [
  ...of(node, name),
  ...node.children.flatMap(child => all(child, name)),
]
const local = (qualified: string): string => qualified.replace(/^.*:/, '')

function particleOf(node: Node): Particle {
  const { name, minOccurs = '1', maxOccurs = '1', nillable, type } = node.attributes
  return {
    name: name!,
    min: Number(minOccurs),
    max: maxOccurs === 'unbounded' ? Infinity : Number(maxOccurs),
    nillable: nillable === 'true',
    type: type === undefined ? typeOf(of(node, 'complexType')[0]!) : namedType(type),
  }
}

function namedType(qualified: string): Type {
  if (qualified.startsWith('tns:')) return { complex: local(qualified) }
  const name = local(qualified)
  if (!LEXICAL[name]) throw new Error(`no such type: ${qualified}`)
  return { simple: name }
}

function typeOf(complexType: Node): Type {
  const elements = of(complexType, 'sequence')[0]?.children ?? []
  if (elements[0]?.attributes.ref === 's:schema') return { dataSet: true }
  return { sequence: elements.map(particleOf) }
}

const LEXICAL: Record<string, RegExp> = {
  string: /^/,
  int: /^\s*[+-]?\d{1,10}\s*$/,
  long: /^\s*[+-]?\d{1,19}\s*$/,
  boolean: /^\s*(true|false|1|0)\s*$/,
  dateTime: /^\s*-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?\s*$/,
  decimal: /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/,
  double: /^\s*([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)\s*$/,
  base64Binary: /^[A-Za-z0-9+/=\s]*$/,
  char: /^\s*\d{1,5}\s*$/,
  guid: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
}

// ---- DataSets, which bring their schema along

const DIFFGRAM = 'urn:schemas-microsoft-com:xml-diffgram-v1'
const DATA = 'urn:schemas-microsoft-com:xml-msdata'

function problemsOfDataSet(node: Node, here: string): string[] {
  const [schema, diffgram, ...rest] = node.children
  if (schema?.name !== 'schema' || schema.uri !== XSD) return [`${here} has no schema`]
  if (diffgram?.name !== 'diffgram' || diffgram.uri !== DIFFGRAM) return [`${here} has no diffgram`]
  if (rest.length > 0) return [`${here} has more than a schema and a diffgram`]
  const dataSet = of(schema, 'element')[0]
  const name = dataSet?.attributes.name ?? ''
  if (dataSet?.attributes[`{${DATA}}IsDataSet`] !== 'true')
    return [`${here} has a schema without a DataSet`]
  const tables = new Map(
    of(all(dataSet, 'choice')[0]!, 'element').map(table => [
      table.attributes.name!,
      columnsOf(table),
    ]),
  )
  const [data, ...more] = diffgram.children
  if (!data) return []
  if (more.length > 0 || data.name !== name || data.uri !== '')
    return [`${here} has a diffgram without ${name}`]
  return data.children.flatMap((row, index) => {
    const columns = tables.get(row.name)
    if (!columns || row.uri !== '') return [`${here} has a row of an unknown table ${row.name}`]
    return problemsOfRow(row, columns, index, `${here}/${row.name}`)
  })
}

function columnsOf(table: Node): Particle[] {
  return of(all(table, 'sequence')[0]!, 'element').map(node => {
    const guid = node.attributes[`{${DATA}}DataType`]?.startsWith('System.Guid,')
    const column = particleOf(node)
    return guid ? { ...column, type: { simple: 'guid' } } : column
  })
}

function problemsOfRow(row: Node, columns: Particle[], index: number, here: string): string[] {
  const problems: string[] = []
  if (row.attributes[`{${DIFFGRAM}}id`] !== `${row.name}${index + 1}`)
    problems.push(`${here} has a wrong diffgr:id`)
  if (row.attributes[`{${DATA}}rowOrder`] !== String(index))
    problems.push(`${here} has a wrong msdata:rowOrder`)
  let next = 0
  for (const { name, min, type } of columns) {
    const cell = row.children[next]
    if (cell?.name !== name || cell.uri !== '') {
      if (min > 0) problems.push(`${here} wants ${name}`)
      continue
    }
    next++
    if ('simple' in type && !LEXICAL[type.simple]!.test(cell.text))
      problems.push(`${here}/${name} is no ${type.simple}`)
  }
  if (next < row.children.length)
    problems.push(`${here} has an unexpected ${row.children[next]!.name}`)
  return problems
}
