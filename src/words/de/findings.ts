/** What checks of an email find, in German. */

import type { FindingWords } from '../finding-words.ts'
import { linkReason } from '../link-reasons.ts'
import { linkReasons } from './link-reasons.ts'

const SUBJECT = 'Schreiben Sie einen Betreff von 20 bis 45 Zeichen; das Wichtige zuerst.'
const SIZE =
  'Nehmen Sie Blöcke heraus, oder verlinken Sie den Rest: Bilder der Bibliothek zählen nicht.'
const PICTURES =
  'Beschreiben Sie jedes Bild in wenigen Worten, und nehmen Sie Adressen mit https://.'
const CHARACTERS =
  'Schreiben Sie es mit anderen Zeichen, oder geben Sie der Liste den Zeichensatz UTF-8.'
const LINKS = 'Schreiben Sie die ganze Adresse mit https://, oder nehmen Sie den Link heraus.'
const OPEN_LINK =
  'Öffnen Sie ihn in einem Browser; berichtigen Sie die Adresse, oder nehmen Sie ihn heraus.'
const TAGS =
  'Füllen Sie das Feld durch einen Import, oder nehmen Sie den Platzhalter heraus; ' +
  '{{ name | default: "du" }} hat ein Ersatzwort.'
const SENDER =
  'Wählen Sie einen Absender Ihrer eigenen Domain, und legen Sie deren Schlüssel an: unter ' +
  'Start, Erste Schritte.'
const TRANSLATE = 'Übersetzen Sie ihn, oder lassen Sie ihn: Er kommt dann in der nächsten Sprache.'
const TO_LINK = 'Geben Sie die Adresse an, zu der es führt, oder nehmen Sie es heraus.'
const ALT = 'Sagen Sie in wenigen Worten, was es zeigt; leer, wenn es nur schmückt.'

const ANSWERS: Record<string, string> = {
  gone: 'Die Seite gibt es nicht mehr',
  unsure: 'Die Antwort war nicht die erwartete',
  'no host': 'Der Server wird nicht gefunden',
  'no address': 'Das ist keine Adresse im Web',
}

const reasonOf = (of: (name: string) => string): string =>
  linkReason(linkReasons, of('cause'), of('said')) ?? ANSWERS[of('answer')] ?? ANSWERS.unsure!

