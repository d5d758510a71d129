/** Why a file is not fetched, not read or not imported, in Swedish. */
import type { DetailWord, DetailWords } from '../detail-words.ts'

/** Files that are none of people. */
const KINDS: Record<string, string> = {
  'a PDF document': 'ett PDF-dokument',
  'a picture (PNG)': 'en bild (PNG)',
  'a picture (JPEG)': 'en bild (JPEG)',
  'a picture (GIF)': 'en bild (GIF)',
  'an old Excel file (.xls) or one with a password':
    'en gammal Excel-fil (.xls) eller en med lösenord',
  'a zip file': 'en zip-fil',
  'an empty zip file': 'en tom zip-fil',
  'a file packed with gzip': 'en fil packad med gzip',
  'a file packed with bzip2': 'en fil packad med bzip2',
  'a file packed with xz': 'en fil packad med xz',
  'a file packed with zstd': 'en fil packad med zstd',
  'a 7-Zip archive': 'ett 7-Zip-arkiv',
  'a RAR archive': 'ett RAR-arkiv',
  'a tar archive': 'ett tar-arkiv',
  'an SQLite database': 'en SQLite-databas',
  'a program': 'ett program',
  'a Parquet file': 'en Parquet-fil',
  'a Rich Text document': 'ett RTF-dokument',
  'text in UTF-32, which is not read': 'text i UTF-32, som inte går att läsa',
  'a binary file': 'en binärfil',
  'a binary Excel file (.xlsb)': 'en binär Excel-fil (.xlsb)',
  'an OpenDocument file (.ods)': 'en OpenDocument-fil (.ods)',
  'a Word document': 'ett Word-dokument',
  'a PDF': 'en PDF',
  'a ZIP file, or a document of an office program':
    'en zip-fil eller ett dokument från ett kontorsprogram',
  'an SVG, which mail programs do not show': 'en SVG, som e-postprogram inte visar',
  'a web page': 'en webbsida',
  'a TIFF': 'en TIFF',
  'a BMP': 'en BMP',
  'an AVIF or a HEIC': 'en AVIF eller en HEIC',
  'a spreadsheet or another packed file': 'en Excel-fil eller en annan packad fil',
}

const kind = (value: string): string => KINDS[value] ?? value

const LATER = 'Försök igen senare, eller kontrollera att servern är igång.'
const CHECK = 'Kontrollera servern och adressen.'
const ITSELF = 'Ange adressen till själva filen.'
const AS_CSV = 'Spara kalkylbladet som CSV.'
const AGAIN = 'Spara kalkylbladet på nytt, eller som CSV.'
const ALLOWED = 'Den som driver installationen kan tillåta värden.'

const seconds = (text: string): string => (text === '1' ? 'en sekund' : `${text} sekunder`)

/** What follows the address that could not be fetched. */
const failed =
  (why: DetailWord): DetailWord =>
  (value, number, moment) =>
    `${value('address')} gick inte att hämta: ${why(value, number, moment)}`

