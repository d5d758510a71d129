/** The ways out of the steps of a trigger, as they are written, and where they lead. */
import { type TextEdit, valueEdit, type WrittenStep, written } from './change-source.ts'
import { endOfLine, eolOf } from './source-lines.ts'
import { isBranch } from './step-kinds.ts'

/** A line of the drawing: out of `from`, which may be the start. */
export interface DrawnWay {
  from: string
  way: 'next' | 'then' | 'else' | 'unmeasured'
}

export type LeadWord = 'then' | 'else' | 'unmeasured'
export const LEADS: readonly LeadWord[] = ['then', 'else', 'unmeasured']

/** Where a way leads, by key; null ends the run. */
export function goalOf(steps: readonly WrittenStep[], i: number, word: LeadWord): string | null {
  const named = steps[i]!.texts.find(text => text.word === word)?.value.trim()
  if (named !== undefined) return named.toLowerCase() === 'end' ? null : named
  return word === 'unmeasured' ? null : (steps[i + 1]?.key ?? null)
}

/** Ways without a word: they lead to the step below. */
export function openWays({ texts }: WrittenStep): LeadWord[] {
  const words = texts.map(({ word }) => word)
  if (words.includes('end')) return []
  const ways: LeadWord[] = isBranch(words) ? ['then', 'else'] : ['then']
  return ways.filter(word => !words.includes(word))
}

export function leadEdit(
  source: string,
  step: WrittenStep,
  word: LeadWord,
  goal: string | null,
  indent: string,
): TextEdit {
  const text = step.texts.find(one => one.word === word)
  if (text) return valueEdit(source, text, goal ?? 'end')
  const at = endOfLine(source, step.endLine)
  return { from: at, to: at, text: `${eolOf(source)}${indent}${word}: ${written(goal ?? 'end')}` }
}

export const isLead = (word: string): boolean => (LEADS as readonly string[]).includes(word)

/** The steps from which a step is reached, and itself: a way to them would be a loop. */
export function stepsBefore(steps: readonly WrittenStep[], key: string): Set<string> {
  const found = new Set([key])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const [i, step] of steps.entries())
      if (LEADS.some(word => leadsInto(steps, i, word, found))) found.add(step.key)
  }
  return found
}

function leadsInto(
  steps: readonly WrittenStep[],
  i: number,
  word: LeadWord,
  found: ReadonlySet<string>,
): boolean {
  const step = steps[i]!
  const named = step.texts.some(one => one.word === word)
  if (!named && !openWays(step).includes(word)) return false
  const goal = goalOf(steps, i, word)
  return goal !== null && found.has(goal)
}