export const findings: Required<FindingWords> = {
  'subject-empty': {
    says: () => 'Der Betreff ist für eine Person ohne Daten leer.',
    mend: SUBJECT,
  },
  'subject-long': {
    says: of =>
      `Der Betreff hat ${of('length')} Zeichen; Telefone zeigen etwa 40, die meisten Programme ` +
      `${of('most')}.`,
    mend: SUBJECT,
  },
  'subject-fine': { says: of => `Der Betreff hat ${of('length')} Zeichen.` },
  'size-clipped': {
    says: of =>
      `Die E-Mail hat ${of('kilobytes')} kB: Gmail schneidet bei 102 kB ab, das Ende fehlt dann.`,
    mend: SIZE,
  },
  'size-near': {
    says: of => `Die E-Mail hat ${of('kilobytes')} kB; Gmail schneidet bei 102 kB ab.`,
    mend: SIZE,
  },
  'size-fine': { says: of => `Die E-Mail hat ${of('kilobytes')} kB.` },
  'unsubscribe-own': { says: () => 'Der Newsletter hat einen Link zum Abmelden.' },
  'unsubscribe-added': {
    says: () => 'Ein Link zum Abmelden wird am Ende ergänzt, da der Newsletter keinen hat.',
  },
  'characters-utf8': {
    says: () => 'E-Mails dieser Liste sind in UTF-8 geschrieben, das alle Zeichen hat.',
  },
  'characters-fit': { says: of => `Alles passt in den Zeichensatz der Liste, ${of('charset')}.` },
  'characters-outside': {
    says: of =>
      `Nicht im Zeichensatz der Liste, ${of('charset')}, daher gehen die E-Mails in UTF-8: ` +
      `${of('characters')}.`,
    mend: CHARACTERS,
  },
  'link-bad': {
    says: of =>
      of('address') === ''
        ? 'Ein Link hat keine Adresse.'
        : `„${of('address')}“ geht in einer E-Mail nicht: Schreiben Sie https:// und die ganze ` +
          'Adresse.',
    mend: LINKS,
  },
  'tag-encoded': {
    says: of =>
      `„${of('tag')}“ ist kein Platzhalter: Ein Programm hat die Klammern kodiert, so bekommen es alle, ` +
      `wie es da steht. Schreiben Sie „${of('meant')}“.`,
    mend: TAGS,
  },
  'tag-without-values': {
    says: of =>
      of('people') === '0'
        ? `Niemand auf der Liste hat einen Wert für den Platzhalter „${of('tag')}“.`
        : `Keine von ${of('people')} Personen auf der Liste hat einen Wert für den Platzhalter „${of('tag')}“.`,
    mend: TAGS,
  },
  'sender-provider': {
    says: of =>
      `${of('domain')} lässt keinen anderen Server in seinem Namen senden: E-Mails von seinen ` +
      'Adressen werden abgewiesen oder landen im Spam. Nehmen Sie eine Adresse Ihrer eigenen ' +
      'Domain.',
    mend: SENDER,
  },
  'sender-signed': {
    says: of => `Die E-Mails sind für ${of('domain')} signiert, die Domain des Absenders.`,
  },
  'sender-unsigned': {
    says: of => `Die E-Mails sind nicht für ${of('domain')} signiert, außer das Relay tut es.`,
    mend: SENDER,
  },
  'sender-none': {
    says: () => 'Es gibt noch keinen Absender.',
    mend: 'Legen Sie eine Liste an, oder geben Sie einen Absender an.',
  },
  'pictures-none': { says: () => 'Es gibt keine Bilder.' },
  'pictures-described': { says: of => `Alle Bilder sind beschrieben: ${of('pictures')}.` },
  'pictures-silent': {
    says: of =>
      `${of('pictures')} von ${of('all')} Bildern ohne Alternativtext, der vorgelesen wird und ` +
      'bei abgeschalteten Bildern erscheint. Für Schmuckbilder bleibt er leer.',
    mend: PICTURES,
  },
  'pictures-http': {
    says: of =>
      `Bilder mit http://, die manche Programme nicht zeigen: ${of('pictures')}. Nehmen Sie https://.`,
    mend: PICTURES,
  },
  'pictures-data': {
    says: of =>
      `Bilder mit data:, die Gmail und Outlook nicht zeigen: ${of('pictures')}. Fügen Sie sie dem ` +
      'Newsletter oder der Bibliothek hinzu.',
    mend: PICTURES,
  },
  'picture-bad': {
    says: of =>
      `${of('address') === '' ? 'Ein Bild ohne Adresse' : `Das Bild „${of('address')}“`} sieht ` +
      'niemand: Schreiben Sie https:// und die ganze Adresse.',
    mend: PICTURES,
  },
  'link-unanswered': {
    says: of => `${of('address')}: ${reasonOf(of)}.`,
    mend: OPEN_LINK,
  },
  'links-untried': {
    says: of =>
      `Dieser Rechner findet keine Server im Netz: ${of('links')} Links wurden nicht geprüft.`,
    mend: OPEN_LINK,
  },
  'links-answer': { says: of => `Links, die antworten: ${of('links')}.` },
  'links-left': {
    says: of => `Weitere ${of('links')} Links wurden nicht geprüft.`,
    mend: OPEN_LINK,
  },
  'spam-capitals': {
    says: () => 'Der Betreff steht in Großbuchstaben.',
    mend: 'Schreiben Sie ihn in gewöhnlichen Buchstaben.',
  },
  'spam-marks': {
    says: () => 'Der Betreff hat mehrere Ausrufe- oder Fragezeichen.',
    mend: 'Höchstens eines genügt.',
  },
  'spam-shown': {
    says: of => `Ein Link zeigt ${of('shown')} und führt zu ${of('host')}, wie die von Betrügern.`,
    mend: 'Zeigen Sie Wörter, oder die Adresse, zu der er führt.',
  },
  'spam-shortener': {
    says: of => `Ein Link führt über ${of('host')}.`,
    mend: 'Geben Sie die Adresse selbst an: Klicks werden ohnehin gezählt.',
  },
  'spam-number': {
    says: of => `Ein Link führt zur Nummer ${of('host')}.`,
    mend: 'Nennen Sie den Server beim Namen.',
  },
  'spam-pictures': {
    says: () => 'Fast alles sind Bilder: Ohne Bilder lässt sich nichts lesen.',
    mend: 'Schreiben Sie die wichtigsten Sätze als Text.',
  },
  'spam-none': { says: () => 'Nichts darin sieht nach Spam aus.' },
  'subject-none': { says: () => 'Es gibt keinen Betreff.', mend: SUBJECT },
  'languages-no-field': {
    says: () =>
      'Kein Datenfeld ist für die Sprache einer Person gewählt: Alle erhalten die Grundsprache.',
    mend: 'Wählen Sie das Datenfeld mit der Sprache, unter Einstellungen der Leser.',
  },
  'untranslated-subject': {
    says: of => `Der Betreff ist nicht übersetzt (${of('language')}).`,
    mend: TRANSLATE,
  },
  'untranslated-preheader': {
    says: of => `Der Vorschautext ist nicht übersetzt (${of('language')}).`,
    mend: TRANSLATE,
  },
  untranslated: {
    says: of => `Ein Block ist nicht oder nicht ganz übersetzt (${of('language')}).`,
    mend: TRANSLATE,
  },
  'untranslated-more': {
    says: of => `${of('left')} weitere Blöcke sind nicht übersetzt (${of('language')}).`,
    mend: TRANSLATE,
  },
  'translation-old': {
    says: of => `Der Grundtext wurde geändert, seit dies übersetzt wurde (${of('language')}).`,
    mend: 'Vergleichen Sie mit dem Grundtext: Ändern Sie es, oder sagen Sie, dass es noch stimmt.',
  },
  'blocks-none': {
    says: () => 'Es gibt keine Blöcke.',
    mend: 'Fügen Sie einen Text oder ein Bild hinzu.',
  },
  'block-empty': {
    says: () => 'Ein Block ist leer.',
    mend: 'Schreiben Sie etwas, oder entfernen Sie ihn.',
  },
  'button-unlinked': {
    says: of => `Der Knopf „${of('text')}“ hat keinen Link.`,
    mend: TO_LINK,
  },
  'video-unlinked': { says: () => 'Das Video hat keinen Link.', mend: TO_LINK },
  'entry-unlinked': { says: of => `„${of('text')}“ hat keinen Link.`, mend: TO_LINK },
  'feed-unsent': {
    says: () =>
      'Es zeigt Beiträge eines Feeds, und kein Auslöser mit einem Feed sendet es: Nichts würde gezeigt.',
    mend: 'Lassen Sie einen Auslöser es senden, der mit einem Feed beginnt.',
  },
  'picture-none': {
    says: () => 'Es ist kein Bild gewählt.',
    mend: 'Wählen Sie eines, oder nehmen Sie den Block heraus.',
  },
  'picture-undescribed': { says: () => 'Ein Bild hat keinen Alternativtext.', mend: ALT },
  'linked-picture-undescribed': {
    says: () =>
      'Ein Bild hat keinen Alternativtext. Es ist ein Link, dem niemand folgen kann, der es ' +
      'nicht sieht.',
    mend: ALT,
  },
  'access-fine': { says: () => 'Sprache, Überschriften und Links erreichen alle.' },
  'access-language': {
    says: () =>
      'Die E-Mail nennt ihre Sprache nicht: Vorleseprogramme lesen sie vielleicht in einer anderen.',
    mend: 'Schreiben Sie <html lang="de">, mit der Sprache der E-Mail.',
  },
  'access-title': {
    says: () =>
      'Die E-Mail hat keinen Titel: Im Browser, und wenn sie vorgelesen wird, fehlt ihr Name.',
    mend: 'Schreiben Sie <title> in den Kopf, in MJML <mj-title>, und worum es geht.',
  },
  'access-table': {
    says: () =>
      'Eine Tabelle ohne Überschriften wird Zelle für Zelle vorgelesen, als hätte sie Daten.',
    mend: 'Schreiben Sie role="presentation", wenn sie nur anordnet, <th>, wenn sie Daten hat.',
  },
  'heading-none': {
    says: () => 'Es gibt keine Überschrift der ersten Ebene, die sagt, worum es geht.',
    mend: 'Geben Sie der ersten Überschrift die Ebene 1.',
  },
  'heading-several': {
    says: () => 'Es gibt mehrere Überschriften der ersten Ebene.',
    mend: 'Behalten Sie eine; die anderen haben Ebene 2.',
  },
  'heading-skipped': {
    says: of =>
      `Eine Überschrift der Ebene ${of('level')} folgt auf eine der Ebene ${of('above')}.`,
    mend: 'Überspringen Sie keine Ebene.',
  },
  'link-wordless': {
    says: () => 'Ein Link hat keine Wörter: Wer zuhört, weiß nicht, wohin er führt.',
    mend: 'Schreiben Sie, wohin er führt, oder beschreiben Sie sein Bild.',
  },
  'link-vague': {
    says: of => `Ein Link sagt nur „${of('text')}“.`,
    mend: 'Schreiben Sie, wohin er führt: Viele lesen nur die Links.',
  },
  contrast: {
    says: of =>
      `Der Kontrast eines Textes, ${of('ink')} auf ${of('ground')}, ist ${of('ratio')} : 1; ${of('least')} : 1 ` +
      'können alle lesen.',
    mend: 'Wählen Sie eine dunklere oder hellere Farbe, oder die der Marke.',
  },
}
