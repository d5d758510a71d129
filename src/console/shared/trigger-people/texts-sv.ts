/** Strings about people at the steps of a trigger, in Swedish. */
import type { standing as English } from './texts.ts'

export const sv: typeof English = {
  stay: (median, longest) => `hälften inom ${median}, längst ${longest}`,
  stays: (median, longest, count) =>
    `Hälften gick vidare inom ${median}; längst stannade någon ${longest}. Av ${count} ${count === '1' ? 'vistelse' : 'vistelser'}.`,
  howLong: 'Hur länge de stannar',
  since: span => `här sedan ${span}`,
  until: moment => `till ${moment}`,
  untilHint: 'Då ser steget efter igen: senast då är en väntan slut.',
  more: 'Visa fler',
}
