/** Why a file is not fetched, not read or not imported, in German. */
import type { DetailWord, DetailWords } from '../detail-words.ts'

/** Files that are none of people. */
const KINDS: Record<string, string> = {
  'a PDF document': 'ein PDF-Dokument',
  'a picture (PNG)': 'ein Bild (PNG)',
  'a picture (JPEG)': 'ein Bild (JPEG)',
  'a picture (GIF)': 'ein Bild (GIF)',
  'an old Excel file (.xls) or one with a password':
    'eine alte Excel-Datei (.xls) oder eine mit Passwort',
  'a zip file': 'eine ZIP-Datei',
  'an empty zip file': 'eine leere ZIP-Datei',
  'a file packed with gzip': 'eine mit gzip gepackte Datei',
  'a file packed with bzip2': 'eine mit bzip2 gepackte Datei',
  'a file packed with xz': 'eine mit xz gepackte Datei',
  'a file packed with zstd': 'eine mit zstd gepackte Datei',
  'a 7-Zip archive': 'ein 7-Zip-Archiv',
  'a RAR archive': 'ein RAR-Archiv',
  'a tar archive': 'ein tar-Archiv',
  'an SQLite database': 'eine SQLite-Datenbank',
  'a program': 'ein Programm',
  'a Parquet file': 'eine Parquet-Datei',
  'a Rich Text document': 'ein RTF-Dokument',
  'text in UTF-32, which is not read': 'Text in UTF-32, der nicht gelesen wird',
  'a binary file': 'eine Binärdatei',
  'a binary Excel file (.xlsb)': 'eine binäre Excel-Datei (.xlsb)',
  'an OpenDocument file (.ods)': 'eine OpenDocument-Datei (.ods)',
  'a Word document': 'ein Word-Dokument',
  'a PDF': 'ein PDF',
  'a ZIP file, or a document of an office program':
    'eine ZIP-Datei oder ein Dokument eines Büroprogramms',
  'an SVG, which mail programs do not show': 'ein SVG, das Mailprogramme nicht zeigen',
  'a web page': 'eine Webseite',
  'a TIFF': 'ein TIFF',
  'a BMP': 'ein BMP',
  'an AVIF or a HEIC': 'ein AVIF oder ein HEIC',
  'a spreadsheet or another packed file': 'eine Excel- oder eine andere gepackte Datei',
}

const kind = (value: string): string => KINDS[value] ?? value

const LATER = 'Versuchen Sie es später noch einmal, oder prüfen Sie, ob der Server läuft.'
const CHECK = 'Prüfen Sie den Server und die Adresse.'
const ITSELF = 'Geben Sie die Adresse der Datei selbst an.'
const AS_CSV = 'Speichern Sie die Tabelle als CSV.'
const AGAIN = 'Speichern Sie die Tabelle neu, oder als CSV.'
const ALLOWED = 'Wer die Installation betreibt, kann den Host zulassen.'

const seconds = (text: string): string => (text === '1' ? 'einer Sekunde' : `${text} Sekunden`)

/** What follows the address that could not be fetched. */
const failed =
  (why: DetailWord): DetailWord =>
  (value, number, moment) =>
    `${value('address')} konnte nicht abgerufen werden: ${why(value, number, moment)}`

