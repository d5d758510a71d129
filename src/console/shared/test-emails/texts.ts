/** The strings of test emails and test groups, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export interface TestEmailTexts {
  to: string
  group: string
  noGroup: string
  groupOf(name: string, count: string): string
  makeGroup: string
  editGroups: string
  tooMany(count: string, most: string): string
  noAddress(text: string): string
  testGroups: string
  newGroup: string
  noGroups: string
  noGroupsHint: string
  name: string
  addresses: string
  addressesHint: string
  count: string
  more(count: string): string
  actionsOf(name: string): string
  edit: string
  save: string
  remove: string
  removed(name: string): string
  taken(name: string): string
}

const en: TestEmailTexts = {
  to: 'Addresses',
  group: 'Test group',
  noGroup: 'None',
  groupOf: (name, count) => `${name} (${count})`,
  makeGroup: 'Make a test group',
  editGroups: 'Change test groups',
  tooMany: (count, most) => `At most ${most} addresses. These are ${count}.`,
  noAddress: text => `“${text}” is not an e-mail address.`,
  testGroups: 'Test groups',
  newGroup: 'New test group',
  noGroups: 'There is no test group',
  noGroupsHint:
    'A test group is a name for the people who look at each newsletter before it goes out.',
  name: 'Name',
  addresses: 'Addresses',
  addressesHint: 'Typed or pasted, with a comma, a space or a new line between them.',
  count: 'People',
  more: count => `and ${count} more`,
  actionsOf: name => `Actions of ${name}`,
  edit: 'Change test group',
  save: 'Save test group',
  remove: 'Remove test group',
  removed: name => `The test group ${name} was removed.`,
  taken: name => `There is a test group “${name}” already.`,
}

const sv: TestEmailTexts = {
  to: 'Adresser',
  group: 'Testgrupp',
  noGroup: 'Ingen',
  groupOf: (name, count) => `${name} (${count})`,
  makeGroup: 'Skapa en testgrupp',
  editGroups: 'Ändra testgrupper',
  tooMany: (count, most) => `Högst ${most} adresser. Det här är ${count}.`,
  noAddress: text => `”${text}” är ingen e-postadress.`,
  testGroups: 'Testgrupper',
  newGroup: 'Ny testgrupp',
  noGroups: 'Det finns ingen testgrupp',
  noGroupsHint: 'En testgrupp är ett namn för dem som tittar på varje nyhetsbrev innan det går ut.',
  name: 'Namn',
  addresses: 'Adresser',
  addressesHint: 'Skrivna eller inklistrade, med komma, mellanslag eller ny rad emellan.',
  count: 'Personer',
  more: count => `och ${count} till`,
  actionsOf: name => `Åtgärder för ${name}`,
  edit: 'Ändra testgruppen',
  save: 'Spara testgruppen',
  remove: 'Ta bort testgruppen',
  removed: name => `Testgruppen ${name} är borttagen.`,
  taken: name => `Det finns redan en testgrupp ”${name}”.`,
}

const de: TestEmailTexts = {
  to: 'Adressen',
  group: 'Testgruppe',
  noGroup: 'Keine',
  groupOf: (name, count) => `${name} (${count})`,
  makeGroup: 'Eine Testgruppe anlegen',
  editGroups: 'Testgruppen ändern',
  tooMany: (count, most) => `Höchstens ${most} Adressen. Das hier sind ${count}.`,
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

export const testEmailTexts: Record<ConsoleLanguage, TestEmailTexts> = { en, sv, de }
