/** The kinds of steps that are drawn, and the lines that one begins with. */
import { written } from './change-source.ts'

/** Stands for the start among the keys of steps, which never begin with a blank. */
export const START = ' start'

/** Words of a step with two ways out. */
export const isBranch = (words: readonly string[]): boolean =>
  ['if', 'filter', 'wait for', 'within', 'else'].some(word => words.includes(word))

export const STEP_KINDS = [
  'send',
  'sms',
  'wait',
  'clicked',
  'opened',
  'converted',
  'event',
  'changed',
  'joined',
  'if',
  'filter',
  'set',
  'join',
  'leave',
  'call',
] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** Waits that refer to an email. */
const WAITS_FOR_EMAIL: readonly StepKind[] = ['clicked', 'opened']
const WAITS_FOR: readonly StepKind[] = [
  ...WAITS_FOR_EMAIL,
  'converted',
  'event',
  'changed',
  'joined',
]
export const TWO_WAYS: readonly StepKind[] = [...WAITS_FOR, 'if', 'filter']

/**
 * Below its name. `sender` is the step whose email is meant by a wait for it; `goal` the step that
 * follows, or `end`. What has to be chosen is empty, which the check says at the step.
 */
export function linesOfStep(kind: StepKind, about: { sender: string; goal: string }): string[] {
  const goal = written(about.goal)
  if (kind === 'wait') return ['wait: 1 day']
  if (kind === 'set') return ['set:', "to: ''"]
  if (kind === 'if' || kind === 'filter') return [`${kind}:`, `then: ${goal}`, 'else: end']
  if (!WAITS_FOR.includes(kind)) return [`${kind}:`]
  const sender = about.sender === '' ? '' : ` ${written(about.sender)}`
  const awaited =
    kind === 'converted'
      ? ['wait for: converted']
      : ['wait for:', `  ${kind}:${WAITS_FOR_EMAIL.includes(kind) ? sender : ''}`]
  return [...awaited, 'within: 3 days', 'then: end', `else: ${goal}`]
}
