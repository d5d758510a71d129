/** Sentences about a subscriber in a trigger: why a step was passed, how runs ended, who enters. */
import type { DetailValues, Value } from '../../lib/sentences.ts'

const EVENTS = {
  opened: 'opened',
  clicked: 'clicked',
  converted: 'converted',
  event: 'event',
  changed: 'changed',
  listed: 'listed',
} as const

/** An event that a step waits for. */
export type PassageEvent = keyof typeof EVENTS

interface Awaited {
  event: PassageEvent
}

/** `3 days`, `90 minutes`: in the largest unit that divides it, up to days. */
export function lengthText(minutes: Value): string {
  const [size, unit] =
    Number(minutes) % 1440 === 0
      ? [1440, 'day']
      : Number(minutes) % 60 === 0
        ? [60, 'hour']
        : [1, 'minute']
  const amount = Number(minutes) / size
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

export const passageDetails = {
  'passed-sent': ({ newsletter }: DetailValues<'newsletter'>) => `newsletter ${newsletter}`,
  'passed-sms': ({ sms }: DetailValues<'sms'>) => `SMS ${sms}`,
  'passed-no-sms': () => 'no SMS: no number that gets one',
  'passed-set': ({ field }: DetailValues<'field'>) => `DD${field} set`,
  'passed-emptied': ({ field }: DetailValues<'field'>) => `DD${field} emptied`,
  'passed-joined': ({ list }: DetailValues<'list'>) => `joined list ${list}`,
  'passed-on-list': ({ list }: DetailValues<'list'>) =>
    `list ${list}: on it already, or unsubscribed`,
  'passed-left': ({ list }: DetailValues<'list'>) => `left list ${list}`,
  'passed-called': ({ webhook }: DetailValues<'webhook'>) => `webhook ${webhook} called`,
  'passed-matches': ({ filter }: DetailValues<'filter'>) => `matches filter ${filter}`,
  'passed-matches-not': ({ filter }: DetailValues<'filter'>) => `does not match filter ${filter}`,
  'passed-condition': () => 'matches the condition',
  'passed-condition-not': () => 'does not match the condition',
  /** A local time of the trigger's zone. */
  'passed-until': ({ until }: DetailValues<'until'>) => `until ${until}`,
  'passed-event': ({ event }: Awaited) => event,
  'passed-no-event': ({ event, minutes }: Awaited & DetailValues<'minutes'>) =>
    `not ${event} within ${lengthText(minutes)}`,
  'passed-unmeasured': () => 'not measured',
  'passed-end': () => 'the run ends here',
  'walk-no-wait': () => 'that time has passed: no wait',
  'walk-happens': () => 'assumed to happen immediately',
  'walk-not-within': ({ minutes }: DetailValues<'minutes'>) =>
    `assumed not to happen within ${lengthText(minutes)}`,
  'walk-matches': () => 'matches',
  'walk-matches-not': () => 'does not match',
  'walk-paused-wait': () => 'waits for the end of their pause',
  'walk-paused-skip': () => 'left out: they have paused',
  'walk-quiet': () => 'after the quiet hours',
  'ended-finished': () => 'finished',
  'ended-opted-out': () => 'opted out',
  'ended-unsubscribed': () => 'unsubscribed',
  'ended-erased': () => 'erased',
  'ended-left': () => 'left the list',
  'ended-new-version': () => 'left for a new version',
  'ended-step-gone': ({ step }: DetailValues<'step'>) => `step ${step} is not there any more`,
  'ended-many': ({ most }: DetailValues<'most'>) => `more than ${most} steps`,
  'ended-walk': ({ most }: DetailValues<'most'>) => `stopped after ${most} steps`,
  'enters-opted-out': () => 'They have opted out of everything: they do not enter.',
  'enters-not-listed': ({ list }: DetailValues<'list'>) =>
    `They are not on list ${list}: they do not enter before they are.`,
  'enters-unsubscribed': ({ list }: DetailValues<'list'>) =>
    `They have unsubscribed from list ${list}: they do not enter.`,
  'enters-paused-wait': ({ day }: DetailValues<'day'>) =>
    `They have paused their emails until ${day}: they wait for it at a step that sends.`,
  'enters-paused-skip': ({ day }: DetailValues<'day'>) =>
    `They have paused their emails until ${day}: until then they are left out ("paused: skip").`,
  'enters-active': () => 'Their run is active: they do not enter again before it has ended.',
  'enters-always': () => 'They have been through it before, and may enter again.',
  'enters-never': () => 'They have been through it before, and do not enter again.',
  'enters-from': ({ day }: DetailValues<'day'>) =>
    `They have been through it before, and may enter again from ${day} on.`,
  'enters-field-empty': ({ field }: DetailValues<'field'>) =>
    `Their DD${field} is empty: they do not enter.`,
  'enters-field-other': ({ field }: DetailValues<'field'>) =>
    `Their DD${field} does not hold a date like 2026-11-22: they do not enter.`,
  'enters-field': ({ field, day }: DetailValues<'field' | 'day'>) =>
    `Their DD${field} holds ${day}.`,
  'enters-field-passed': ({ field, day }: DetailValues<'field' | 'day'>) =>
    `Their DD${field} holds ${day}, which has passed.`,
  'happens-unknown': ({ step, known }: DetailValues<'step' | 'known'>) =>
    `${JSON.stringify(String(step))} is not a step that waits for an event. ` +
    (known === '' ? 'There is none.' : `There are: ${known}.`),
  'person-unknown': ({ email }: DetailValues<'email'>) => `No subscriber has the address ${email}.`,
  'trigger-there': ({ name }: DetailValues<'name'>) =>
    `There is a trigger ${JSON.stringify(String(name))} already.`,
  'trigger-list': ({ list }: DetailValues<'list'>) =>
    `The list of a trigger can't be changed: it is ${list}. For another list add another trigger.`,
  'trigger-changed': () => 'The trigger was changed at the same time: check it, and try again.',
  'trigger-inside': ({ people }: DetailValues<'people'>) =>
    `${Number(people) === 1 ? '1 run is active' : `${people} runs are active`}: choose ` +
    'whether they finish on their version, move to the new one, or end.',
  'trigger-late': () => 'Its runs are overdue: their late emails are sent only if you confirm it.',
  'trigger-needs': ({ missing }: DetailValues<'missing'>) =>
    `The trigger needs objects that were deleted: ${missing}. Make a version without them.`,
  'trigger-needs-older': ({ missing }: DetailValues<'missing'>) =>
    `The trigger needs objects that were deleted: ${missing}, in an older version with active ` +
    'runs. Make a version without them.',
  'trigger-version': (trigger: DetailValues<'trigger' | 'version' | 'newest'>) =>
    `Trigger ${trigger.trigger} has no version ${trigger.version}; the newest is ` +
    `${trigger.newest}.`,
}
