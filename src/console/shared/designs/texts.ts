/** The strings of templates and saved blocks, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

interface TemplatesTexts {
  title: string
  views: string
  templates: string
  saved: string
  add: string
  none: string
  noneHint: string
  noSaved: string
  noSavedHint: string
  name: string
  description: string
  version: string
  changed: string
  inactive: string
  active: string
  blocks: string
  rename: string
  remove: string
  removed(name: string): string
  usedBy: string
  notUsed: string
  actionsOf(name: string): string
  newTitle: string
  kind: string
  source: string
  save: string
  savedTemplate: string
  slots: string
  noSlots: string
  versions: string
  pictureOf(name: string): string
  versionOf(version: number, time: string): string
  restore(version: number): string
  atLine(line: number, column: number): string
}

const en: TemplatesTexts = {
  title: 'Templates',
  views: 'What to show',
  templates: 'Templates',
  saved: 'Saved blocks',
  add: 'New template',
  none: 'No templates yet',
  noneHint: 'A template is a design in HTML or MJML, whose slots newsletters fill.',
  noSaved: 'No saved blocks yet',
  noSavedHint: 'In a newsletter of blocks, the menu of a block saves it for others.',
  name: 'Name',
  description: 'Description',
  version: 'Version',
  changed: 'Changed',
  inactive: 'not offered',
  active: 'Offered for new newsletters',
  blocks: 'Blocks',
  rename: 'Save name',
  remove: 'Remove',
  removed: name => `${name} was removed.`,
  usedBy: 'Where it is used',
  notUsed: 'Nowhere yet.',
  actionsOf: name => `Actions of ${name}`,
  newTitle: 'New template',
  kind: 'Written in',
  source: 'Source of the template',
  save: 'Save template',
  savedTemplate: 'The template is saved.',
  slots: 'Slots',
  noSlots: 'None: mark elements with data-slot="name".',
  versions: 'Versions',
  pictureOf: name => `Picture of ${name}`,
  versionOf: (version, time) => `Version ${version}, ${time}`,
  restore: version => `Take version ${version} again`,
  atLine: (line, column) => `Line ${line}, column ${column}`,
}

const sv: TemplatesTexts = {
  title: 'Mallar',
  views: 'Vad som visas',
  templates: 'Mallar',
  saved: 'Sparade block',
  add: 'Ny mall',
  none: 'Inga mallar än',
  noneHint: 'En mall är en design i HTML eller MJML, vars platser nyhetsbrev fyller.',
  noSaved: 'Inga sparade block än',
  noSavedHint: 'I ett nyhetsbrev av block sparar blockets meny det för andra.',
  name: 'Namn',
  description: 'Beskrivning',
  version: 'Version',
  changed: 'Ändrad',
  inactive: 'erbjuds inte',
  active: 'Erbjuds för nya nyhetsbrev',
  blocks: 'Block',
  rename: 'Spara namn',
  remove: 'Ta bort',
  removed: name => `${name} har tagits bort.`,
  usedBy: 'Var det används',
  notUsed: 'Ingenstans än.',
  actionsOf: name => `Åtgärder för ${name}`,
  newTitle: 'Ny mall',
  kind: 'Skriven i',
  source: 'Mallens källa',
  save: 'Spara mall',
  savedTemplate: 'Mallen är sparad.',
  slots: 'Platser',
  noSlots: 'Inga: märk element med data-slot="namn".',
  versions: 'Versioner',
  pictureOf: name => `Bild av ${name}`,
  versionOf: (version, time) => `Version ${version}, ${time}`,
  restore: version => `Ta tillbaka version ${version}`,
  atLine: (line, column) => `Rad ${line}, kolumn ${column}`,
}

const de: TemplatesTexts = {
  title: 'Vorlagen',
  views: 'Was gezeigt wird',
  templates: 'Vorlagen',
  saved: 'Gespeicherte Blöcke',
  add: 'Neue Vorlage',
  none: 'Noch keine Vorlagen',
  noneHint: 'Eine Vorlage ist eine Gestaltung in HTML oder MJML, deren Felder Newsletter füllen.',
  noSaved: 'Noch keine gespeicherten Blöcke',
  noSavedHint: 'In einem Newsletter aus Blöcken speichert das Menü eines Blocks ihn für andere.',
  name: 'Name',
  description: 'Beschreibung',
  version: 'Version',
  changed: 'Geändert',
  inactive: 'nicht angeboten',
  active: 'Für neue Newsletter angeboten',
  blocks: 'Blöcke',
  rename: 'Namen speichern',
  remove: 'Entfernen',
  removed: name => `${name} wurde entfernt.`,
  usedBy: 'Wo er verwendet wird',
  notUsed: 'Noch nirgends.',
  actionsOf: name => `Aktionen für ${name}`,
  newTitle: 'Neue Vorlage',
  kind: 'Geschrieben in',
  source: 'Quelltext der Vorlage',
  save: 'Vorlage speichern',
  savedTemplate: 'Die Vorlage ist gespeichert.',
  slots: 'Felder',
  noSlots: 'Keine: Elemente mit data-slot="name" kennzeichnen.',
  versions: 'Versionen',
  pictureOf: name => `Bild von ${name}`,
  versionOf: (version, time) => `Version ${version}, ${time}`,
  restore: version => `Version ${version} zurückholen`,
  atLine: (line, column) => `Zeile ${line}, Spalte ${column}`,
}

export const templatesTexts: Record<ConsoleLanguage, TemplatesTexts> = { en, sv, de }
