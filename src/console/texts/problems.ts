/**
 * Refusals that have one meaning wherever they come from, in the words of the reader; others say
 * themselves what is wrong with which value.
 */
import type { ConsoleLanguage } from './language.tsx'

export type Problems = Record<
  | ('not-allowed' | 'changed-meanwhile' | 'in-progress' | 'too-many-calls' | 'too-large')
  | ('too-slow' | 'disk-full' | 'out-of-room' | 'other-site' | 'no-such-route' | 'fault')
  | ('not-signed-in' | 'key-used-otherwise' | 'not-json' | 'too-many-failures'),
  string
>

const en: Problems = {
  'not-allowed': 'Your role does not allow this. An owner of the account can change it.',
  'changed-meanwhile':
    'It was changed elsewhere since you opened it. Load it again, then change it.',
  'in-progress': 'This is being done already. Wait a moment.',
  'too-many-calls': 'That was too much at once. Wait a minute.',
  'too-large': 'That is too large.',
  'too-slow': 'It arrived too slowly. Try again.',
  'disk-full': 'The disk of the server is full. Nothing was kept.',
  'out-of-room': 'The server is busy. Try again in a minute.',
  'other-site': 'The page is out of date. Load it again.',
  'no-such-route': 'It is not there any more.',
  fault: 'Something went wrong on the server. Nothing is known to have changed.',
  'not-signed-in': 'You are not signed in any more.',
  'key-used-otherwise': 'This was done already. Load the page again.',
  'not-json': 'The page is out of date. Load it again.',
  'too-many-failures': 'Too many failed attempts. Try again later.',
}

const sv: Problems = {
  'not-allowed': 'Din roll tillåter inte det här. En ägare av kontot kan ändra det.',
  'changed-meanwhile': 'Det har ändrats på annat håll sedan du öppnade det. Läs in det igen först.',
  'in-progress': 'Det här görs redan. Vänta ett ögonblick.',
  'too-many-calls': 'Det var för mycket på en gång. Vänta en minut.',
  'too-large': 'Det är för stort.',
  'too-slow': 'Det kom fram för långsamt. Försök igen.',
  'disk-full': 'Serverns disk är full. Inget sparades.',
  'out-of-room': 'Servern är upptagen. Försök igen om en minut.',
  'other-site': 'Sidan är inaktuell. Läs in den igen.',
  'no-such-route': 'Det finns inte längre.',
  fault: 'Något gick fel på servern. Inget är ändrat, vad man vet.',
  'not-signed-in': 'Du är inte inloggad längre.',
  'key-used-otherwise': 'Det här är redan gjort. Läs in sidan igen.',
  'not-json': 'Sidan är inaktuell. Läs in den igen.',
  'too-many-failures': 'För många misslyckade försök. Försök igen senare.',
}

const de: Problems = {
  'not-allowed': 'Ihre Rolle erlaubt das nicht. Ein Inhaber des Kontos kann sie ändern.',
  'changed-meanwhile':
    'Es wurde anderswo geändert, seit Sie es geöffnet haben. Laden Sie es zuerst neu.',
  'in-progress': 'Das wird schon getan. Warten Sie einen Augenblick.',
  'too-many-calls': 'Das war zu viel auf einmal. Warten Sie eine Minute.',
  'too-large': 'Das ist zu groß.',
  'too-slow': 'Es kam zu langsam an. Versuchen Sie es noch einmal.',
  'disk-full': 'Die Festplatte des Servers ist voll. Es wurde nichts gespeichert.',
  'out-of-room': 'Der Server ist ausgelastet. Versuchen Sie es in einer Minute noch einmal.',
  'other-site': 'Die Seite ist veraltet. Laden Sie sie neu.',
  'no-such-route': 'Das gibt es nicht mehr.',
  fault: 'Auf dem Server ging etwas schief. Soweit bekannt, wurde nichts geändert.',
  'not-signed-in': 'Sie sind nicht mehr angemeldet.',
  'key-used-otherwise': 'Das ist schon getan. Laden Sie die Seite neu.',
  'not-json': 'Die Seite ist veraltet. Laden Sie sie neu.',
  'too-many-failures': 'Zu viele Fehlversuche. Versuchen Sie es später noch einmal.',
}

export const problemTexts: Record<ConsoleLanguage, Problems> = { en, sv, de }
