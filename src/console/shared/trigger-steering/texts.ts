/** Strings of a pause, a start and the end of a trigger, in English; loaded with its page. */
export type SteeringVerb = 'pause' | 'resume' | 'confirm' | 'end'

const people = (count: string) => (count === '1' ? '1 person' : `${count} people`)
const are = (count: string) => (count === '1' ? 'is' : 'are')

export const steering = {
  asks: {
    pause: (name: string): string => `Pause “${name}”?`,
    resume: (name: string): string => `Start “${name}”?`,
    confirm: (name: string): string => `Send the late emails of “${name}”?`,
    end: (name: string): string => `End “${name}”?`,
  } satisfies Record<SteeringVerb, (name: string) => string>,
  counting: 'Counting…',
  nobody: 'Nobody is inside.',
  inside: {
    pause: (count: string): string =>
      `${people(count)} ${are(count)} inside. Everybody keeps their step, and nobody enters.`,
    resume: (count: string): string => `${people(count)} ${are(count)} inside, and go on.`,
    confirm: (count: string): string => `${people(count)} ${are(count)} inside, and go on.`,
    end: (count: string): string =>
      `${people(count)} ${are(count)} inside. They are let go, and get nothing more from it.`,
  } satisfies Record<SteeringVerb, (count: string) => string>,
  overdue: {
    pause: (count: string): string => `${count} of them ${are(count)} due right now, and wait.`,
    resume: (count: string): string => `${count} of them ${are(count)} overdue, and go on at once.`,
    confirm: (count: string): string =>
      `${count} of them ${are(count)} overdue, and go on at once: their emails are late.`,
    end: (count: string): string => `${count} of them ${are(count)} due right now.`,
  } satisfies Record<SteeringVerb, (count: string) => string>,
  soon: {
    pause: (count: string): string =>
      `${count} ${are(count)} due within 24 hours, and wait for the start.`,
    resume: (count: string): string => `${count} ${are(count)} due within 24 hours.`,
    confirm: (count: string): string => `${count} ${are(count)} due within 24 hours.`,
    end: (count: string): string => `${count} ${are(count)} due within 24 hours, which is dropped.`,
  } satisfies Record<SteeringVerb, (count: string) => string>,
  after: {
    pause:
      'Who would enter meanwhile enters after the start; by dates, those of the last three days.',
    resume:
      'Who would have entered during a pause enters now; by dates, those of the last three days.',
    confirm: '',
    end: "Sent emails stay in the reports. It can't be undone.",
  } satisfies Record<SteeringVerb, string>,
}
