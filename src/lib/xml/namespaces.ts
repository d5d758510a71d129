/** The namespaces in scope while a document is parsed (Namespaces in XML 1.0). */
import { splitName } from './scan.ts'

export interface Attribute {
  namespace: string
  local: string
  value: string
}

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'
const NONE: readonly Attribute[] = []

/** `fail` throws: `offset` is the start of the invalid tag. */
export class NamespaceScope {
  private readonly fail: (offset: number, what: string) => never
  private readonly scope = new Map<string, string>([
    ['', ''],
    ['xml', XML],
  ])
  /** For each open element, the length of `undo` before it. */
  private readonly marks: number[] = []
  /** Prefix and its former namespace, in pairs. */
  private readonly undo: (string | undefined)[] = []

  constructor(fail: (offset: number, what: string) => never) {
    this.fail = fail
  }

  enter(): void {
    this.marks.push(this.undo.length)
  }

  leave(): void {
    const mark = this.marks.pop()!
    while (this.undo.length > mark) {
      const uri = this.undo.pop()
      const prefix = this.undo.pop()!
      if (uri === undefined) this.scope.delete(prefix)
      else this.scope.set(prefix, uri)
    }
  }

  resolve(prefix: string, offset: number): string {
    return (
      this.scope.get(prefix) ??
      this.fail(offset, `the prefix ${prefix.slice(0, 40)} is not declared`)
    )
  }

  /** `raw` has names and values alternately; declares the namespaces among them. */
  attributesOf(raw: string[], offset: number): readonly Attribute[] {
    if (raw.length === 0) return NONE
    if (raw.length > 2) {
      const seen = new Set<string>()
      for (let i = 0; i < raw.length; i += 2) seen.add(raw[i]!)
      if (seen.size * 2 < raw.length) this.fail(offset, 'an attribute that comes twice')
    }
    for (let i = 0; i < raw.length; i += 2) {
      if (raw[i] === 'xmlns') this.bind('', raw[i + 1]!, offset)
      else if (raw[i]!.startsWith('xmlns:')) this.bind(raw[i]!.slice(6), raw[i + 1]!, offset)
    }
    const attributes: Attribute[] = []
    const seen = new Set<string>()
    for (let i = 0; i < raw.length; i += 2) {
      const [prefix, local] = splitName(raw[i]!)
      if (local === '') this.fail(offset, 'a name that is no qualified name')
      if (prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) continue
      const namespace = prefix === '' ? '' : this.resolve(prefix, offset)
      if (prefix !== '' && seen.size === seen.add(`${namespace} ${local}`).size)
        this.fail(offset, 'an attribute that comes twice')
      attributes.push({ namespace, local, value: raw[i + 1]! })
    }
    return attributes
  }

  private bind(prefix: string, uri: string, offset: number): void {
    if (prefix === 'xmlns' || uri === XMLNS || (prefix === 'xml') !== (uri === XML))
      this.fail(offset, 'a reserved namespace')
    if (prefix !== '' && uri.trim() === '') this.fail(offset, 'a prefix without a namespace')
    this.undo.push(prefix, this.scope.get(prefix))
    this.scope.set(prefix, uri)
  }
}
