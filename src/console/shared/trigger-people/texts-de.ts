/** Strings about people at the steps of a trigger, in German. */
import type { standing as English } from './texts.ts'

export const de: typeof English = {
  stay: (median, longest) => `Hälfte in ${median}, längstens ${longest}`,
  stays: (median, longest, count) =>
    `Die Hälfte ging in höchstens ${median} weiter; am längsten blieb jemand ${longest}. Aus ${count} ${count === '1' ? 'Aufenthalt' : 'Aufenthalten'}.`,
  howLong: 'Wie lange sie bleiben',
  since: span => `hier seit ${span}`,
  until: moment => `bis ${moment}`,
  untilHint:
    'Zu dieser Zeit sieht der Schritt wieder nach: Spätestens dann ist ein Warten zu Ende.',
  more: 'Mehr zeigen',
}
