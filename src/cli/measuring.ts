/** `pennypost measuring ...`: who may be measured, and the rule for who was not asked. */
import type { Command } from 'commander'
import { measuring } from '../actions/measuring/measuring.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

const AS = {
  person: 'measured, each person',
  total: 'counted in total only',
  none: 'not measured',
} as const

export function register(group: Command, context: Context): void {
  derive(group, context, measuring, {
    'measuring show': {
      examples: ['measuring show', 'measuring show --json'],
      text({ opens, clicks, since, people }, { print }) {
        const from = since === null ? '' : `, since ${since}`
        print(`Who was not asked: opens ${AS[opens]}; clicks ${AS[clicks]}${from}.`)
        for (const kind of ['opens', 'clicks'] as const) {
          const { agreed, declined, notAsked } = people[kind]
          print(`${kind}: ${agreed} agreed, ${declined} declined, ${notAsked} were not asked`)
        }
      },
    },
    'measuring lists': {
      examples: ['measuring lists'],
      text({ lists }, { print }) {
        for (const { id, name, people, measured } of lists) {
          const few = measured.fewOpens || measured.fewClicks ? ', too few for an A/B test' : ''
          const of = `opens of ${measured.opens} and clicks of ${measured.clicks} are measured`
          print(`${id}  ${name}: of ${people} people ${of}${few}`)
        }
      },
    },
    'measuring edit': {
      examples: ['measuring edit --opens total --clicks none', 'measuring edit --removes-hits'],
      text({ opens, clicks, removesHits }, { print }) {
        print(`From now on, of who was not asked: opens ${AS[opens]}; clicks ${AS[clicks]}.`)
        if (removesHits) print('A decline also removes the hits that the person has.')
      },
    },
    'measuring person': {
      examples: ['measuring person 90001'],
      text({ opens, clicks, opensAs, clicksAs, answers }, { print }) {
        print(`opens: ${opens}, ${AS[opensAs]}`)
        print(`clicks: ${clicks}, ${AS[clicksAs]}`)
        for (const { id, said, way, words, ...of } of answers) {
          const what = (['opens', 'clicks'] as const).filter(kind => of[kind] !== null)
          const text = what.map(kind => `${kind} ${of[kind]}`).join(', ')
          print(`${id}  ${said}  ${text} (${way})  ${words.replace(/\s+/g, ' ')}`.trimEnd())
        }
      },
    },
    'measuring forget': {
      examples: ['measuring forget 90001'],
      text: ({ removal }, { print }) =>
        print(`Their hits are removed after ${removal}. To keep them: pennypost measuring keep`),
    },
    'measuring keep': {
      examples: ['measuring keep 90001'],
      text: (_, { print }) => print('Their hits are kept.'),
    },
    'measuring undo': {
      examples: ['measuring undo 90001 12'],
      text: ({ opens, clicks }, { print }) => print(`Opens: ${opens}. Clicks: ${clicks}.`),
    },
    'measuring answer': {
      examples: [
        'measuring answer 90001 --opens declined --clicks declined',
        'measuring answer 90001 --opens agreed --words "May we?" --at 2026-11-21T14:00',
      ],
      text: ({ outcome, opens, clicks }, { print }) =>
        print(
          outcome === 'older'
            ? 'The person has said something since, which stands.'
            : `Opens: ${opens}. Clicks: ${clicks}.`,
        ),
    },
  })
}
