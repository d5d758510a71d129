/** The strings of data fields, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'
import type { FieldKind } from './field-kind.ts'

export interface FieldTexts {
  title: string
  about(inUse: string, usable: string): string
  byNumber: string
  none: string
  noneHint: string
  newField: string
  name: string
  nameHint(field: string): string
  holds: string
  kinds: Record<FieldKind, string>
  choices: string
  choicesHint: string
  filled: string
  have(people: string, all: string): string
  notes: string
  searched: string
  search: string
  notActivated: string
  values: string
  moreValues(count: string): string
  misfits: Record<Exclude<FieldKind, 'text'>, (people: string, one: boolean) => string>
  among(values: readonly string[]): string
  takeAll: string
  usedIn: string
  notUsed: string
  users: Record<'filter' | 'newsletter' | 'template' | 'trigger', string>
  save: string
  saved(name: string): string
  remove: string
  removed(name: string): string
}

const en: FieldTexts = {
  title: 'Data fields',
  about: (inUse, usable) =>
    `What you know of people beside name, address and telephone. ${inUse} of ${usable} fields are in use.`,
  byNumber:
    'Programs may write a field by its number or by its name. A new name changes no number.',
  none: 'There is no data field yet',
  noneHint:
    'A field keeps something that you know of people: a town, a birthday, a customer number. An import can make fields, too.',
  newField: 'New field',
  name: 'Name',
  nameHint: field => `Tags in emails use the name, or ${field}.`,
  holds: 'Holds',
  kinds: { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice' },
  choices: 'Choices',
  choicesHint: 'One on each line, in the order in which they are offered.',
  filled: 'Filled in',
  have: (people, all) => `${people} of ${all} people have a value.`,
  notes: 'Notes',
  searched: 'searched',
  search: 'Search finds people by it',
  notActivated: 'beyond the account’s fields',
  values: 'Values',
  moreValues: count => `and ${count} other values`,
  misfits: {
    number: (people, one) =>
      `${people} ${one ? 'person has' : 'people have'} something that is no number`,
    date: (people, one) =>
      `${people} ${one ? 'person has' : 'people have'} something that is no date like 2026-11-29`,
    choice: (people, one) =>
      `${people} ${one ? 'person has' : 'people have'} something that is none of the choices`,
  },
  among: values => `Such as ${values.map(value => `“${value}”`).join(', ')}. It stays as it is.`,
  takeAll: 'Make them choices',
  usedIn: 'Used in',
  notUsed: 'No filter, newsletter, template or trigger reads it.',
  users: {
    ...{ filter: 'Filter', newsletter: 'Newsletter', template: 'Template', trigger: 'Trigger' },
  },
  save: 'Save field',
  saved: name => `The field ${name} is saved.`,
  remove: 'Remove field',
  removed: name => `The field ${name} was removed.`,
}

const sv: FieldTexts = {
  title: 'Datafält',
  about: (inUse, usable) =>
    `Det du vet om människor utöver namn, adress och telefon. ${inUse} av ${usable} fält används.`,
  byNumber:
    'Program kan skriva ett fält med dess nummer eller namn. Ett nytt namn ändrar inget nummer.',
  none: 'Det finns inget datafält än',
  noneHint:
    'Ett fält sparar något du vet om människor: en ort, en födelsedag, ett kundnummer. Fält kan också skapas under en import.',
  newField: 'Nytt fält',
  name: 'Namn',
  nameHint: field => `Taggar i mejl använder namnet, eller ${field}.`,
  holds: 'Innehåller',
  kinds: { text: 'Text', number: 'Tal', date: 'Datum', choice: 'Val' },
  choices: 'Val',
  choicesHint: 'Ett på varje rad, i den ordning de erbjuds.',
  filled: 'Ifyllt',
  have: (people, all) => `${people} av ${all} personer har ett värde.`,
  notes: 'Anmärkningar',
  searched: 'söks',
  search: 'Sökningen hittar människor med det',
  notActivated: 'utanför kontots fält',
  values: 'Värden',
  moreValues: count => `och ${count} andra värden`,
  misfits: {
    number: (people, one) =>
      `${people} ${one ? 'person' : 'personer'} har något som inte är ett tal`,
    date: (people, one) =>
      `${people} ${one ? 'person' : 'personer'} har något som inte är ett datum som 2026-11-29`,
    choice: (people, one) =>
      `${people} ${one ? 'person' : 'personer'} har något som inte är något av valen`,
  },
  among: values => `Till exempel ${values.map(value => `”${value}”`).join(', ')}. Det ändras inte.`,
  takeAll: 'Gör dem till val',
  usedIn: 'Används i',
  notUsed: 'Inget filter, nyhetsbrev, ingen mall och ingen trigger läser det.',
  users: { filter: 'Filter', newsletter: 'Nyhetsbrev', template: 'Mall', trigger: 'Trigger' },
  save: 'Spara fältet',
  saved: name => `Fältet ${name} är sparat.`,
  remove: 'Ta bort fältet',
  removed: name => `Fältet ${name} är borttaget.`,
}

const de: FieldTexts = {
  title: 'Datenfelder',
  about: (inUse, usable) =>
    `Was Sie über Menschen wissen, neben Name, Adresse und Telefon. ${inUse} von ${usable} Feldern sind in Gebrauch.`,
  byNumber:
    'Programme können ein Feld mit seiner Nummer oder seinem Namen schreiben. Ein neuer Name ändert keine Nummer.',
  none: 'Es gibt noch kein Datenfeld',
  noneHint:
    'Ein Feld hält fest, was Sie über Menschen wissen: einen Ort, einen Geburtstag, eine Kundennummer. Felder entstehen auch beim Import.',
  newField: 'Neues Feld',
  name: 'Name',
  nameHint: field => `Felder in E-Mails verwenden den Namen oder ${field}.`,
  holds: 'Enthält',
  kinds: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl' },
  choices: 'Auswahl',
  choicesHint: 'Eine Möglichkeit je Zeile, in der Reihenfolge, in der sie angeboten werden.',
  filled: 'Ausgefüllt',
  have: (people, all) => `${people} von ${all} Personen haben einen Wert.`,
  notes: 'Hinweise',
  searched: 'wird durchsucht',
  search: 'Die Suche findet Personen damit',
  notActivated: 'außerhalb der Felder des Kontos',
  values: 'Werte',
  moreValues: count => `und ${count} andere Werte`,
  misfits: {
    number: (people, one) =>
      `Bei ${people} ${one ? 'Person' : 'Personen'} steht etwas, das keine Zahl ist`,
    date: (people, one) =>
      `Bei ${people} ${one ? 'Person' : 'Personen'} steht etwas, das kein Datum wie 2026-11-29 ist`,
    choice: (people, one) =>
      `Bei ${people} ${one ? 'Person' : 'Personen'} steht etwas, das nicht zur Auswahl gehört`,
  },
  among: values =>
    `Zum Beispiel ${values.map(value => `„${value}“`).join(', ')}. Es bleibt, wie es ist.`,
  takeAll: 'In die Auswahl nehmen',
  usedIn: 'Verwendet in',
  notUsed: 'Kein Filter, Newsletter, Trigger und keine Vorlage liest es.',
  users: { filter: 'Filter', newsletter: 'Newsletter', template: 'Vorlage', trigger: 'Trigger' },
  save: 'Feld speichern',
  saved: name => `Das Feld ${name} ist gespeichert.`,
  remove: 'Feld entfernen',
  removed: name => `Das Feld ${name} ist entfernt.`,
}

export const fieldTexts: Record<ConsoleLanguage, FieldTexts> = { en, sv, de }
