import type { quietHours as English } from '../../features/quiet-hours/texts.ts'

export const quietHours: typeof English = {
  title: 'Ruhezeiten',
  about:
    'Eine E-Mail, die in der Ruhezeit fällig wird, wartet auf deren Ende, nach der Uhr jeder Person. Das gilt für Sendungen und Auslöser; Transaktionsmails und Tests gehen sofort hinaus.',
  of: 'Für',
  account: 'Das ganze Konto',
  when: 'Wann nichts gesendet wird',
  asAccount: 'Wie im ganzen Konto',
  anyHour: 'Nie: E-Mails dürfen zu jeder Stunde kommen',
  hours: 'Zu diesen Stunden',
  from: 'Von',
  until: 'Bis',
  zone: 'Zone von Personen, deren eigene nicht bekannt ist',
  zoneField: 'Datenfeld mit der Zone einer Person',
  noField: 'Keines: dieselbe Zone für alle',
  save: 'Ruhezeiten speichern',
  saved:
    'Die Ruhezeiten sind gespeichert. Sendungen, die nicht begonnen haben, richten sich danach.',
  undone: 'Die Ruhezeiten sind wie vorher.',
  narrowest:
    'Die Stunden eines Auslösers gehen denen seiner Liste vor, die einer Liste denen des Kontos.',
  now: 'So ist es jetzt',
  rule: (from, until, where) => `Nichts von ${from} bis ${until}, ${where}`,
  inField: (field, zone) => `nach ${field}, sonst ${zone}`,
}