export const detailsOfFiles = {
  'fetch-refused': failed(() => `Der Server nahm die Verbindung nicht an. ${LATER}`),
  'fetch-closed': failed(() => `Der Server hat die Verbindung abgebrochen. ${LATER}`),
  'fetch-unanswered': failed(() => `Der Server hat nicht geantwortet. ${LATER}`),
  'fetch-unreachable': failed(() => `Der Server ist nicht erreichbar. ${LATER}`),
  'fetch-no-dns': failed(() => `Das DNS hat nicht geantwortet. ${LATER}`),
  'fetch-no-host': failed(() => 'Diesen Host gibt es nicht. Prüfen Sie, wie er geschrieben ist.'),
  'fetch-disk-full': failed(
    () => 'Der Datenträger der Installation ist voll. Wer sie betreibt, muss dort Platz schaffen.',
  ),
  'fetch-truncated': failed(() => `Den gepackten Daten fehlt das Ende. ${LATER}`),
  'fetch-damaged': failed(
    () => 'Die gepackten Daten sind beschädigt. Packen Sie die Datei noch einmal.',
  ),
  'fetch-expired': failed(() => 'Das Zertifikat des Servers ist abgelaufen. Erneuern Sie es.'),
  'fetch-other-name': failed(
    () => `Das Zertifikat des Servers gilt für einen anderen Namen. ${CHECK}`,
  ),
  'fetch-unverified': failed(
    value =>
      `Das Zertifikat des Servers lässt sich nicht prüfen (${value('message')}). Es muss von ` +
      'einer anerkannten Stelle stammen.',
  ),
  'fetch-handshake': failed(
    () =>
      'Es kam keine verschlüsselte Verbindung zustande. Prüfen Sie, ob die Adresse mit http: ' +
      'oder https: beginnt.',
  ),
  'fetch-not-http': failed(() => `Die Antwort des Servers ist kein HTTP. ${CHECK}`),
  'fetch-timeout': failed(() => `Die Verbindung kam nicht rechtzeitig zustande. ${LATER}`),
  'fetch-late': failed(
    (_, number) =>
      `Das Abrufen dauerte länger als ${seconds(number('seconds'))}. Der Server ist zu langsam ` +
      'oder die Datei zu groß.',
  ),
  'fetch-silent': failed(
    (_, number) =>
      `Der Server schickte nichts innerhalb von ${seconds(number('seconds'))}. ${LATER}`,
  ),
  'fetch-slow': failed(
    (_, number) =>
      `Nur ${number('bytes')} Bytes kamen innerhalb von ${seconds(number('seconds'))} an. Der ` +
      'Server oder die Leitung ist zu langsam: Legen Sie die Datei auf einen schnelleren.',
  ),
  'fetch-later': failed(value => `Der Server antwortete mit ${value('answer')}. ${LATER}`),
  'fetch-denied': failed(
    value =>
      `Der Server antwortete mit ${value('answer')}. Verlangt er Benutzer und Passwort, schreiben ` +
      'Sie beides in die Adresse: https://benutzer:passwort@host/datei.',
  ),
  'fetch-missing': failed(
    value =>
      `Diese Datei gibt es auf dem Server nicht (er antwortete mit ${value('answer')}). Prüfen ` +
      'Sie die Adresse.',
  ),
  'fetch-answered': failed(
    value => `Der Server antwortete mit ${value('answer')}, und nicht mit einer Datei. ${CHECK}`,
  ),
  'fetch-redirects': failed(
    value => `Die Adresse leitet mehr als ${value('most')} Mal weiter. ${ITSELF}`,
  ),
  'fetch-redirected': failed(
    value => `${value('from')} leitet zu etwas weiter, das nicht abgerufen wird. ${ITSELF}`,
  ),
  'fetch-changed': failed(
    () =>
      'Die Datei auf dem Server hat sich während des Abrufens geändert. Versuchen Sie es ' +
      'später noch einmal.',
  ),
  'fetch-encoding': failed(
    value =>
      `Die Datei kommt in einer Kodierung, die nicht gelesen wird (${value('encoding')}). ` +
      'Liefern Sie sie ungepackt oder mit gzip gepackt.',
  ),
  'fetch-large': failed(
    value =>
      `Die Datei ist größer als die erlaubten ${value('limit')}, gepackt oder entpackt. Teilen ` +
      'Sie sie, oder bitten Sie den Betreiber der Installation um eine höhere Grenze.',
  ),
  'fetch-loopback': failed(
    value => `${value('host')} führt zur Installation selbst, was nicht erlaubt ist. ${ALLOWED}`,
  ),
  'fetch-private': failed(
    value => `${value('host')} führt in ein privates Netz, was nicht erlaubt ist. ${ALLOWED}`,
  ),
  'fetch-link-local': failed(
    value =>
      `${value('host')} führt zu einer Adresse des lokalen Netzes, unter der Clouds ihre ` +
      `Schlüssel halten, was nicht erlaubt ist. ${ALLOWED}`,
  ),
  'fetch-special': failed(
    value =>
      `${value('host')} führt zu einer Adresse, die reserviert ist oder zu keinem einzelnen ` +
      `Rechner gehört, was nicht erlaubt ist. ${ALLOWED}`,
  ),
  'fetch-tried': (_, number) =>
    `Es wurde ${number('tries')} Mal versucht, innerhalb von ${seconds(number('seconds'))}.`,
  'url-long': (_, number) => `Die Adresse hat mehr als ${number('most')} Zeichen.`,
  'url-none': value =>
    `„${value('given')}“ ist keine Adresse. Eine Adresse ist zum Beispiel ${value('example')}.`,
  'url-scheme': value =>
    `Was mit ${value('scheme')} beginnt, wird nicht abgerufen; nur http: und https: geht.`,
  'url-escape': () =>
    'In Benutzer oder Passwort der Adresse steht ein %, auf das kein Code wie %20 folgt: ' +
    'Schreiben Sie es als %25.',
  'file-kind': value => `Die Datei ist kein Text. Sie sieht aus wie ${kind(value('kind'))}.`,
  'file-not-xml': value => `Die Datei ist kein XML. Sie sieht aus wie ${kind(value('kind'))}.`,
  'file-not-sheet': value =>
    'Die Datei ist weder ein Text noch eine Excel-Datei (.xlsx). Sie sieht aus wie ' +
    `${kind(value('kind'))}.`,
  'file-web-page': () =>
    'Die Datei ist eine Webseite (HTML) und keine Liste von Personen. Vielleicht verlangt ' +
    'die Adresse eine Anmeldung.',
  'file-is-xml': () => 'Die Datei ist XML und kein Text mit Spalten.',
  'file-heavy': () =>
    `Das Lesen der Datei braucht zu viel Zeit oder Speicher. Eine Excel-Tabelle speichern Sie besser als CSV.`,
  'file-spreadsheet': () => `Die Datei ist eine Excel-Tabelle. ${AS_CSV}`,
  'delimiter-length': () => 'Zwischen den Spalten steht genau ein Zeichen.',
  'marks-length': () =>
    'Anführungs-, Flucht- und Kommentarzeichen sind je ein Zeichen, oder keines.',
  'marks-line-end': () =>
    'Ein Zeilenende kann weder Spalten trennen noch Anführungs-, Flucht- oder ' +
    'Kommentarzeichen sein.',
  'marks-same': () =>
    'Trenn-, Anführungs-, Flucht- und Kommentarzeichen müssen verschiedene Zeichen sein.',
  'xml-broken': value => `Die Datei ist kein gültiges XML: Zeile ${value('line')}.`,
  'xml-no-row': value =>
    `In der Datei gibt es kein Element ${value('element')}. Sie beginnt mit ${value('begins')}.`,
  'zip-truncated': () => `Der Excel-Datei fehlt das Ende. ${AGAIN}`,
  'zip-contents': () => `Der Excel-Datei fehlt am Ende ihr Verzeichnis. ${AGAIN}`,
  'zip-broken': () => `Die Excel-Datei ist beschädigt. ${AGAIN}`,
  'zip-entries': () => `Die Excel-Datei besteht aus zu vielen Teilen. ${AS_CSV}`,
  'zip-method': () =>
    'Die Excel-Datei ist verschlüsselt oder auf eine Art gepackt, die nicht gelesen wird.',
  'sheet-large': value =>
    `Ein Teil der Excel-Datei ist entpackt größer als ${value('megabytes')} MB. ${AS_CSV}`,
  'sheet-broken': value =>
    `Ein Teil der Excel-Datei ist in Zeile ${value('line')} seines XML beschädigt. ${AGAIN}`,
  'sheet-none': () => 'Die Excel-Datei hat kein Blatt, das gelesen werden kann.',
  'sheet-texts': value =>
    `Die Excel-Datei hat mehr als ${value('megabytes')} MB verschiedener Texte. ${AS_CSV}`,
  'sheet-unknown': value =>
    `Ein Blatt „${value('sheet')}“ gibt es in der Excel-Datei nicht. Sie hat: ` +
    `${value('sheets')}.`,
  'picture-none': () =>
    'Das ist kein Bild. Gebraucht wird ein PNG, JPEG, GIF oder WebP, gleich, wie die Datei heißt.',
  'picture-kind': value =>
    `Das ist ${kind(value('kind'))}. Gebraucht wird ein PNG, JPEG, GIF oder WebP, gleich, wie die ` +
    'Datei heißt.',
  'picture-empty': () => 'Das Bild hat keine Breite oder keine Höhe.',
  'picture-large': (value, number) =>
    `Das Bild hat ${number('width')} × ${number('height')} Pixel. Erlaubt sind ` +
    `${value('millions')} Millionen und ${number('side')} an einer Seite: Verkleinern Sie es zuerst.`,
  'picture-moves': () =>
    'Ein GIF bewegt sich von selbst: Nehmen Sie für ein Abspielzeichen ein PNG oder ein JPEG.',
  'picture-cut': () => 'Das GIF ist nicht vollständig oder zu lang.',
  'picture-damaged': () => 'Das Bild ist beschädigt und kann nicht gelesen werden.',
  'pictures-store': () =>
    'Der Speicher für Bilder nimmt gerade nichts an. Versuchen Sie es später noch einmal.',
  'file-unnamed': () => 'Geben Sie die Adresse der Datei an.',
  'run-tried': (_, number) => `Es wurde ${number('tries')} Mal versucht.`,
  'run-deaths': (_, number) =>
    `Die Arbeit daran begann ${number('times')} Mal und brach jedes Mal ohne Fortschritt ab. ` +
    'Prüfen Sie die Datei, und importieren Sie sie noch einmal.',
  'run-fault': () =>
    'In der Installation ist etwas fehlgeschlagen. Näheres steht in ihrem Protokoll.',
  'store-full': () => 'Die Datenbank hat keinen Platz. Es geht weiter, sobald wieder Platz ist.',
  'disk-full': () =>
    'Der Datenträger der Installation hat keinen Platz. Es geht weiter, sobald wieder Platz ist.',
  'list-gone': () => 'Die Liste wurde gelöscht.',
  'list-removed': value => `Liste ${value('list')} wurde gelöscht.`,
  'url-sealed': () =>
    'Die Adresse der Datei ist mit einem anderen Schlüssel der Installation verschlüsselt. ' +
    'Importieren Sie die Datei noch einmal.',
  'file-changed': () =>
    'Die Datei wurde zum Fortsetzen noch einmal abgerufen und ist nicht mehr die, mit der der ' +
    'Import begann. Importieren Sie sie noch einmal.',
  'batch-changed': (_, number) =>
    'Die Datei wurde zum Fortsetzen noch einmal abgerufen und ist nicht mehr dieselbe. ' +
    `${number('queued')} ihrer E-Mails sind schon eingereiht.`,
  'fields-inactive': () => 'Die Datei hat mehr Datenfelder, als für das Konto freigeschaltet sind.',
  'rows-none': () => 'Die Datei hat keine Zeilen.',
  'rows-unusable': (_, number) => `Von ${number('rows')} Zeilen war keine brauchbar.`,
  'transactions-none': () => 'Die Datei enthält keine Transaktionen.',
  'upload-cut': () => 'Das Hochladen brach ab.',
  'upload-part': () => 'Die Datei kam nicht vollständig an. Importieren Sie sie noch einmal.',
  'never-started': () => 'Der Import wurde nie begonnen.',
  'never-sent': value =>
    `Der Server schickte ${value('seconds')} Sekunden lang nichts von der Datei. Der Import ` +
    'wurde abgebrochen.',
} satisfies DetailWords
