/** Sentences of the checks of an installation in Swedish. */
import type { DoctorWords } from '../doctor-words.ts'

const settings = {
  'setting-none': of => `${of('name')} i ${of('file')} är ingen inställning.`,
  'setting-none-near': of =>
    `${of('name')} i ${of('file')} är ingen inställning. Menade du ${of('near')}?`,
  'setting-none-secret': of =>
    `${of('name')} i ${of('file')} är ingen inställning. Bara hemligheter läses från en fil, och ` +
    `${of('near')} är ingen.`,
  'setting-of-environment': of =>
    `${of('name')} i miljön är ingen inställning. Menade du ${of('near')}?`,
  'setting-of-environment-secret': of =>
    `${of('name')} i miljön är ingen inställning. Bara hemligheter läses från en fil, och ` +
    `${of('near')} är ingen.`,
  'setting-repeated': of => `${of('name')} står flera gånger i ${of('file')}: det sista gäller.`,
  'settings-none-more': of => `${of('names')} namn till är inga inställningar.`,
  'certificate-ended': of =>
    `Certifikatet i ${of('name')} gick ut ${of('day')}: förnya det och starta om.`,
  'certificate-early': of => `Certifikatet i ${of('name')} gäller först från ${of('day')}.`,
  'certificate-self-signed': of =>
    `Certifikatet i ${of('name')} är undertecknat av sig självt: program som kontrollerar vem de ` +
    'skickar till avvisar det. Använd det bara på den här datorn.',
} satisfies Partial<DoctorWords>

const machine = {
  'node-version': of => `Node.js ${of('version')}`,
  'node-install': of => `Installera Node.js ${of('version')} eller senare.`,
  'clock-at': (_of, _size, moment) => `Den visar ${moment('at')}.`,
  'clock-wrong': (_of, _size, moment) => `Klockan i datorn visar ${moment('at')}.`,
  'clock-set': () => 'Ställ den, helst med NTP.',
  'memory-enough': (_of, size) => `${size('memory')} minne`,
  'memory-small': (_of, size) =>
    `${size('memory')} minne: med mindre än 512 MB kan systemet avsluta en stor import eller ` +
    'ett stort utskick.',
  'memory-give': () => 'Ge den 512 MB eller mer; 1 GB ger marginal.',
  'settings-fine': () => 'Alla går att använda.',
  'settings-wrong': of => of('says'),
  'settings-correct': () => 'Rätta det i miljön eller i .env.',
  'disk-free': (of, size) => `${size('free')} ledigt på disken med ${of('folder')}`,
  'disk-larger': () => 'Frigör utrymme, eller byt till en större disk.',
  'folder-unwritable': of => `Den här användaren kan inte skriva i ${of('folder')}.`,
  'folder-own': () => 'Kör som tjänstens användare, eller ge den mappen.',
  'url-unneeded': () => 'Inte satt; tjänsten nås bara från den här datorn.',
  'url-unset': of => `Inte satt, men tjänsten lyssnar på ${of('host')}.`,
  'url-set': () => 'Sätt den till adressen där tjänsten nås, så att länkar leder dit.',
  'url-own': of => `${of('url')} leder till läsarens egen dator.`,
  'url-name': () => 'Sätt den till namnet som tjänsten nås med.',
  'url-plain': of => `${of('url')} är inte krypterad: lösenord kan läsas på vägen.`,
  'url-encrypt': () => 'Sätt en proxy med TLS framför, och sätt den till https://...',
  'url-no-proxy': of =>
    `${of('url')} behöver en proxy framför, men ${of('setting')} är tom: alla anrop tycks komma ` +
    'från proxyn.',
  'url-trust': of => `Sätt ${of('setting')} till proxyns adress, till exempel 127.0.0.1.`,
  'url-fine': of => of('url'),
  'key-set': of => `${of('setting')} är satt.`,
  'key-private': of => `Bara ägaren kan läsa ${of('file')}.`,
  'key-group-reads': of => `Gruppen kan läsa ${of('file')} (rättigheter ${of('mode')}).`,
  'key-all-read': of => `Alla kan läsa ${of('file')} (rättigheter ${of('mode')}).`,
  run: of => of('command'),
} satisfies Partial<DoctorWords>

