/**
 * Answers of all four bindings read back into values by the contract; anything else becomes a
 * ServiceFault.
 */
import type { Field, Fields, Operation, Result } from '../../../src/contract/types.ts'
import { readDataSet } from './dataset.ts'
import { type FaultFacts, type RefusalDetail, ServiceFault } from './fault.ts'
import type { Binding } from './request.ts'
import { childOf, isNil, type Node, parseTree } from './tree.ts'

export interface WireAnswer {
  status: number
  contentType: string
  body: string
}

export function readAnswer(
  name: string,
  operation: Operation,
  binding: Binding,
  answer: WireAnswer,
): unknown {
  if (answer.status !== 200) throw new ServiceFault(name, faultOf(answer))
  const root = parseTree(answer.body)
  if (binding === 'get' || binding === 'post') return readResult(operation.result, root)
  const response = childOf(childOf(root, 'Body'), `${name}Response`)
  if (!response) throw new Error(`${name}: the answer holds no ${name}Response`)
  return readResult(operation.result, childOf(response, `${name}Result`))
}

function readResult(result: Result, node: Node | undefined): unknown {
  if (!node || isNil(node)) return null
  if (result.kind === 'value') return result.read(node.text)
  if (result.kind === 'record') return readRecord(result.fields, node)
  if (result.kind === 'records')
    return node.children.map(child => (isNil(child) ? null : readRecord(result.fields, child)))
  return readDataSet(result, node)
}

function readRecord(fields: Fields, node: Node): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]: [string, Field<unknown>]) => {
      const child = childOf(node, field.wire)
      return [key, child && !isNil(child) ? field.read(child.text) : null]
    }),
  )
}

// ---- faults

function faultOf({ status, contentType, body }: WireAnswer): FaultFacts {
  const fault = /xml/i.test(contentType) && body !== '' ? soapFaultOf(body) : undefined
  if (fault) return { status, ...fault }
  const line = /^text\/plain/i.test(contentType) ? unescapeHtml(body.trim()) : ''
  const [, text = line, reason, code] = /^(.*) \(([a-z-]+), (-\d+)\)$/s.exec(line) ?? []
  return {
    status,
    faultcode: '',
    text,
    refusal: reason ? { code: Number(code), reason } : undefined,
  }
}

function soapFaultOf(body: string): Omit<FaultFacts, 'status'> | undefined {
  const fault = childOf(childOf(parseTree(body), 'Body'), 'Fault')
  if (!fault) return undefined
  const code = childOf(fault, 'faultcode') ?? childOf(childOf(fault, 'Code'), 'Value')
  const text = childOf(fault, 'faultstring') ?? childOf(childOf(fault, 'Reason'), 'Text')
  const refusal = childOf(childOf(fault, 'detail') ?? childOf(fault, 'Detail'), 'Refusal')
  return {
    faultcode: codeOf(code?.text ?? ''),
    text: text?.text ?? '',
    refusal: refusal && refusalOf(refusal),
  }
}

/** SOAP 1.2 has new names for the two codes of everyday. */
function codeOf(qualified: string): string {
  const code = qualified.trim().replace(/^.*:/, '')
  return code === 'Sender' ? 'Client' : code === 'Receiver' ? 'Server' : code
}

const refusalOf = (node: Node): RefusalDetail => ({
  code: Number(childOf(node, 'Code')?.text),
  reason: childOf(node, 'Reason')?.text ?? '',
})

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const unescapeHtml = (text: string): string =>
  text.replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, number: string | undefined, name: string) =>
    number === undefined ? NAMED[name]! : String.fromCodePoint(Number(number)),
  )
