/** `pennypost trigger people` and `trigger stays`: the people at a step, and their stays. */
import type { Command } from 'commander'
import { triggerPeople } from '../actions/triggers/trigger-people.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'

export const register = (trigger: Command, context: Context): void =>
  derive(trigger, context, triggerPeople, {
    'trigger people': {
      notes: 'With --json one object a line.',
      examples: ['trigger people 2 --step rest'],
      each: ({ email, since, due }) => `${since}  until ${due}  ${email ?? '(erased)'}`,
    },
    'trigger stays': {
      examples: ['trigger stays 2'],
      text({ items }, { print }) {
        if (items.length === 0) return print('No subscriber has left a step yet.')
        print(`${'Stays'.padStart(9)}  ${'Median'.padStart(9)}  ${'Longest'.padStart(9)}  Step`)
        for (const { step, stays, medianSeconds, longestSeconds } of items)
          print(
            `${count(stays).padStart(9)}  ${span(medianSeconds).padStart(9)}  ` +
              `${span(longestSeconds).padStart(9)}  ${step}`,
          )
      },
    },
  })

function span(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} h`
  return `${(seconds / 86_400).toFixed(1)} days`
}
