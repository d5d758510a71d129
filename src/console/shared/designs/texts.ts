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
  addSource: string
  inactive: string
  removedOnes: string
  active: string
  putBack: string
  isBack(name: string): string
  words: string
  gone(blocks: number): string
  saveAs: string
  saveAsHint: string
  savedAs(name: string): string
  template: string
  unsaved: string
  leaveTitle: string
  leaveHint: string
  leave: string
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
  noneHint:
    'Newsletters begin with a template. Build one of blocks, or save a newsletter as a template.',
  noSaved: 'No saved blocks yet',
  noSavedHint: 'In a newsletter of blocks, the menu of a block saves it for others.',
  name: 'Name',
  description: 'Description',
  version: 'Version',
  changed: 'Changed',
  addSource: 'From HTML or MJML',
  inactive: 'removed',
  removedOnes: 'Removed',
  active: 'Offered for new newsletters',
  putBack: 'Put back',
  isBack: name => `${name} is back.`,
  words: 'Name and description',
  gone: blocks =>
    blocks === 1
      ? 'One block has lost its picture or content.'
      : `${blocks} blocks have lost their picture or content.`,
  saveAs: 'Save as template',
  saveAsHint: 'A copy: later changes of this newsletter do not reach it.',
  savedAs: name => `${name} is among your templates.`,
  template: 'Template',
  unsaved: 'Not saved yet',
  leaveTitle: 'Leave without saving?',
  leaveHint: 'What you changed in this template is not saved.',
  leave: 'Leave',
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
  noneHint: 'Nyhetsbrev börjar med en mall. Bygg en av block, eller spara ett nyhetsbrev som mall.',
  noSaved: 'Inga sparade block än',
  noSavedHint: 'I ett nyhetsbrev av block sparar blockets meny det för andra.',
  name: 'Namn',
  description: 'Beskrivning',
  version: 'Version',
  changed: 'Ändrad',
  addSource: 'Från HTML eller MJML',
  inactive: 'borttagen',
  removedOnes: 'Borttagna',
  active: 'Erbjuds för nya nyhetsbrev',
  putBack: 'Lägg tillbaka',
  isBack: name => `${name} finns igen.`,
  words: 'Namn och beskrivning',
  gone: blocks =>
    blocks === 1
      ? 'Ett block har förlorat sin bild eller sitt innehåll.'
      : `${blocks} block har förlorat sin bild eller sitt innehåll.`,
  saveAs: 'Spara som mall',
  saveAsHint: 'En kopia: senare ändringar i nyhetsbrevet når den inte.',
  savedAs: name => `${name} finns bland dina mallar.`,
  template: 'Mall',
  unsaved: 'Inte sparad än',
  leaveTitle: 'Lämna utan att spara?',
  leaveHint: 'Det du har ändrat i mallen är inte sparat.',
  leave: 'Lämna',
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
  noneHint:
    'Newsletter beginnen mit einer Vorlage. Bauen Sie eine aus Blöcken, oder speichern Sie einen ' +
    'Newsletter als Vorlage.',
  noSaved: 'Noch keine gespeicherten Blöcke',
  noSavedHint: 'In einem Newsletter aus Blöcken speichert das Menü eines Blocks ihn für andere.',
  name: 'Name',
  description: 'Beschreibung',
  version: 'Version',
  changed: 'Geändert',
  addSource: 'Aus HTML oder MJML',
  inactive: 'entfernt',
  removedOnes: 'Entfernt',
  active: 'Für neue Newsletter angeboten',
  putBack: 'Zurückholen',
  isBack: name => `${name} ist wieder da.`,
  words: 'Name und Beschreibung',
  gone: blocks =>
    blocks === 1
      ? 'Ein Block hat sein Bild oder seinen Inhalt verloren.'
      : `${blocks} Blöcke haben ihr Bild oder ihren Inhalt verloren.`,
  saveAs: 'Als Vorlage speichern',
  saveAsHint: 'Eine Kopie: Spätere Änderungen dieses Newsletters erreichen sie nicht.',
  savedAs: name => `${name} steht jetzt bei Ihren Vorlagen.`,
  template: 'Vorlage',
  unsaved: 'Noch nicht gespeichert',
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveHint: 'Was Sie an dieser Vorlage geändert haben, ist nicht gespeichert.',
  leave: 'Verlassen',
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
