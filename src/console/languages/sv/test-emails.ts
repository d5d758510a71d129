import type { testEmails as English } from '../../shared/test-emails/texts.ts'

export const testEmails: typeof English = {
  to: 'Adresser',
  group: 'Testgrupp',
  noGroup: 'Ingen',
  groupOf: (name, count) => `${name} (${count})`,
  makeGroup: 'Skapa en testgrupp',
  editGroups: 'Ändra testgrupper',
  tooMany: (count, most) =>
    `Högst ${most === '1' ? '1 adress' : `${most} adresser`}. Det här är ${count}.`,
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
