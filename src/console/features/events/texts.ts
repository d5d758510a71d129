/** The strings of the page of events, in English. */

export const events = {
  title: 'Events',
  about:
    'What a shop or another program posts about people: a cart, an order, a booking. Triggers start by it, and wait for it.',
  none: 'No program has posted an event yet',
  noneHint:
    'A program posts them with an API key to /api/v1/events, as the reference of the API says.',
  name: 'Event',
  lately: 'In 30 days',
  last: 'Last',
  longAgo: 'longer ago than events are kept',
  first: (day: string) => `since ${day}`,
  starts: 'Starts',
  startsNone: 'No trigger starts by it.',
  entered: (count: number, shown: string) =>
    count === 1 ? '1 person entered' : `${shown} people entered`,
  paused: 'does not run',
  reference: 'Reference of the API',
}
