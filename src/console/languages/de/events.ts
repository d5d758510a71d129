import type { events as English } from '../../features/events/texts.ts'

export const events: typeof English = {
  title: 'Ereignisse',
  about:
    'Was ein Shop oder ein anderes Programm über Personen meldet: ein Warenkorb, eine Bestellung, eine Buchung. Auslöser beginnen damit und warten darauf.',
  none: 'Noch kein Programm hat ein Ereignis gemeldet',
  noneHint:
    'Ein Programm meldet sie mit einem API-Schlüssel an /api/v1/events; wie, steht in der Referenz der API.',
  name: 'Ereignis',
  lately: 'In 30 Tagen',
  last: 'Zuletzt',
  longAgo: 'länger her, als Ereignisse aufbewahrt werden',
  first: day => `seit ${day}`,
  starts: 'Startet',
  startsNone: 'Kein Auslöser beginnt damit.',
  entered: (count, shown) =>
    count === 1 ? '1 Person eingetreten' : `${shown} Personen eingetreten`,
  paused: 'läuft nicht',
  reference: 'Referenz der API',
}
