/** What is wrong with tags, slots and sources of emails, in German. */
import type { DetailWords } from '../detail-words.ts'

const PARTS: Record<string, string> = {
  subject: 'Betreff',
  preheader: 'Vorschautext',
  html: 'HTML',
  text: 'Text',
  mjml: 'MJML',
}

export const detailsOfTemplates = {
  'template-at': value => {
    const [part = '', slot] = value('part').split(' ')
    const where = [
      part === 'slot' ? `Platz ${slot}` : (PARTS[part] ?? ''),
      `Zeile ${value('line')}`,
      `Spalte ${value('column')}`,
    ]
    return `${where.filter(one => one !== '').join(', ')}: ${value('says')}`
  },
  'template-name': value =>
    `Den Platzhalter „${value('name')}“ gibt es nicht.` +
    `${value('meant') === '' ? '' : ` Meinten Sie ${value('meant')}?`} Es gibt: ${value('known')}.`,
  'variant-template': value => `In einer Variante: ${value('says')}`,
  'template-statement': () =>
    'Hier geht nur {{ }} und nicht {% %}. Damit es gedruckt wird, schreiben Sie {{ "{%" }}.',
  'template-quote': () => 'Ein Anführungszeichen wird geöffnet und nicht geschlossen.',
  'template-bracket-quote': () =>
    'Ein Name in eckigen Klammern steht in Anführungszeichen: {{ ["Vorname"] }}.',
  'template-bracket': () => 'Die Klammer ist nicht geschlossen.',
  'template-reserved': value => `„${value('name')}“ kann hier nicht stehen.`,
  'template-nameless': () => 'Einem Platzhalter fehlt der Name.',
  'template-property': () => 'Werte haben keine Eigenschaften: Hier geht nur der Name selbst.',
  'template-unclosed': () =>
    '{{ wird geöffnet und nicht geschlossen. Damit es gedruckt wird, schreiben Sie {{ "{{" ' +
    '}}.',
  'template-default': () => 'Zu default gehört ein Ersatzwort: {{ name | default: "Freund" }}.',
  'template-filter-here': value =>
    `Den Filter „${value('filter')}“ gibt es hier nicht, sondern default und url_encode.`,
  'template-ends': () => 'Der Platzhalter ist nicht geschlossen.',
  'template-typographic': () =>
    'Typografische Anführungszeichen gelten nicht: Nehmen Sie " oder \'.',
  'template-entity': () =>
    'Aus dem Anführungszeichen wurde eine HTML-Entität: Nehmen Sie " oder \' selbst.',
  'template-character': value => `Hier steht „${value('character')}“ unerwartet.`,
  'template-data': () => 'Nennen Sie einen Wert der Daten: {{ data.total }}.',
  'template-event': () => 'Nennen Sie einen Wert des Ereignisses: {{ event.total }}.',
  'template-literal': () => 'Hier muss ein Name ausgeschrieben sein.',
  'template-single': value => `„${value('name')}“ ist ein einzelner Wert ohne Eigenschaften.`,
  'template-nested': () => 'Es ist zu tief verschachtelt.',
  'template-limit': value => `Es ist mehr, als in einer E-Mail erlaubt ist (${value('says')}).`,
  'template-filter': value => `Den Filter „${value('filter')}“ gibt es nicht.`,
  'template-tag': value => `Den Befehl „${value('tag')}“ gibt es hier nicht.`,
  'template-open': value => `${value('tag')} ist nicht geschlossen.`,
  'template-wrong': value => `So geht der Quelltext nicht: ${value('says')}`,
  'slot-nested': value => `Ein Platz kann nicht in einem anderen liegen: ${value('slot')}.`,
  'slot-name': () => 'Der Name eines Platzes hat höchstens 50 Buchstaben, Ziffern, - und _.',
  'slot-void': value => `${value('name')} kann keinen Inhalt haben, also auch kein Platz sein.`,
  'slot-picture': () => 'Der Platz für ein Bild braucht src="" mit dem Bild, das sonst da ist.',
  'slot-end': () => 'Ein Platz braucht ein Ende: Öffnen und schließen Sie das Element.',
  'slot-unclosed': value => `Der Platz ${value('slot')} wird geöffnet und nicht geschlossen.`,
  'template-too-large': () =>
    'Es ist zu groß oder zu tief verschachtelt, um verarbeitet zu werden.',
  'template-between': () =>
    'Liquid zwischen den Attributen eines Elements geht nicht: Setzen Sie es in einen Wert, ' +
    'class="{% if x %}a{% endif %}".',
  'template-lost': () => 'An dieser Stelle ist nichts erlaubt: Es ginge verloren.',
  'template-moved': () =>
    'An dieser Stelle einer Tabelle ist das nicht erlaubt: Es würde verschoben.',
  'template-deep': (_, number) =>
    `Elemente sind mehr als ${number('most')}-fach verschachtelt oder nicht geschlossen.`,
  'mjml-long': (_, number) => `MJML hat höchstens ${number('most')} Zeichen.`,
  'mjml-include': () =>
    'mj-include geht nicht, denn ein Newsletter hat keine anderen Dateien: Setzen Sie den ' +
    'Inhalt selbst ein.',
  'mjml-closed': value => `${value('name')} wird hier geschlossen und war nicht geöffnet.`,
  'mjml-open': value => `${value('name')} wird geöffnet und nicht geschlossen.`,
  'mjml-begin': () => 'MJML beginnt mit <mjml>.',
  'styles-large': value =>
    `In HTML von mehr als ${value('most')} MB können die Stile nicht eingesetzt werden.`,
  'data-filter-ids': value =>
    `In ${value('attribute')} stehen Nummern von Filtern, etwa ${value('attribute')}="5".`,
  'data-filter-comment': value =>
    `${value('attribute')} kann nicht in einem Kommentar stehen, denn manche ` +
    'E-Mail-Programme lesen ihn: Setzen Sie es um den Kommentar herum.',
  'data-filter-open': value =>
    `Das Element ${value('name')} mit ${value('attribute')} ist nicht geschlossen.`,
  'picture-beside': value =>
    `Neben dem Newsletter liegt kein Bild „${value('path')}“. Legen Sie Bilder in seinen ` +
    'Ordner, oder verlinken Sie sie mit https://.',
  'picture-type': value =>
    `„${value('path')}“ ist kein PNG, JPEG oder GIF, wie es alle E-Mail-Programme zeigen.`,
  'template-long': value => `Es werden mehr als ${value('millions')} Millionen Zeichen.`,
  'template-slow': value => `Es braucht mehr als ${value('millis')} ms Rechenzeit je E-Mail.`,
} satisfies DetailWords
