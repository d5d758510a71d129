import type { quietHours as English } from '../../features/quiet-hours/texts.ts'

export const quietHours: typeof English = {
  title: 'Tysta timmar',
  about:
    'Ett mejl som ska gå ut under de tysta timmarna väntar tills de är slut, efter varje persons klocka. Det gäller utskick och utlösare; transaktionsmejl och test går ut genast.',
  of: 'För',
  account: 'Hela kontot',
  when: 'När inget skickas',
  asAccount: 'Som för hela kontot',
  anyHour: 'Aldrig: mejl får komma vilken timme som helst',
  hours: 'De här timmarna',
  from: 'Från',
  until: 'Till',
  zone: 'Tidszon för personer vars egen inte är känd',
  zoneField: 'Datafält med personens tidszon',
  noField: 'Inget: samma tidszon för alla',
  save: 'Spara tysta timmar',
  saved: 'De tysta timmarna är sparade. Utskick som inte har börjat följer dem.',
  undone: 'De tysta timmarna är som de var förut.',
  narrowest: 'En utlösares timmar går före listans, och listans går före kontots.',
  now: 'Som det är nu',
  rule: (from, until, where) => `Inget från ${from} till ${until}, ${where}`,
  inField: (field, zone) => `efter ${field}, annars ${zone}`,
}
