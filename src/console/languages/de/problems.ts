import type { problems as English } from '../../parts/problem-texts.ts'

export const problems: typeof English = {
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
