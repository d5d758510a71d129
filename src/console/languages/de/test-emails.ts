import type { testEmails as English } from '../../shared/test-emails/texts.ts'

export const testEmails: typeof English = {
  to: 'Adressen',
  group: 'Testgruppe',
  noGroup: 'Keine',
  groupOf: (name, count) => `${name} (${count})`,
  makeGroup: 'Eine Testgruppe anlegen',
  editGroups: 'Testgruppen ändern',
  tooMany: (count, most) =>
    `Höchstens ${most === '1' ? '1 Adresse' : `${most} Adressen`}. Das hier sind ${count}.`,
  noAddress: text => `„${text}“ ist keine E-Mail-Adresse.`,
  testGroups: 'Testgruppen',
  newGroup: 'Neue Testgruppe',
  noGroups: 'Es gibt keine Testgruppe',
  noGroupsHint:
    'Eine Testgruppe ist ein Name für alle, die sich jeden Newsletter ansehen, bevor er hinausgeht.',
  name: 'Name',
  addresses: 'Adressen',
  addressesHint: 'Getippt oder eingefügt, mit Komma, Leerzeichen oder neuer Zeile dazwischen.',
  count: 'Personen',
  more: count => `und ${count} weitere`,
  actionsOf: name => `Aktionen für ${name}`,
  edit: 'Testgruppe ändern',
  save: 'Testgruppe speichern',
  remove: 'Testgruppe entfernen',
  removed: name => `Die Testgruppe ${name} ist entfernt.`,
  taken: name => `Es gibt schon eine Testgruppe „${name}“.`,
}
