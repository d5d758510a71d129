/** The texts of a shared report by language. Accept-Language chooses; default: English. */

export interface ReportTexts {
  report: string
  to(list: string): string
  sent: string
  delivered: string
  opened: string
  clicked: string
  left: string
  bounced: string
  complained: string
  bought: string
  orders(count: string): string
  people(count: string): string
  ofDelivered: string
  ofMeasured(count: string, measured: string): string
  fewMeasured(measured: string, whole: string): string
  notKnown: string
  hours: string
  hoursHint: string
  opens: string
  clicks: string
  links: string
  link: string
  noLinks: string
  languages: string
  language: string
  machines: string
  until(day: string): string
}

export const LANGUAGES = ['en', 'sv', 'de'] as const
export type ReportLanguage = (typeof LANGUAGES)[number]

export const reportTexts: Record<ReportLanguage, ReportTexts> = {
  en: {
    report: 'Report',
    to: list => `to ${list}`,
    sent: 'Sent',
    delivered: 'Delivered',
    opened: 'Opened',
    clicked: 'Clicked',
    left: 'Unsubscribed',
    bounced: 'Bounced',
    complained: 'Complained',
    bought: 'Bought',
    orders: count => `${count} orders`,
    people: count => (count === '1' ? '1 person' : `${count} people`),
    ofDelivered: 'of those delivered',
    ofMeasured: (count, measured) => `${count} of ${measured} measured`,
    fewMeasured: (measured, whole) => `only ${measured} of ${whole} may be measured`,
    notKnown: 'not tracked',
    hours: 'First 72 hours',
    hoursHint: 'Opens and clicks by people, each hour.',
    opens: 'Opens',
    clicks: 'Clicks',
    links: 'Links',
    link: 'Link',
    noLinks: 'Nothing in it can be clicked.',
    languages: 'By language',
    language: 'Language',
    machines: 'Only people count, never machines.',
    until: day => `This page can be read until ${day}.`,
  },
  sv: {
    report: 'Rapport',
    to: list => `till ${list}`,
    sent: 'Skickat',
    delivered: 'Levererade',
    opened: 'Öppnade',
    clicked: 'Klickade',
    left: 'Avprenumererade',
    bounced: 'Studsade',
    complained: 'Klagade',
    bought: 'Köpte',
    orders: count => `${count} köp`,
    people: count => (count === '1' ? '1 person' : `${count} personer`),
    ofDelivered: 'av de levererade',
    ofMeasured: (count, measured) => `${count} av ${measured} mätta`,
    fewMeasured: (measured, whole) => `bara ${measured} av ${whole} får mätas`,
    notKnown: 'mäts inte',
    hours: 'De första 72 timmarna',
    hoursHint: 'Personers öppningar och klick, timme för timme.',
    opens: 'Öppningar',
    clicks: 'Klick',
    links: 'Länkar',
    link: 'Länk',
    noLinks: 'Det finns inget att klicka på i det.',
    languages: 'Efter språk',
    language: 'Språk',
    machines: 'Bara människor räknas, aldrig maskiner.',
    until: day => `Sidan kan läsas till och med ${day}.`,
  },
  de: {
    report: 'Bericht',
    to: list => `an ${list}`,
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    left: 'Abgemeldet',
    bounced: 'Unzustellbar',
    complained: 'Beschwert',
    bought: 'Gekauft',
    orders: count => `${count} Bestellungen`,
    people: count => (count === '1' ? '1 Person' : `${count} Personen`),
    ofDelivered: 'der zugestellten',
    ofMeasured: (count, measured) => `${count} von ${measured} Gemessenen`,
    fewMeasured: (measured, whole) => `nur ${measured} von ${whole} dürfen gemessen werden`,
    notKnown: 'nicht gemessen',
    hours: 'Die ersten 72 Stunden',
    hoursHint: 'Öffnungen und Klicks von Menschen, Stunde für Stunde.',
    opens: 'Öffnungen',
    clicks: 'Klicks',
    links: 'Links',
    link: 'Link',
    noLinks: 'Darin gibt es nichts anzuklicken.',
    languages: 'Nach Sprache',
    language: 'Sprache',
    machines: 'Es zählen nur Menschen, nie Maschinen.',
    until: day => `Diese Seite ist bis zum ${day} lesbar.`,
  },
}
