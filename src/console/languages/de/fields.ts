import type { fields as English } from '../../shared/fields/texts.ts'

export const fields: typeof English = {
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
  nameHint: field => `Platzhalter in E-Mails verwenden den Namen oder ${field}.`,
  holds: 'Enthält',
  kinds: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl' },
  choices: 'Auswahl',
  choicesHint: 'Eine Möglichkeit je Zeile, in der Reihenfolge, in der sie angeboten werden.',
  filled: 'Ausgefüllt',
  have: (people, all) =>
    `${people} von ${all === '1' ? '1 Person hat einen Wert' : `${all} Personen haben einen Wert`}.`,
  notes: 'Hinweise',
  searched: 'wird durchsucht',
  search: 'Die Suche findet Personen damit',
  notActivated: 'außerhalb der Felder des Kontos',
  values: 'Werte',
  moreValues: count => `und ${count === '1' ? '1 anderer Wert' : `${count} andere Werte`}`,
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
  notUsed: 'Kein Filter, Newsletter, Auslöser und keine Vorlage liest es.',
  users: { filter: 'Filter', newsletter: 'Newsletter', template: 'Vorlage', trigger: 'Auslöser' },
  save: 'Feld speichern',
  saved: name => `Das Feld ${name} ist gespeichert.`,
  remove: 'Feld entfernen',
  removed: name => `Das Feld ${name} ist entfernt.`,
}