const store = {
  'store-embedded': (of, size) =>
    `inbyggd, i ${of('folder')}: PostgreSQL ${of('version')}, ${size('stored')}`,
  'store-external': (of, size) =>
    `databasen i ${of('setting')}: PostgreSQL ${of('version')}, ${size('stored')}`,
  'store-none': of => `Det finns ingen i ${of('folder')} än.`,
  'store-first-start': of =>
    `Den första starten skapar en; om det borde finnas en, kontrollera ${of('setting')}.`,
  'store-fails': of => of('says'),
  'store-read': of => `Läs ${of('page')}.`,
  'store-check': of => `Kontrollera ${of('setting')} och servern.`,
  'schema-current': of => `${of('schema')}, aktuellt`,
  'schema-newer': of =>
    `${of('schema')}, nyare än den här versionen, som känner till ${of('newest')}`,
  'schema-run-newer': () => 'Kör den nyare versionen av Pennypost.',
  'schema-missing': of => `${of('schema')}; det saknas: ${of('files')}`,
  'schema-none': of => `inget än; det saknas: ${of('files')}`,
  'schema-upgrade': of => `Nästa start inför det, eller: ${of('command')}`,
  'store-clock-ahead': of => `Datalagrets klocka går ${of('seconds')} s före.`,
  'store-clock-behind': of => `Datalagrets klocka går ${of('seconds')} s efter.`,
  'store-clock-same': () => 'Samma som här.',
  'store-clock-set': () => 'Ställ klockorna i båda datorerna med NTP.',
  'cluster-alone': () => 'Datalagret är inte fördelat.',
  'cluster-obstacle': of => of('says'),
  'cluster-undistributed': of => `Inte fördelade: ${of('tables')}.`,
  'cluster-settings': of => `Andra inställningar för sessioner än våra: ${of('settings')}.`,
  'cluster-functions': of => `${of('groups')} grupper av delar saknar våra funktioner.`,
  'cluster-fine': of => `Fördelat; ${of('nodes')} noder svarar.`,
  'cluster-distribute': of => `Stoppa processerna, sedan: ${of('command')}`,
  'standby-of-cluster': () => 'Ett datalager på flera servrar har ingen reserv att läsa från.',
  'standby-remove': of => `Ta bort ${of('setting')}.`,
  'standby-away': of => `Den svarar inte: ${of('says')}. Huvudservern svarar i dess ställe.`,
  'standby-foreign': of => `Den är en kopia av en annan server än den i ${of('setting')}.`,
  'standby-primary': () => 'Den följer ingen: den är själv en huvudserver.',
  'standby-anew': of => `Skapa den på nytt med pg_basebackup, eller rätta ${of('setting')}.`,
  'standby-unconnected': (_of, size) =>
    `Den är inte ansluten till huvudservern och ligger ${size('lag')} av loggen efter.`,
  'standby-log': () => 'Titta i dess logg.',
  'standby-follows': (_of, size) => `Den följer, ${size('lag')} av loggen efter.`,
  'standby-stronger': () => 'Ge den mer processor eller en snabbare disk.',
} satisfies Partial<DoctorWords>

const named = (title: string, names: string): string[] =>
  names === '' ? [] : [`${title}: ${names}`]

const service = {
  'keys-none': () => 'Inga än: den första starten skapar en.',
  'keys-sealed': of =>
    `Datalagret har nycklar, men inget öppnar dem: varken ${of('setting')} eller ${of('file')} ` +
    'finns.',
  'keys-bring-back': of =>
    `Ta tillbaka den secret.key som hör till datalagret, eller sätt ${of('setting')}. Båda finns ` +
    'i en säkerhetskopia.',
  'keys-open': of => `${of('keys')}, den nyaste är ${of('newest')}`,
  'keys-otherwise': of => `Nycklarna i datalagret förseglades med en annan ${of('setting')}.`,
  'keys-fail': of => of('says'),
  'keys-right': () => 'Ta tillbaka den rätta; en säkerhetskopia har den.',
  'backup-none': () => 'Pennypost har inte gjort någon.',
  'backup-last': (_of, _size, moment) => `Den senaste är från ${moment('at')}.`,
  'backup-nightly': of =>
    `Kör ${of('command')} varje natt, om du inte säkerhetskopierar på annat sätt.`,
  'accounts-none': () => 'Inget konto är öppet: inget program kan anropa.',
  'accounts-one': () => 'Ett är öppet.',
  'accounts-open': of => `${of('accounts')} är öppna.`,
  'dns-fine': of => `${of('domain')}: alla poster som mottagare kontrollerar finns.`,
  'dns-lacks': of =>
    `${of('domain')}: ${[
      ...named('måste göras', of('bad')),
      ...named('bör göras', of('warn')),
      ...named('okänt, DNS-tjänsten svarar inte', of('unknown')),
    ].join('; ')}.`,
} satisfies Partial<DoctorWords>

export const doctor: DoctorWords = { ...settings, ...machine, ...store, ...service }
