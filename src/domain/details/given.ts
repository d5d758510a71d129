/** Mistakes in values that callers give, by the keyword of the schema. */
import type { DetailValues } from '../../lib/sentences.ts'

/** Kinds of values, as schemas name them. */
const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a moment',
  null: 'null',
}

export const givenDetails = {
  'given-missing': () => 'It is missing.',
  'given-empty': () => 'It must not be empty.',
  'given-type': ({ kind }: DetailValues<'kind'>) => `It must be ${KINDS[kind] ?? kind}.`,
  'given-long': ({ most }: DetailValues<'most'>) => `It must have at most ${most} characters.`,
  'given-short': ({ least }: DetailValues<'least'>) => `It must have at least ${least} characters.`,
  'given-many': ({ most }: DetailValues<'most'>) => `It must have at most ${most} entries.`,
  'given-few': ({ least }: DetailValues<'least'>) =>
    `It must have more entries: at least ${least}.`,
  'given-high': ({ most }: DetailValues<'most'>) => `It must be at most ${most}.`,
  'given-low': ({ least }: DetailValues<'least'>) => `It must be at least ${least}.`,
  'given-below': ({ limit }: DetailValues<'limit'>) => `It must be less than ${limit}.`,
  'given-above': ({ limit }: DetailValues<'limit'>) => `It must be more than ${limit}.`,
  'given-multiple': ({ step }: DetailValues<'step'>) => `It must be a multiple of ${step}.`,
  'given-choice': ({ choices }: DetailValues<'choices'>) => `It must be one of ${choices}.`,
  'given-only': ({ choices }: DetailValues<'choices'>) => `It must be ${choices}.`,
  'given-unknown': ({ names }: DetailValues<'names'>) => `There is no value named ${names}.`,
  'given-format': () => 'It is not written as it must be.',
  'given-moment': () => 'Write a moment as 2026-11-21T14:00:00+01:00.',
  'given-day': () => 'Write a day or a moment as 2026-11-21 or 2026-11-21T14:00.',
  'given-future': () => 'This is in the future.',
  'given-domain': () => 'Write a domain as example.com.',
  'given-picture': () => 'This is no id of a picture.',
  'given-event': () => 'An event is named as in the log, like 1-42.',
  'given-period': ({ most }: DetailValues<'most'>) => `A period has at most ${most} days.`,
  'given-wrong': () => 'It does not fit here.',
}
