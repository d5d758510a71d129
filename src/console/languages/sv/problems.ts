import type { problems as English } from '../../parts/problem-texts.ts'

export const problems: typeof English = {
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