export const detailsOfFiles = {
  'fetch-refused': failed(() => `Servern tog inte emot anslutningen. ${LATER}`),
  'fetch-closed': failed(() => `Servern avbröt anslutningen. ${LATER}`),
  'fetch-unanswered': failed(() => `Servern svarade inte. ${LATER}`),
  'fetch-unreachable': failed(() => `Servern går inte att nå. ${LATER}`),
  'fetch-no-dns': failed(() => `DNS svarade inte. ${LATER}`),
  'fetch-no-host': failed(() => 'Värden finns inte. Kontrollera hur namnet stavas.'),
  'fetch-disk-full': failed(
    () => 'Installationens disk är full. Den som driver den behöver frigöra utrymme.',
  ),
  'fetch-truncated': failed(() => `Slutet av de packade uppgifterna saknas. ${LATER}`),
  'fetch-damaged': failed(() => 'De packade uppgifterna är skadade. Packa filen igen.'),
  'fetch-expired': failed(() => 'Serverns certifikat har gått ut. Förnya det.'),
  'fetch-other-name': failed(() => `Serverns certifikat gäller ett annat namn. ${CHECK}`),
  'fetch-unverified': failed(
    value =>
      `Serverns certifikat går inte att kontrollera (${value('message')}). Det måste komma från ` +
      'en betrodd utfärdare.',
  ),
  'fetch-handshake': failed(
    () =>
      'Det blev ingen krypterad anslutning. Kontrollera om adressen börjar med http: eller ' +
      'https:.',
  ),
  'fetch-not-http': failed(() => `Serverns svar är inte HTTP. ${CHECK}`),
  'fetch-timeout': failed(() => `Anslutningen tog för lång tid. ${LATER}`),
  'fetch-late': failed(
    (_, number) =>
      `Hämtningen tog längre tid än ${seconds(number('seconds'))}. Servern är för långsam eller ` +
      'filen för stor.',
  ),
  'fetch-silent': failed(
    (_, number) => `Servern skickade ingenting på ${seconds(number('seconds'))}. ${LATER}`,
  ),
  'fetch-slow': failed(
    (_, number) =>
      `Bara ${number('bytes')} byte kom på ${seconds(number('seconds'))}. Servern eller ` +
      'förbindelsen är för långsam: lägg filen på en snabbare.',
  ),
  'fetch-later': failed(value => `Servern svarade ${value('answer')}. ${LATER}`),
  'fetch-denied': failed(
    value =>
      `Servern svarade ${value('answer')}. Om den kräver användare och lösenord, skriv dem i ` +
      'adressen: https://användare:lösenord@värd/fil.',
  ),
  'fetch-missing': failed(
    value => `Filen finns inte på servern (den svarade ${value('answer')}). Kontrollera adressen.`,
  ),
  'fetch-answered': failed(
    value => `Servern svarade ${value('answer')}, och inte med en fil. ${CHECK}`,
  ),
  'fetch-redirects': failed(
    value => `Adressen leder vidare mer än ${value('most')} gånger. ${ITSELF}`,
  ),
  'fetch-redirected': failed(
    value => `${value('from')} leder vidare till något som inte hämtas. ${ITSELF}`,
  ),
  'fetch-changed': failed(
    () => 'Filen på servern ändrades medan den hämtades. Försök igen senare.',
  ),
  'fetch-encoding': failed(
    value =>
      `Filen kommer i en kodning som inte går att läsa (${value('encoding')}). Leverera den ` +
      'opackad eller packad med gzip.',
  ),
  'fetch-large': failed(
    value =>
      `Filen är större än de ${value('limit')} som är tillåtna, packad eller uppackad. Dela ` +
      'upp den, eller be den som driver installationen att höja gränsen.',
  ),
  'fetch-loopback': failed(
    value =>
      `${value('host')} leder till själva installationen, och det är inte tillåtet. ${ALLOWED}`,
  ),
  'fetch-private': failed(
    value => `${value('host')} leder till ett privat nätverk, och det är inte tillåtet. ${ALLOWED}`,
  ),
  'fetch-link-local': failed(
    value =>
      `${value('host')} leder till en adress i det lokala nätet, där moln förvarar sina ` +
      `nycklar, och det är inte tillåtet. ${ALLOWED}`,
  ),
  'fetch-special': failed(
    value =>
      `${value('host')} leder till en adress som är reserverad eller inte hör till en enda ` +
      `dator, och det är inte tillåtet. ${ALLOWED}`,
  ),
  'fetch-tried': (_, number) =>
    `${number('tries')} försök har gjorts på ${seconds(number('seconds'))}.`,
  'url-long': (_, number) => `Adressen har mer än ${number('most')} tecken.`,
  'url-none': value =>
    `”${value('given')}” är ingen adress. En adress ser ut så här: ${value('example')}.`,
  'url-scheme': value =>
    `Det som börjar med ${value('scheme')} hämtas inte; bara http: och https: går.`,
  'url-escape': () =>
    'I adressens användare eller lösenord finns ett % som inte följs av en kod som %20: skriv ' +
    'det som %25.',
  'file-kind': value => `Filen är inte text. Den ser ut som ${kind(value('kind'))}.`,
  'file-not-xml': value => `Filen är inte XML. Den ser ut som ${kind(value('kind'))}.`,
  'file-not-sheet': value =>
    `Filen är varken text eller en Excel-fil (.xlsx). Den ser ut som ${kind(value('kind'))}.`,
  'file-web-page': () =>
    'Filen är en webbsida (HTML) och ingen lista med personer. Kanske kräver adressen ' +
    'inloggning.',
  'file-is-xml': () => 'Filen är XML och inte text med kolumner.',
  'file-heavy': () =>
    `Det tar för mycket tid eller minne att läsa filen. Spara hellre ett kalkylblad som CSV.`,
  'file-spreadsheet': () => `Filen är ett kalkylblad. ${AS_CSV}`,
  'delimiter-length': () => 'Mellan kolumnerna står exakt ett tecken.',
  'marks-length': () =>
    'Citattecken, skyddstecken och kommentarstecken är ett tecken var, eller inget.',
  'marks-line-end': () =>
    'En radbrytning kan varken skilja kolumner åt eller vara citattecken, skyddstecken eller ' +
    'kommentarstecken.',
  'marks-same': () =>
    'Tecknet mellan kolumner, citattecken, skyddstecken och kommentarstecken måste vara olika.',
  'xml-broken': value => `Filen är inte giltig XML: rad ${value('line')}.`,
  'xml-no-row': value =>
    `Det finns inget element ${value('element')} i filen. Den börjar med ${value('begins')}.`,
  'zip-truncated': () => `Slutet av Excel-filen saknas. ${AGAIN}`,
  'zip-contents': () => `Excel-filens innehållsförteckning saknas. ${AGAIN}`,
  'zip-broken': () => `Excel-filen är skadad. ${AGAIN}`,
  'zip-entries': () => `Excel-filen har för många delar. ${AS_CSV}`,
  'zip-method': () => 'Excel-filen är krypterad eller packad på ett sätt som inte går att läsa.',
  'sheet-large': value =>
    `En del av Excel-filen är uppackad större än ${value('megabytes')} MB. ${AS_CSV}`,
  'sheet-broken': value =>
    `En del av Excel-filen är skadad på rad ${value('line')} i dess XML. ${AGAIN}`,
  'sheet-none': () => 'Excel-filen har inget blad som går att läsa.',
  'sheet-texts': value => `Excel-filen har mer än ${value('megabytes')} MB olika texter. ${AS_CSV}`,
  'sheet-unknown': value =>
    `Excel-filen har inget blad som heter ”${value('sheet')}”. Den har: ${value('sheets')}.`,
  'picture-none': () =>
    'Det här är ingen bild. Det behövs en PNG, JPEG, GIF eller WebP, vad filen än heter.',
  'picture-kind': value =>
    `Det här är ${kind(value('kind'))}. Det behövs en PNG, JPEG, GIF eller WebP, vad filen än ` +
    'heter.',
  'picture-empty': () => 'Bilden saknar bredd eller höjd.',
  'picture-large': (value, number) =>
    `Bilden har ${number('width')} × ${number('height')} bildpunkter. Den får ha ` +
    `${value('millions')} miljoner, och ${number('side')} på en sida: gör den mindre först.`,
  'picture-moves': () =>
    'En GIF rör sig av sig själv: ta en PNG eller en JPEG för en uppspelningssymbol.',
  'picture-cut': () => 'GIF-filen är inte hel, eller för lång.',
  'picture-damaged': () => 'Bilden är skadad och går inte att läsa.',
  'pictures-store': () => 'Bildlagringen tar inte emot något just nu. Försök igen senare.',
  'file-unnamed': () => 'Ange filens adress.',
  'run-tried': (_, number) => `${number('tries')} försök har gjorts.`,
  'run-deaths': (_, number) =>
    `Arbetet började ${number('times')} gånger och avbröts varje gång utan att komma vidare. ` +
    'Kontrollera filen och importera den igen.',
  'run-fault': () => 'Något gick fel i installationen. Dess logg säger mer.',
  'store-full': () => 'Databasen är full. Det fortsätter när det finns plats igen.',
  'disk-full': () => 'Installationens disk är full. Det fortsätter när det finns plats igen.',
  'list-gone': () => 'Listan har tagits bort.',
  'list-removed': value => `Lista ${value('list')} har tagits bort.`,
  'url-sealed': () =>
    'Filens adress är krypterad med en annan av installationens nycklar. Importera filen igen.',
  'file-changed': () =>
    'Filen hämtades igen för att fortsätta, och är inte längre den som importen började med. ' +
    'Importera den igen.',
  'batch-changed': (_, number) =>
    'Filen hämtades igen för att fortsätta, och är inte längre densamma. ' +
    `${number('queued')} av dess mejl ligger redan i kö.`,
  'fields-inactive': () => 'Filen har fler datafält än kontot har tillgång till.',
  'rows-none': () => 'Filen har inga rader.',
  'rows-unusable': (_, number) => `Ingen av ${number('rows')} rader gick att använda.`,
  'transactions-none': () => 'Filen innehåller inga transaktioner.',
  'upload-cut': () => 'Uppladdningen avbröts.',
  'upload-part': () => 'Hela filen kom inte fram. Importera den igen.',
  'never-started': () => 'Importen startades aldrig.',
  'never-sent': value =>
    `Servern skickade ingenting av filen på ${value('seconds')} sekunder. Importen avbröts.`,
} satisfies DetailWords
