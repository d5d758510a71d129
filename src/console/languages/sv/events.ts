import type { events as English } from '../../features/events/texts.ts'

export const events: typeof English = {
  title: 'Händelser',
  about:
    'Det som en butik eller ett annat program meddelar om personer: en varukorg, en beställning, en bokning. Utlösare börjar med det och väntar på det.',
  none: 'Inget program har meddelat någon händelse än',
  noneHint:
    'Ett program meddelar dem med en API-nyckel till /api/v1/events; hur står i API-referensen.',
  name: 'Händelse',
  lately: 'På 30 dagar',
  last: 'Senast',
  longAgo: 'längre sedan än händelser sparas',
  first: day => `sedan ${day}`,
  starts: 'Startar',
  startsNone: 'Ingen utlösare börjar med den.',
  entered: (count, shown) => (count === 1 ? '1 person gick in' : `${shown} personer gick in`),
  paused: 'körs inte',
  reference: 'API-referens',
}
