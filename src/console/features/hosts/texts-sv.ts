/** The strings of the page of hosts, in Swedish. */
import type { hosts } from './texts.ts'

export const sv: typeof hosts = {
  title: 'Värdnamn',
  none: 'Inget värdnamn än',
  noneHint: address =>
    `Länkar, bilder, formulär och sidor för det här kontot börjar med ${address}. Med ett eget ` +
    'värdnamn, till exempel news.shop.example, ser läsarna ert namn.',
  unset:
    'Servern har ingen offentlig adress än, så inget värdnamn kan leda till den. ' +
    'Den som driver servern ställer in en.',
  begin: 'Nya länkar börjar med',
  ofInstallation: 'serverns värdnamn',
  add: 'Lägg till värdnamn',
  host: 'Värdnamn',
  hostHint: 'Ett namn under en av era domäner, till exempel news.shop.example.',
  added: host => `${host} lades till. Publicera nu dess post.`,
  isDefault: 'I nya länkar',
  retired: 'Bara gamla länkar',
  actionsOf: host => `Åtgärder för ${host}`,
  makeDefault: 'Använd för nya länkar',
  madeDefault: host => `Nya länkar börjar med ${host}.`,
  anyway: 'Använd det ändå',
  anywayHint: 'Bara om en proxy med andra adresser står framför servern.',
  noDefault: 'Använd serverns värdnamn',
  noDefaultDone: 'Nya länkar börjar med serverns värdnamn.',
  useAgain: 'Ta i bruk igen',
  broughtBack: host => `${host} kan användas igen.`,
  remove: 'Ta bort',
  removeAsks: host => `Ta bort ${host}?`,
  removeTells:
    'Nya länkar får det inte längre. Länkar i skickade mejl fungerar även i fortsättningen, ' +
    'om ni inte avslutar dem också: då kan ingen avanmäla sig med dem, och ett annat konto kan ta ' +
    'namnet.',
  removeTellsRetired:
    'Länkar i mejl som har det leder då ingenstans: ingen kan avanmäla sig med dem. ' +
    'Ett annat konto kan ta namnet.',
  keepLinks: 'Ta bort, behåll gamla länkar',
  endLinks: 'Avsluta även gamla länkar',
  endLinksRetired: 'Avsluta gamla länkar',
  removed: host => `${host} togs bort. Gamla länkar fungerar fortfarande.`,
  ended: host => `${host} togs bort, och dess länkar är avslutade.`,
  undone: 'Det är som förut igen.',
  states: {
    here: 'Leder hit',
    elsewhere: 'Leder någon annanstans',
    nowhere: 'Inte publicerat',
    unknown: 'DNS svarar inte',
  },
  asking: 'Frågar DNS …',
  checkAgain: 'Kontrollera igen',
  means: {
    elsewhere: found => `Namnet leder till ${found}. Ersätt det med den här posten:`,
    nowhere: () =>
      'DNS har ingen adress för det här namnet än. Publicera den här posten där domänen sköts; ' +
      'det kan ta från några minuter till ett dygn innan den syns överallt.',
    unknown: () => 'Det är okänt om det leder hit: försök igen senare. Det här är posten:',
  },
  recordType: 'Typ',
  recordName: 'Namn',
  recordValue: 'Värde',
  apex: addresses =>
    'En hel domän, till exempel shop.example, kan inte ha ett alias: publicera i stället dess ' +
    `adresser, ${addresses}.`,
  certificate:
    'När namnet leder hit behöver proxyn framför ett certifikat för det. Med den ' +
    'Caddy-konfiguration som följer med Pennypost skaffar den ett själv.',
  byOwner: 'Kontots ägare lägger till och ändrar värdnamn.',
  path: 'Returadress',
  pathTells:
    'E-post som inte kan levereras, och den som läsare avanmäler sig med, kommer tillbaka till den ' +
    'här domänen. Med en under er egen ser mottagarna att det är ni som skickar.',
  pathOfInstallation: 'serverns domän',
  pathNone: 'Ingen domän är inställd: den som driver servern ställer in en.',
  pathForm: 'En annan domän',
  pathHint: 'Ett namn som inte används till något annat, till exempel studs.shop.example.',
  pathCheck: 'Visa dess poster',
  pathUse: 'Använd för ny e-post',
  pathUsed: domain => `Ny e-post kommer tillbaka till ${domain}.`,
  pathUnready:
    'Publicera de här posterna först; det kan ta upp till ett dygn innan de syns överallt.',
  pathAnywayHint:
    'Bara om det som kommer tillbaka tas emot någon annanstans: studsar kan gå förlorade.',
  pathUsedNow: 'I ny e-post',
  pathFormer: 'Tar emot det som fortfarande kommer tillbaka',
  pathLeave: 'Använd serverns',
  pathLeft: 'Ny e-post får serverns domän.',
  pathEnd: 'Avsluta',
  pathEndAsks: domain => `Sluta ta emot e-post till ${domain}?`,
  pathEndTells:
    'Studsar av e-post som skickats med den märks inte längre, och den som avanmäler sig med ' +
    'e-post står kvar på listan. Ett annat konto kan ta namnet.',
  pathEnded: domain => `${domain} är avslutad.`,
  copy: 'Kopiera',
  copied: 'Kopierat',
}
