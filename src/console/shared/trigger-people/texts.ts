/** Strings about people at the steps of a trigger, in English. They are loaded with its page. */
export const standing = {
  /** On the box of a step: little room. */
  stay: (median: string, longest: string): string => `half within ${median}, longest ${longest}`,
  stays: (median: string, longest: string, count: string): string =>
    `Half of them went on within ${median}; the longest stayed ${longest}. By ${count} ${count === '1' ? 'stay' : 'stays'}.`,
  howLong: 'How long they stay',
  since: (span: string): string => `here for ${span}`,
  until: (moment: string): string => `until ${moment}`,
  untilHint: 'The time is when the step is looked at again: a wait ends then at the latest.',
  more: 'Show more',
}
