/** Refusals about people and content, in German. */
import type { DetailWords } from '../detail-words.ts'

export const details = {
  'search-fields-many': value => `Nach höchstens ${value('most')} Feldern kann gesucht werden.`,
  'person-unnamed': () => 'Geben Sie die Nummer oder die Adresse eines Abonnenten an.',
  'unsubscribed-kept': () =>
    'Die Person hat sich abgemeldet, und das Konto darf das nicht aufheben.',
  'erase-disputed': () =>
    'Die Person wird gerade gesperrt und freigegeben. Versuchen Sie es noch einmal.',
  'erase-busy': () =>
    'Ein anderer Vorgang schreibt seit zu langer Zeit. Es wurde nichts gelöscht: ' +
    'Versuchen Sie es später noch einmal.',
  'address-missing': () => 'Geben Sie die Adresse an.',
  'changes-forgotten': value =>
    `Änderungen werden ${value('days')} Tage lang mitgeteilt. Lesen Sie alles neu, ohne Cursor, ` +
    'und löschen Sie, was nicht kommt.',
  'changes-twice': () => 'Geben Sie einen Zeitpunkt oder einen Cursor an, nicht beides.',
  'changes-of-others': () => 'Der Cursor gehört zu anderen Änderungen.',
  'address-wrong': () => 'Das ist keine gültige E-Mail-Adresse.',
  'opt-out-kept': () =>
    'Die Person hat sich von allem abgemeldet, und das Konto darf das nicht aufheben.',
  'measuring-declined': () =>
    'Die Person hat abgelehnt. Um sie zu messen, geben Sie an, mit welchen Worten sie ' +
    'seither zugestimmt hat und wann.',
  'opted-out-address': () =>
    'Die Adresse einer Person, die sich von allem abgemeldet hat, bleibt, wie sie ist.',
  'opted-out-target': () => 'An die neue Adresse wird nichts gesendet: Sie ist gesperrt.',
  'address-of-other': value => `Diese Adresse hat schon Abonnent ${value('id')}.`,
  'page-ways': () =>
    'Eine Seite wird nach einem Platz, vor einem Platz oder nach einer Anzahl gelesen.',
  'page-search': () => 'Eine Suche oder ein Filter wird von oben gelesen, Seite für Seite.',
  'page-sorted': () => 'Sortierte Abonnenten werden von oben gelesen, Seite für Seite.',
  'page-cursor': () => 'Die Liste ist inzwischen anders sortiert. Laden Sie die Seite neu.',
  'view-nameless': () => 'Eine Ansicht braucht einen Namen.',
  'views-many': value => `Eine Person kann höchstens ${value('most')} Ansichten speichern.`,
  'view-gone': () => 'Es gibt keine Ansicht mit diesem Namen.',
  'field-nameless': () => 'Ein Feld braucht einen Namen.',
  'fields-used': value => `Alle ${value('fields')} Felder sind in Gebrauch.`,
  'field-filled': () => 'In diesem Feld haben Personen Werte: Leeren Sie es zuerst bei ihnen.',
  'field-imported': () => 'Ein Import, der noch läuft, schreibt in dieses Feld.',
  'choices-of-texts': () => 'Nur ein Feld mit Texten hat eine Auswahl.',
  'field-number': value => `${value('name')} ist die Nummer eines anderen Feldes.`,
  'field-marks': () =>
    'Der Name eines Feldes darf weder Semikolon noch senkrechten Strich enthalten.',
  'field-twin': value => `DD${value('field')} heißt schon so.`,
  'choices-many': value => `Ein Feld hat höchstens ${value('most')} Auswahlwerte.`,
  'field-unknown': () => 'Ein Datenfeld heißt DD1 bis DD100.',
  'nobody-selected': () => 'Es ist niemand ausgewählt.',
  'selected-many': value =>
    `Einzeln oder durch eine Suche können höchstens ${value('most')} Abonnenten gewählt ` +
    'werden: Nehmen Sie einen Filter.',
  'search-short': () => 'Die Suche hat kein Wort mit drei Buchstaben.',
  'job-ended': () => 'Die Änderung ist schon beendet.',
  'job-opt-outs': () => 'Sperrungen werden einzeln aufgehoben.',
  'job-undone': () => 'Die Änderung wurde schon rückgängig gemacht.',
  'job-old': () => 'Die Änderung ist zu alt, um sie rückgängig zu machen.',
  'job-running': () => 'Die Änderung läuft noch. Brechen Sie sie zuerst ab.',
  'selection-missing': () => 'Wählen Sie zuerst aus, wer gemeint ist.',
  'selection-double': () => 'Wählen Sie auf nur eine Weise aus, wer gemeint ist.',
  'consent-unproven': () => 'Geben Sie Quelle und Zeit der neuen Zustimmung an.',
  'recipients-missing': () => 'Eine E-Mail braucht einen Empfänger: to.',
  'recipients-many': value =>
    `Eine E-Mail geht an höchstens ${value('most')} Empfänger: to, cc und bcc zusammen.`,
  'email-empty': () =>
    'Eine E-Mail braucht HTML, MJML oder Text, oder ein Projekt, das einen Newsletter hat.',
  'email-html-twice': () => 'Eine E-Mail hat HTML oder MJML, nicht beides.',
  'email-subject': () =>
    'Eine E-Mail braucht einen Betreff. Der eines Newsletters gilt nur zusammen mit ihm.',
  'templates-slow': () =>
    'Die Vorlagen dieses Aufrufs dauern zusammen zu lange: Senden Sie weniger E-Mails auf einmal.',
  'email-repeated': value => `Zeile ${value('row')} ist dieselbe E-Mail.`,
  'mailbox-address': value => `${value('field')} ist keine Adresse, an die gesendet werden kann.`,
  'text-lines': () => 'Ein Text hat einen Zeilenumbruch: Erlaubt ist nur eine Zeile.',
  'headers-many': value => `Eine E-Mail hat höchstens ${value('most')} Kopfzeilen.`,
  'header-not-allowed': () =>
    'Angegeben werden können die Kopfzeilen In-Reply-To, References und solche, die mit X- beginnen.',
  'header-twice': value => `Die Kopfzeile ${value('name')} ist doppelt angegeben.`,
  'header-ids': value => `${value('name')} enthält Nachrichten-IDs wie <1@example.com>.`,
  'attachments-many': value => `Eine E-Mail hat höchstens ${value('most')} Dateien.`,
  'attachments-large': value =>
    `Die Dateien einer E-Mail haben zusammen höchstens ${value('most')} MB.`,
  'attachment-name': value =>
    `${value('field')} ist kein Dateiname: höchstens 200 Zeichen, ohne Schrägstriche, Doppelpunkte, Zeilenenden und unsichtbare Zeichen.`,
  'attachment-program': value =>
    `${value('field')} ist ein Programm, oder von einer Art, die Postfachanbieter ablehnen.`,
  'attachment-type': value =>
    `${value('field')} ist kein Medientyp, der gesendet werden kann: Schreiben Sie ihn wie application/pdf.`,
  'attachment-content': value => `${value('field')} ist kein Base64, oder leer.`,
  'content-id': value =>
    `${value('field')} ist, was im HTML nach cid: steht: Buchstaben, Ziffern und -_.+, wie logo.`,
  'content-id-twice': value => `Zwei Dateien haben die contentId ${value('name')}.`,
  'sender-missing': () => 'Geben Sie einen Absender an: from. Das Projekt hat keinen eigenen.',
  'sender-unsigned': value =>
    `E-Mails von ${value('domain')} werden von diesem Konto nicht signiert: Legen Sie zuerst einen DKIM-Schlüssel an.`,
  'row-repeated': value => `Zeile ${value('row')} hat dieselbe Adresse.`,
  'import-started': () =>
    'Der Import wurde schon gestartet, oder seine Datei ist nicht vollständig.',
  'import-undone': () => 'Der Import wurde schon rückgängig gemacht.',
  'import-unfinished': () => 'Der Import ist noch nicht fertig.',
  'import-old': () => 'Der Import ist zu alt, um ihn rückgängig zu machen.',
  'uploads-many': value =>
    `${value('uploads')} Dateien warten darauf, importiert zu werden: Starten Sie sie, ` +
    'oder laden Sie in einer Stunde noch einmal hoch.',
  'headings-missing': () => 'Die Zuordnung braucht Überschriften, und die Datei hat keine.',
  'columns-many': value => `Eine Datei hat höchstens ${value('most')} Spalten.`,
  'column-twice': value => `Zwei Spalten sind als ${value('column')} zugeordnet.`,
  'column-address': () => 'Wählen Sie die Spalte mit den E-Mail-Adressen.',
  'test-group-full': value => `Eine Testgruppe hat höchstens ${value('most')} Adressen.`,
  'test-group-empty': () => 'Eine Testgruppe braucht eine Adresse.',
  'test-group-twin': value => `Es gibt schon eine Testgruppe ${value('name')}.`,
  'addresses-wrong': value =>
    `An ${value('addresses')} kann nichts gesendet werden; es wurde nichts geändert.`,
  'test-group-nameless': () => 'Eine Testgruppe braucht einen Namen.',
  'template-nameless': () => 'Eine Vorlage braucht einen Namen.',
  'template-empty': () => 'Eine Vorlage braucht HTML oder MJML.',
  'template-large': value => `Eine Vorlage hat höchstens ${value('millions')} Millionen Zeichen.`,
  'template-version': value => `Diese Vorlage hat keine Version ${value('version')}.`,
  'one-language': () => 'Der Newsletter ist in einer Sprache.',
  'fallback-languages': value =>
    `Die Reihenfolge nennt Sprachen des Newsletters, jede einmal: ${value('languages')}.`,
  'subject-missing': () => 'Ein Newsletter braucht einen Betreff.',
  'content-missing': () => 'Ein Newsletter braucht HTML oder Text.',
  'newsletter-large': () =>
    'Ein Newsletter hat höchstens 10 MB: Legen Sie Bilder auf einen Server, und verlinken Sie sie.',
  'slots-none': () => 'Dieser Newsletter ist nicht aus einer Vorlage gemacht und hat keine Plätze.',
  'newsletter-version': value => `Dieser Newsletter hat keine Version ${value('version')}.`,
  'newsletter-used': value =>
    `Newsletter ${value('id')} wird noch gebraucht. Geben Sie Projekten und Auslösern einen ` +
    'anderen, warten Sie auf die Sendungen, oder brechen Sie sie ab.',
  'saved-block-used': () =>
    'Der gespeicherte Block wird noch gebraucht. Nehmen Sie ihn dort zuerst heraus.',
  'saved-block-nameless': () => 'Ein gespeicherter Block braucht einen Namen.',
  'saved-block-empty': () => 'Er braucht mindestens einen Block.',
  'saved-block-nested': () => 'Ein gespeicherter Block kann keinen anderen enthalten.',
  'picture-used': () => 'Das Bild wird noch gezeigt: E-Mails würden es verlieren.',
  'pictures-large': (value, number) =>
    `Die Bilder einer E-Mail haben zusammen höchstens ${value('most')} kB, diese haben ` +
    `${number('kilobytes')}: Legen Sie größere auf einen Server, und verlinken Sie sie.`,
  'brand-sender': () => 'Die Absenderadresse ist keine gültige E-Mail-Adresse.',
  'brand-links': () => 'Die Links zu Impressum und Datenschutz beginnen mit https://.',
  'brand-logo': () => 'Das Logo ist ein Bild aus der Bibliothek oder beginnt mit https://.',
  'reader-list-none': () => 'Es gibt noch keine Liste.',
  'reader-list': () => 'Wählen Sie eine Liste: Von ihr kommen Absender und Zeichensatz.',
  'reader-unknown': value => `Kein Abonnent hat die Adresse ${value('address')}.`,
  'form-sender': () => 'Geben Sie der Marke einen Absender: Die Bestätigungsmail braucht einen.',
  'form-language': () => 'Ein Formular hat mindestens eine Sprache.',
  'preference-twice': () => 'Eine Liste oder ein Feld ist doppelt genannt.',
  'filter-nameless': () => 'Ein Filter braucht einen Namen.',
  'filter-twin': value => `Filter ${value('id')} heißt schon so.`,
  'filter-name-taken': () => 'Es gibt schon einen Filter mit diesem Namen.',
  'filters-many': value => `Eine Sendung hat höchstens ${value('most')} Filter.`,
  'filter-anonymous': value =>
    `Filter ${value('filter')} fragt, wer geöffnet oder geklickt hat, und Liste ` +
    `${value('list')} wird anonym gemessen.`,
  'filter-sending-anonymous': value =>
    `Sendung ${value('sending')} ging an eine Liste, die anonym gemessen wird: Wer ` +
    'geöffnet oder geklickt hat, ist nicht gespeichert.',
  'filter-sending-old': value =>
    `Wer Sendung ${value('sending')} geöffnet oder geklickt hat, ist nicht mehr bekannt.`,
  'person-address': () => 'An diese E-Mail-Adresse kann nichts gesendet werden.',
  'address-taken': () => 'Diese Adresse hat schon ein anderer Abonnent.',
  'value-long': value => `Der Wert von ${value('field')} hat mehr als ${value('most')} Zeichen.`,
  'value-controls': value => `Der Wert von ${value('field')} enthält Steuerzeichen.`,
  'sign-up-lists': () => 'Wählen Sie unter den Listen des Formulars.',
  'sign-up-address': () => 'Das ist keine gültige E-Mail-Adresse.',
  'sign-up-value': value =>
    `Der Wert von ${value('field')} kann nicht gespeichert werden: höchstens 500 ` +
    'Zeichen, ohne Steuerzeichen.',
  'uploads-full': () =>
    'Es warten schon zu große Dateien auf ihren Import. Starten Sie sie, oder laden Sie ' +
    'später noch einmal hoch: Was nicht gestartet wird, ist nach einem Tag weg.',
  'test-group-none': value => `Es gibt keine Testgruppe ${value('group')}.`,
  'published-address': () => 'Die Adresse hat bis zu 60 Kleinbuchstaben, Ziffern und Bindestriche.',
  'published-address-taken': value =>
    `Die Adresse ${value('address')} gehört einer anderen Liste oder hat ihr gehört.`,
  'published-title': () => 'Eine veröffentlichte Liste braucht einen Titel.',
  'published-list': () => 'Die Liste ist nicht veröffentlicht.',
  'published-already': () => 'Diese E-Mail steht schon unter der Liste.',
  'published-stale': () =>
    'Platzhalter darin können nicht mehr ausgefüllt werden: Berichtigen Sie es zuerst.',
  'published-tags': value =>
    `Platzhalter nennen eine Person und haben kein Ersatzwort: ${value('tags')}. ` +
    'Geben Sie eines an, oder veröffentlichen Sie ohne sie.',
  'answer-about-nothing': () => 'Sagen Sie, ob es um Öffnungen, Klicks oder beides geht.',
  'hits-not-declined': () => 'Die Person hat die Messung nicht abgelehnt.',
  'hits-removed': () =>
    'Die Öffnungen und Klicks sind schon entfernt, oder niemand hat darum gebeten.',
  'answer-kept': () =>
    'Nur die letzte Antwort kann zurückgenommen werden, innerhalb einer Stunde, ' +
    'und wenn ein Mitglied oder ein Programm sie eingetragen hat.',
  'utm-host': value => `${value('host')} ist kein Servername: Schreiben Sie ihn wie shop.example.`,
  'utm-parameter': () =>
    'Ein Parameter wird wie utm_source=newsletter geschrieben, jeder Name einmal.',
  'utm-value': value =>
    `Der Wert von ${value('name')} ist ein Text oder eines von diesen: ${value('tags')}.`,
  'text-long': value => `Ein Text hat mehr als ${value('most')} Zeichen.`,
  'text-controls': () => 'Ein Text enthält Steuerzeichen, etwa einen Zeilenumbruch.',
  'template-of-blocks': () =>
    'Diese Vorlage besteht aus Blöcken: Ändern Sie die Blöcke, oder speichern Sie eine ' +
    'andere Vorlage.',
  'template-of-source': () =>
    'Diese Vorlage besteht aus Quelltext: Ändern Sie ihn, oder speichern Sie eine ' +
    'andere Vorlage aus Blöcken.',
  'sender-wrong': () => 'Die Absenderadresse ist keine gültige E-Mail-Adresse.',
  'reply-wrong': () => 'Die Antwortadresse ist keine gültige E-Mail-Adresse.',
  'slot-unknown': value =>
    `Die Vorlage hat keinen Platz ${value('slot')}. ` +
    `${value('known') === '' ? 'Sie hat keine.' : `Sie hat: ${value('known')}.`}`,
  'brand-contrast': value =>
    `Der Kontrast von ${value('colour')} auf ${value('on')} ist ${value('ratio')} : 1. ` +
    'Er muss mindestens 3 : 1 sein und sollte 4,5 : 1 sein.',
  'link-scheme': () =>
    'Ein Link beginnt mit https://, http://, mailto: oder tel:, oder er ist ein Platzhalter.',
  'link-tag': () =>
    'Ein Platzhalter am Anfang eines Links muss der ganze Link sein, oder auf ihn folgt ein /.',
  'block-picture': () =>
    'Der Block hat kein Bild: Wählen Sie eines, oder geben Sie seine Adresse mit https:// an.',
  'block-saved-gone': () => 'Diesen gespeicherten Block gibt es nicht mehr.',
  'block-columns': () =>
    'Spalten können keine Spalten enthalten: Setzen Sie den gespeicherten Block darunter.',
  'block-element': value => `E-Mail-Programme erlauben das Element ${value('name')} nicht.`,
  'block-runs': value => `E-Mail-Programme führen nichts aus: Nehmen Sie ${value('name')} heraus.`,
  'block-attribute': () => 'Das Attribut data-block wird von der Vorschau gebraucht.',
  'form-nameless': () => 'Ein Formular braucht einen Namen.',
  'form-lists': value => `Ein Formular ist für 1 bis ${value('most')} Listen.`,
  'form-fields': value => `Ein Formular fragt nach höchstens ${value('most')} Feldern.`,
  'form-required': () =>
    'Ein Pflichtfeld ist nicht unter den Feldern, nach denen das Formular fragt.',
  'form-hosts': value => `Ein Formular hat höchstens ${value('most')} Websites.`,
  'form-host': () => 'Eine Website wird wie shop.example.com geschrieben.',
  'form-address': () =>
    'Die Adresse nach dem Formular beginnt mit https:// und einer der Websites des Formulars.',
  'form-former-id': () => 'Die Nummer beim früheren Dienst hat bis zu 64 hexadezimale Ziffern.',
} satisfies DetailWords
