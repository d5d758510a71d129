/** The kind of a field, as the form offers it: choices are texts of a closed list. */
import type { FieldAnswer } from '../../../actions/fields/fields.ts'

export const FIELD_KINDS = ['text', 'number', 'date', 'choice'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

type KindOfField = Pick<FieldAnswer, 'type' | 'choices'>

export const kindOf = ({ type, choices }: KindOfField): FieldKind =>
  choices.length > 0 ? 'choice' : type

/** One of a line. */
export const choicesIn = (lines: string): string[] =>
  lines.split('\n').flatMap(line => line.trim() || [])

export const ofKind = (kind: FieldKind, lines: string): KindOfField => ({
  type: kind === 'choice' ? 'text' : kind,
  choices: kind === 'choice' ? choicesIn(lines) : [],
})
