/** The strings of the library of pictures, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

interface MediaTexts {
  title: string
  pick: string
  upload: string
  drop: string
  uploading(name: string): string
  search: string
  none: string
  noneHint: string
  more: string
  alt: string
  altHint: string
  name: string
  save: string
  saved: string
  remove: string
  removed: string
  usedBy: string
  notUsed: string
  kinds: Record<string, string>
  take: string
  facts(width: number, height: number, kilobytes: number): string
  show(name: string): string
}

const en: MediaTexts = {
  title: 'Media',
  pick: 'Choose a picture',
  upload: 'Upload picture',
  drop: 'PNG, JPEG, GIF or WebP: choose a file, or drop it here. It is written anew, at most 1400 pixels wide.',
  uploading: name => `Uploading ${name}`,
  search: 'Search name and description',
  none: 'No pictures yet',
  noneHint: 'Pictures of newsletters are kept and served here, for years.',
  more: 'Show more pictures',
  alt: 'What it shows',
  altHint: 'Read aloud, and shown where pictures are off. Empty: it only decorates.',
  name: 'Name',
  save: 'Save description',
  saved: 'The description is saved.',
  remove: 'Remove picture',
  removed: 'The picture was removed.',
  usedBy: 'Where it is used',
  notUsed: 'Nowhere yet.',
  kinds: {
    newsletter: 'Newsletter',
    'earlier version': 'Earlier version of newsletter',
    'working copy': 'Working copy of newsletter',
    template: 'Template',
    'saved block': 'Saved block',
    brand: 'Brand',
    sending: 'Sending',
    'trigger message': 'Email of a trigger',
  },
  take: 'Take this picture',
  facts: (width, height, kilobytes) => `${width} × ${height}, ${kilobytes} kB`,
  show: name => `Show ${name}`,
}

const sv: MediaTexts = {
  title: 'Media',
  pick: 'Välj en bild',
  upload: 'Ladda upp bild',
  drop: 'PNG, JPEG, GIF eller WebP: välj en fil eller släpp den här. Den skrivs om, högst 1400 bildpunkter bred.',
  uploading: name => `Laddar upp ${name}`,
  search: 'Sök namn och beskrivning',
  none: 'Inga bilder än',
  noneHint: 'Nyhetsbrevens bilder sparas och visas härifrån, i åratal.',
  more: 'Visa fler bilder',
  alt: 'Vad den visar',
  altHint: 'Läses upp, och visas där bilder är avstängda. Tomt: den är bara dekor.',
  name: 'Namn',
  save: 'Spara beskrivning',
  saved: 'Beskrivningen är sparad.',
  remove: 'Ta bort bild',
  removed: 'Bilden har tagits bort.',
  usedBy: 'Var den används',
  notUsed: 'Ingenstans än.',
  kinds: {
    newsletter: 'Nyhetsbrev',
    'earlier version': 'Tidigare version av nyhetsbrev',
    'working copy': 'Arbetskopia av nyhetsbrev',
    template: 'Mall',
    'saved block': 'Sparat block',
    brand: 'Varumärke',
    sending: 'Utskick',
    'trigger message': 'E-post från en utlösare',
  },
  take: 'Ta den här bilden',
  facts: (width, height, kilobytes) => `${width} × ${height}, ${kilobytes} kB`,
  show: name => `Visa ${name}`,
}

const de: MediaTexts = {
  title: 'Medien',
  pick: 'Bild wählen',
  upload: 'Bild hochladen',
  drop: 'PNG, JPEG, GIF oder WebP: Datei wählen oder hier ablegen. Es wird neu geschrieben, höchstens 1400 Pixel breit.',
  uploading: name => `${name} wird hochgeladen`,
  search: 'Suche in Name und Beschreibung',
  none: 'Noch keine Bilder',
  noneHint: 'Bilder von Newslettern werden hier aufgehoben und jahrelang ausgeliefert.',
  more: 'Mehr Bilder zeigen',
  alt: 'Was es zeigt',
  altHint: 'Wird vorgelesen und gezeigt, wo Bilder aus sind. Leer: nur Verzierung.',
  name: 'Name',
  save: 'Beschreibung speichern',
  saved: 'Die Beschreibung ist gespeichert.',
  remove: 'Bild entfernen',
  removed: 'Das Bild wurde entfernt.',
  usedBy: 'Wo es verwendet wird',
  notUsed: 'Noch nirgends.',
  kinds: {
    newsletter: 'Newsletter',
    'earlier version': 'Frühere Fassung von Newsletter',
    'working copy': 'Arbeitskopie von Newsletter',
    template: 'Vorlage',
    'saved block': 'Gespeicherter Baustein',
    brand: 'Marke',
    sending: 'Sendung',
    'trigger message': 'E-Mail eines Auslösers',
  },
  take: 'Dieses Bild nehmen',
  facts: (width, height, kilobytes) => `${width} × ${height}, ${kilobytes} kB`,
  show: name => `${name} zeigen`,
}

export const mediaTexts: Record<ConsoleLanguage, MediaTexts> = { en, sv, de }
