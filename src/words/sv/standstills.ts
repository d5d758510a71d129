/** Causes of a sending without progress, and of people left out of it, in Swedish. */
import type { leftOut as LeftOut, Standstills } from '../standstills.ts'

export const standstills: Standstills = {
  'paused-by-hand': () => '',
  paused: said => said,
  restored: () =>
    'Lagret återställdes från en säkerhetskopia, och vad som har gått ut sedan dess är inte känt ' +
    'här.',
  overdue: () => 'Det skulle ha gått när ingenting kördes. Ska det fortfarande gå ut?',
  'winner-awaited': () => 'Det väntar på vinnaren i sitt A/B-test.',
  'samples-awaited': () =>
    'A/B-testets väntan är över. Det väntar på mejl i sina stickprov, och på att klick skiljs ' +
    'från maskiners.',
  'no-worker': () => 'Ingen process som skickar är igång: den som driver tjänsten startar den.',
  'no-route': () => 'Inget relä tar de här mejlen: alla har regler, för andra mejl.',
  'routes-paused': said =>
    `Reläerna är pausade, eftersom en server sade: ${said}. De fortsätter när den som driver dem ` +
    'har åtgärdat orsaken.',
  deferred: () => 'Servrarna har skjutit upp alla mejl som är kvar.',
  'relay-refuses': said => `Reläet tar inte emot mejl: ”${said}”.`,
  stalled: said =>
    'Inget mejl på två minuter: reläerna tar inga, eller deras takt eller kvot är förbrukad.' +
    (said === '' ? '' : ` ${said}.`),
}

export const leftOut: typeof LeftOut = {
  repeated: 'Adressen upprepad',
  unsubscribed: 'Avprenumererade',
  'opted-out': 'Har tackat nej',
  complained: 'Har klagat',
  undeliverable: 'Går inte att nå',
  paused: 'Har bett om en paus',
  'left-the-list': 'Har lämnat listan',
  opened: 'Har öppnat det',
  clicked: 'Har klickat i det',
  'not-measured': 'Mäts inte',
  'got-it': 'Har redan fått det',
  'excluded-list': 'På en utesluten lista',
  filter: 'Matchar inte filtret',
}
