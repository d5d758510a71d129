import type { feeds as English } from './texts.ts'

export const sv: typeof English = {
  picture: 'Bild',
  pictures: { beside: 'Bredvid texten', above: 'Ovanför', none: 'Ingen' },
  most: 'Inlägg, högst',
  words: 'Ord av texten',
  dates: 'Med dagen',
  fromTrigger:
    'Fylls av utlösaren som skickar mejlet: med det som är nytt i dess flöde. I andra mejl visas inget.',
  address: 'Flödets adress',
  addressHint: 'RSS, Atom eller JSON Feed: https://…',
  tryNow: 'Prova nu',
  tryHint: 'Läser flödet och visar dess inlägg här. Inget skickas eller sparas.',
  shownHere: (title, items) => `Mejlet visas med ${items} ur ”${title}”.`,
  examples: 'Visa exempel',
  items: (_count, shown) => `${shown} inlägg`,
  none: 'Flödet har inga inlägg.',
  tagsOfFeed: 'Ur flödet, i mejl från dess utlösare',
  tags: { title: 'Flödets titel', count: 'Hur många som är nya', first: 'Det nyastes rubrik' },
  days: 'På dessa dagar',
  everyDay: 'Ingen dag vald: varje dag.',
  hour: 'Klockan',
  first: 'Inlägg i första mejlet',
  firstHint: 'Det flödet har när utlösaren startar är inte nytt, utom så många.',
  scheduleInText: 'Tiden är skriven så att den ändras i texten.',
  inNext: (count, shown) =>
    count === 0
      ? 'Inget är nytt: inget mejl skulle gå ut nu.'
      : `${shown} inlägg skulle vara med i nästa mejl.`,
  notBegun: 'Utlösaren har inte läst flödet än: det som finns där nu är början.',
  fresh: 'i nästa mejl',
  known: 'skickat, eller fanns redan',
  lastRead: at => `Senast läst ${at}.`,
  nextRead: at => `Nästa gång ${at}.`,
  failed: times =>
    times === 1 ? 'Senaste försöket misslyckades.' : `De senaste ${times} försöken misslyckades.`,
}
