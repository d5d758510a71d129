/** Rules of the builder in the words of a filter: docs/filters.md. */
import type { FilterMatches } from '../../../console-api/v1/routes/filters.ts'

const TEXT_KINDS = ['contains', 'is', 'begins', 'empty'] as const
const OTHER_KINDS = ['list', 'opened', 'clicked', 'bounced'] as const

export type RuleKind = (typeof TEXT_KINDS)[number] | (typeof OTHER_KINDS)[number]

export const RULE_KINDS: readonly RuleKind[] = [...TEXT_KINDS, ...OTHER_KINDS]

export const isAboutText = (kind: RuleKind): kind is (typeof TEXT_KINDS)[number] =>
  TEXT_KINDS.some(one => one === kind)

export interface Rule {
  kind: RuleKind
  /** Of a text: email, DD5. */
  column: string
  value: string
  listId: number | undefined
  days: string
  not: boolean
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Undefined: something is still missing. */
export function ruleWords({ kind, column, value, listId, days, not }: Rule): string | undefined {
  const words = (() => {
    if (kind === 'empty') return `${column} is empty`
    if (isAboutText(kind)) {
      const signs = { contains: 'contains', is: '=', begins: 'begins with' }
      return value === '' ? undefined : `${column} ${signs[kind]} ${quoted(value)}`
    }
    if (kind === 'list') return listId === undefined ? undefined : `on list ${listId}`
    return /^[1-9]\d{0,4}$/.test(days) ? `${kind} within ${days} days` : kind
  })()
  return words !== undefined && not ? `not ${words}` : words
}

/** Words of which all have to hold. */
export const allOf = (rules: readonly FilterMatches['rules'][number][], more: string[]): string =>
  [
    ...rules.map(({ where, condition }) => {
      const isGroup = typeof condition === 'object' && condition !== null && 'any' in condition
      return isGroup && rules.length + more.length > 1 ? `(${where})` : where
    }),
    ...more,
  ].join(' and ')
