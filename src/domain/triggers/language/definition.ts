/**
 * The stored form of a trigger: its start, and its steps. Names are resolved to ids, the order of
 * steps to `next`; every key in `next`, `then` and `else` exists. read-definition.ts parses it,
 * check-definition.ts has refused loops without a delay, definition-delay.ts computes the end of a
 * wait. The engine relies on all of that.
 *
 * Objects that a definition refers to (newsletter, list, filter) can be deleted later: then the
 * trigger is held, with the reason.
 */
import type { Condition } from '../../filters/condition.ts'
import type { DailyHours } from '../../quiet-hours/quiet-until.ts'

export interface Definition {
  name: string
  listId: number
  /** `+01:00` or a name like `Europe/Stockholm`; applies to all times of day. */
  zone: string
  start: Start
  /**
   * Whether a subscriber may enter again after their last run has ended. `days` counts from the
   * previous entry.
   */
  again: 'never' | 'always' | { days: number }
  /**
   * No email or SMS of the trigger is made then: who comes to such a step waits. Without it those
   * of the list or the account hold; `none`: not even those.
   */
  quiet?: QuietHours | 'none'
  /** Whose pause goes on waits at a step that sends; else the email is left out. */
  paused?: 'wait'
  /** In the order written; a run begins at the first. At least one step; keys are unique. */
  steps: Step[]
}

export interface QuietHours extends DailyHours {
  /** The data field with the zone of a person; others have the zone of the trigger. */
  zoneField?: number
}

/** The event by which a subscriber of the list enters. */
export type Start =
  /**
   * Joined the list, in any way. Subscribers who joined before the trigger was made don't enter.
   */
  | { on: 'joined' }
  | DateStart
  | Happening
  | FormStart
  | FeedStart
  /**
   * An email of this newsletter was delivered and, `days` later, not opened. A click counts as an
   * open.
   */
  | { on: 'not opened'; newsletterId: number; days: number }

/**
 * Who is on the list of the trigger signed up by a form, and was asked to confirm; or confirmed it.
 */
export interface FormStart {
  on: 'signed-up' | 'confirmed'
  formId: number
}

/** New items of a feed (RSS, Atom): the whole list enters, at a moment when there are any. */
export interface FeedStart {
  on: 'feed'
  url: string
  /** Minutes of the day in the trigger's zone. */
  minute: number
  /** 1 is Monday; empty: every day. */
  weekdays: number[]
  /** How many of the items that are there when the trigger begins are new. */
  first: number
}

/** The date in a data field, YYYY-MM-DD; other values are counted and skipped. */
export interface DateStart {
  on: 'date'
  /** 1 to 100. */
  field: number
  /** Days after that date; negative: before it. */
  days: number
  /** Yearly: in every year, ignoring that of the field. Once: on exactly that date. */
  repeat: 'yearly' | 'once'
  /** Minutes of the day in the trigger's zone: 540 is 09:00. */
  minute: number
  /** The date for 29 February in common years, before `days` is applied. */
  leapDay: '28 February' | '1 March'
}

/**
 * An event of a subscriber: starts a run, or ends a wait. Only opens and clicks by people count.
 */
export type Happening =
  | { on: 'opened' | 'clicked'; newsletterId: number; link?: string }
  /** A purchase after a click in any email of the account. */
  | { on: 'converted' }
  /**
   * A program has posted an event of this name about the subscriber (domain/program-events).
   * `adds`, of starts: unknown people are put on the list.
   */
  | { on: 'event'; event: string; adds?: true }
  /**
   * The value of the field changed; with `to`, to this value (ignoring case and surrounding blanks;
   * '' is empty).
   */
  | { on: 'changed'; field: number; to?: string }

/** Waits can also name the emails of this run, by the step that sent them, and lists. */
export type AwaitedEvent =
  | Happening
  | { on: 'opened' | 'clicked'; step: string; link?: string }
  | { on: 'listed'; listId: number }
/** `link` is the address as written in the newsletter, as in `links.target`. */

/** The key of a step; null ends the run. */
export type Next = string | null

interface Keyed {
  /** Unique in the definition; identifies the step across versions. */
  key: string
}

interface Onward extends Keyed {
  next: Next
}

export type Step =
  | (Onward & { do: 'send'; newsletterId: number })
  /**
   * To the subscriber's phone number; without one the step is passed, with that reason in the log.
   */
  | (Onward & { do: 'sms'; text: string })
  /** '' empties the field. */
  | (Onward & { do: 'set'; field: number; value: string })
  | (Onward & { do: 'join' | 'leave'; listId: number })
  /** Adds an event for this webhook (domain/webhooks). */
  | (Onward & { do: 'call'; webhookId: number })
  | (Onward & { do: 'wait'; delay: Delay })
  | BranchStep
  | WaitForStep
  | (Keyed & { do: 'end' })

/** `then` for subscribers who match now. A stored filter is evaluated in its current form. */
export interface BranchStep extends Keyed {
  do: 'branch'
  ask: { filterId: number } | { condition: Condition }
  then: Next
  else: Next
}

/**
 * `then` as soon as the event has happened, `else` after the given minutes without it. Events since
 * the entry count: a click between the email and this step is not lost. For a field, a change since
 * the subscriber reached the step counts; for a list, being on it.
 */
export interface WaitForStep extends Keyed {
  do: 'wait for'
  event: AwaitedEvent
  minutes: number
  then: Next
  else: Next
  /**
   * Where those go of whom nobody knows whether they opened or clicked, as they are not measured;
   * without it their run ends.
   */
  unmeasured?: Next
}

/** How long a wait lasts; a moment in the past does not wait. */
export type Delay =
  /** Minutes. */
  | { for: number }
  /** Calendar days, to the same time of day or to `minute`. */
  | { days: number; minute?: number }
  /** The next Monday (1) to Sunday (7) at that minute of the day; never now. */
  | { weekday: number; minute: number }
  /** The next time the clock shows that minute of the day; never now. */
  | { minute: number }
  /** That local day and time in the zone, as `2026-12-24 09:00`. */
  | { until: string }

export type Way = 'next' | 'then' | 'else' | 'unmeasured'

/** The edges out of a step, with their labels. */
export function waysFrom(step: Step): { way: Way; to: Next }[] {
  if (step.do === 'end') return []
  if (!('then' in step)) return [{ way: 'next', to: step.next }]
  const ways: { way: Way; to: Next }[] = [
    { way: 'then', to: step.then },
    { way: 'else', to: step.else },
  ]
  if (step.do === 'wait for' && isMeasured(step.event))
    ways.push({ way: 'unmeasured', to: step.unmeasured ?? null })
  return ways
}

/** An event that is known only of those who are measured. */
export const isMeasured = (event: AwaitedEvent): event is MeasuredEvent =>
  event.on === 'opened' || event.on === 'clicked'

export type MeasuredEvent = Extract<AwaitedEvent, { on: 'opened' | 'clicked' }>

export const stepOf = (definition: Definition, key: string): Step | undefined =>
  definition.steps.find(step => step.key === key)

export const MOST_STEPS = 100
export const MOST_KEY = 50
/**
 * Loops with a delay are allowed, so a run may pass a step repeatedly; transitions are numbered. A
 * run ends after this many.
 */
export const MOST_TRANSITIONS = 1000
/** The maximum of a wait, and of days around a date: two years. */
export const MOST_DELAY_DAYS = 731
