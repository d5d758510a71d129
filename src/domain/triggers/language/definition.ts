/**
 * A trigger as it is kept: who enters, and the steps that each person walks. Names are resolved to
 * ids, the order of steps to `next`; every key that `next`, `then` and `else` name is there.
 * read-definition.ts makes it of what people write, check-definition.ts has refused loops without a
 * delay, definition-delay.ts says until when a wait lasts. Whoever runs it may rely on all of that.
 *
 * What a definition names (newsletter, list, filter) can be deleted later: then the trigger is
 * held, with the reason.
 */
import type { Condition } from '../../filters/condition.ts'

export interface Definition {
  name: string
  listId: number
  /** `+01:00` or a name like `Europe/Stockholm`; of every time of day in it. */
  zone: string
  start: Start
  /**
   * May a person walk again, once their last walk has ended? `days` counts from the entry before.
   */
  again: 'never' | 'always' | { days: number }
  /** In the order written; a walk begins at the first. At least one, keys differ. */
  steps: Step[]
}

/** What makes a person of the list enter. */
export type Start =
  /** They came onto the list, in whatever way. Who was on it before the trigger does not enter. */
  | { on: 'joined' }
  | DateStart
  | Happening
  /**
   * A letter of this newsletter was delivered and, `days` later, not opened. A click counts as an
   * open.
   */
  | { on: 'not opened'; newsletterId: number; days: number }

/** The day that a data field holds, as YYYY-MM-DD; what is no such day is counted and skipped. */
export interface DateStart {
  on: 'date'
  /** 1 to 100. */
  field: number
  /** Days after that day, or, negative, before it. */
  days: number
  /** Yearly: whatever the year in the field, also that of a day to come. Once: on that very day. */
  repeat: 'yearly' | 'once'
  /** Minutes of the day, in the trigger's zone: 540 is 09:00. */
  minute: number
  /** Of 29 February in common years, before `days` is applied. */
  leapDay: '28 February' | '1 March'
}

/**
 * Something a person did, or that was done to them: starts a walk, or ends a wait. Opens and clicks
 * are those of people.
 */
export type Happening =
  | { on: 'opened' | 'clicked'; newsletterId: number; link?: string }
  /** A purchase after a click in any letter of the account. */
  | { on: 'converted' }
  /**
   * The field got another value than it had; with `to`, this one (without regard to case, blanks
   * around it taken off; '' is empty).
   */
  | { on: 'changed'; field: number; to?: string }

/** Waits also know the letters of this walk, by the step that sent them, and lists. */
export type AwaitedEvent =
  | Happening
  | { on: 'opened' | 'clicked'; step: string; link?: string }
  | { on: 'listed'; listId: number }
/** `link` is the address as written in the newsletter, as in `links.target`. */

/** The key of a step, or null: the walk ends. */
export type Next = string | null

interface Keyed {
  /** Unique in the definition; stays the same step over versions. */
  key: string
}

interface Onward extends Keyed {
  next: Next
}

export type Step =
  | (Onward & { do: 'send'; newsletterId: number })
  /** To the person's phone number; who has none passes, with that reason in the log. */
  | (Onward & { do: 'sms'; text: string })
  /** '' empties the field. */
  | (Onward & { do: 'set'; field: number; value: string })
  | (Onward & { do: 'join' | 'leave'; listId: number })
  /** An event to this webhook (domain/webhooks). */
  | (Onward & { do: 'call'; webhookId: number })
  | (Onward & { do: 'wait'; delay: Delay })
  | BranchStep
  | WaitForStep
  | (Keyed & { do: 'end' })

/**
 * `then` for those who match now. A filter that is kept is asked as it is when the person comes by.
 */
export interface BranchStep extends Keyed {
  do: 'branch'
  ask: { filterId: number } | { condition: Condition }
  then: Next
  else: Next
}

/**
 * `then` as soon as it has happened, `else` after so many minutes without. What has happened since
 * the person entered counts: a click between the letter and this step is not lost. Of a field it is
 * a change since they came to the step, of a list that they are on it.
 */
export interface WaitForStep extends Keyed {
  do: 'wait for'
  event: AwaitedEvent
  minutes: number
  then: Next
  else: Next
}

/** How long a wait lasts; a moment that has passed is no wait. */
export type Delay =
  /** So many minutes. */
  | { for: number }
  /** So many days of the calendar later, at the same time of day, or at `minute`. */
  | { days: number; minute?: number }
  /** The next Monday (1) to Sunday (7) at that minute of the day; never now. */
  | { weekday: number; minute: number }
  /** The next time that the clock shows that minute of the day; never now. */
  | { minute: number }
  /** That day and time in the zone, as `2026-12-24 09:00`. */
  | { until: string }

/** Where a step leads, and what the way is called in a drawing. */
export function waysFrom(step: Step): { way: 'next' | 'then' | 'else'; to: Next }[] {
  if (step.do === 'end') return []
  if ('then' in step)
    return [
      { way: 'then', to: step.then },
      { way: 'else', to: step.else },
    ]
  return [{ way: 'next', to: step.next }]
}

export const stepOf = (definition: Definition, key: string): Step | undefined =>
  definition.steps.find(step => step.key === key)

export const MOST_STEPS = 100
export const MOST_KEY = 50
/**
 * Loops with a delay are allowed, so a key may come again on a walk; passages are numbered. More
 * than these end it.
 */
export const MOST_PASSAGES = 1000
/** Of a wait, and around a date: two years. */
export const MOST_DELAY_DAYS = 731
