/** The steps of a trigger in answers: as a graph, and where they stand in the text. */
import { z } from 'zod'
import type { FlowWords, TriggerFlow } from '../../domain/triggers/drawing/flow.ts'
import type { Definition } from '../../domain/triggers/language/definition.ts'
import { shownSource } from '../hiding/definitions.ts'

const words = {
  code: z.string().describe('What it does, or who enters: send, wait-for, joined, ...'),
  values: z.record(z.string(), z.union([z.string(), z.number()])).describe('Names and lengths.'),
}

const Way = z.object({
  way: z.enum(['next', 'then', 'else', 'unmeasured']),
  to: z.string().nullable().describe('A step; null ends the run.'),
  people: z.int().describe('Who took it, so far.'),
})

export const FlowStep = z
  .object({
    key: z.string(),
    ...words,
    here: z.int().describe('Subscribers at it.'),
    ways: z.array(Way),
  })
  .meta({ id: 'FlowStep' })

export const Flow = z
  .object({
    start: z.object(words),
    entered: z.int().describe('How often somebody entered, so far.'),
    steps: z.array(FlowStep),
  })
  .meta({ id: 'Flow' })

export const OutlineText = z.object({
  word: z.string(),
  value: z.string(),
  from: z.int(),
  to: z.int(),
})

export const OutlineStep = z.object({
  key: z.string(),
  line: z.int(),
  lastLine: z.int(),
  endLine: z.int().describe('Of its last value: comments may follow until `lastLine`.'),
  texts: z
    .array(OutlineText)
    .describe('Its values of one line: `source.slice(from, to)` is what is written.'),
})

export type { FlowTexts } from '../../domain/triggers/drawing/flow-texts.ts'

/** For callers who may see no personal data, without the values that the definition asks for. */
export function shownFlow(flow: TriggerFlow, definition: Definition): TriggerFlow {
  const shown = <Words extends FlowWords>(one: Words): Words => ({
    ...one,
    values: Object.fromEntries(
      Object.entries(one.values).map(([name, value]) => [
        name,
        typeof value === 'string' ? shownSource(value, definition) : value,
      ]),
    ),
  })
  return { ...flow, start: shown(flow.start), steps: flow.steps.map(shown) }
}
