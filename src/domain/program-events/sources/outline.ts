/**
 * The outline of a body: its paths and what kind of value each has, to choose from in a mapping. It
 * has none of the values, so it tells of nobody.
 */
import { isEmailAddress } from '../../../lib/email-address.ts'
import { LONGEST_PATH } from './mapping.ts'

export const OUTLINE_KINDS = ['address', 'text', 'number', 'yes-no', 'list', 'nothing'] as const
type OutlineKind = (typeof OUTLINE_KINDS)[number]

export type OutlineEntry = readonly [path: string, kind: OutlineKind]

const MOST_ENTRIES = 150
const DEEPEST = 6
/** Longer names, and those with @, may be values themselves. */
const LONGEST_NAME = 60

/** The first entries of a body, in its order; of lists the first element. */
export function outlineOf(body: object): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const walk = (value: unknown, path: readonly string[]): void => {
    if (entries.length >= MOST_ENTRIES || path.length > DEEPEST) return
    const isObject = typeof value === 'object' && value !== null
    if (path.length > 0 && (!isObject || Array.isArray(value))) {
      const written = writtenPath(path)
      if (written.length > LONGEST_PATH) return
      entries.push([written, kindOf(value)])
    }
    if (Array.isArray(value)) walkFirst(value, path)
    else if (isObject)
      for (const [name, inner] of Object.entries(value))
        if (name !== '' && name.length <= LONGEST_NAME && !name.includes('@'))
          walk(inner, [...path, name])
  }
  const walkFirst = (list: readonly unknown[], path: readonly string[]) => {
    if (typeof list[0] === 'object' && list[0] !== null) walk(list[0], [...path, '0'])
  }
  walk(body, [])
  return entries
}

const writtenPath = (parts: readonly string[]): string =>
  parts.some(part => /[./]/.test(part))
    ? parts.map(part => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    : parts.join('.')

function kindOf(value: unknown): OutlineKind {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'yes-no'
  if (typeof value !== 'string') return 'nothing'
  return value.length < 255 && isEmailAddress(value.trim()) ? 'address' : 'text'
}
