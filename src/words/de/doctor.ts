/** Sentences of the checks of an installation in German. */
import type { DoctorWords } from '../doctor-words.ts'

const settings = {
  'setting-none': of => `${of('name')} in ${of('file')} ist keine Einstellung.`,
  'setting-none-near': of =>
    `${of('name')} in ${of('file')} ist keine Einstellung. Meinten Sie ${of('near')}?`,
  'setting-none-secret': of =>
    `${of('name')} in ${of('file')} ist keine Einstellung. Nur Geheimnisse werden aus einer ` +
    `Datei gelesen, und ${of('near')} ist keines.`,
  'setting-of-environment': of =>
    `${of('name')} in der Umgebung ist keine Einstellung. Meinten Sie ${of('near')}?`,
  'setting-of-environment-secret': of =>
    `${of('name')} in der Umgebung ist keine Einstellung. Nur Geheimnisse werden aus einer ` +
    `Datei gelesen, und ${of('near')} ist keines.`,
  'setting-repeated': of => `${of('name')} steht mehrmals in ${of('file')}: Der letzte Wert zählt.`,
  'settings-none-more': of => `${of('names')} weitere Namen sind keine Einstellungen.`,
  'certificate-ended': of =>
    `Das Zertifikat von ${of('name')} ist am ${of('day')} abgelaufen. Erneuern Sie es, und ` +
    'starten Sie neu.',
  'certificate-early': of => `Das Zertifikat von ${of('name')} gilt erst ab ${of('day')}.`,
  'certificate-self-signed': of =>
    `Das Zertifikat von ${of('name')} ist von sich selbst unterschrieben. Programme, die ihr ` +
    'Gegenüber prüfen, lehnen es ab. Nehmen Sie es nur auf diesem Rechner.',
} satisfies Partial<DoctorWords>

const machine = {
  'node-version': of => `Node.js ${of('version')}`,
  'node-install': of => `Installieren Sie Node.js ${of('version')} oder neuer.`,
  'clock-at': (_of, _size, moment) => `Sie zeigt ${moment('at')}.`,
  'clock-wrong': (_of, _size, moment) => `Die Uhr dieses Rechners zeigt ${moment('at')}.`,
  'clock-set': () => 'Stellen Sie sie, am besten durch NTP.',
  'memory-enough': (_of, size) => `${size('memory')} Arbeitsspeicher`,
  'memory-small': (_of, size) =>
    `${size('memory')} Arbeitsspeicher: Bei weniger als 512 MB kann das System einen großen ` +
    'Import oder Versand beenden.',
  'memory-give': () => 'Geben Sie ihm 512 MB oder mehr. 1 GB lässt Luft.',
  'settings-fine': () => 'Jede ist brauchbar.',
  'settings-wrong': of => of('says'),
  'settings-correct': () => 'Berichtigen Sie es in der Umgebung oder in .env.',
  'disk-free': (of, size) => `${size('free')} frei auf dem Datenträger von ${of('folder')}`,
  'disk-larger': () => 'Schaffen Sie Platz, oder nehmen Sie einen größeren Datenträger.',
  'folder-unwritable': of => `Dieser Benutzer kann nicht in ${of('folder')} schreiben.`,
  'folder-own': () => 'Starten Sie als der Benutzer des Dienstes, oder geben Sie ihm den Ordner.',
  'url-unneeded': () => 'Nicht gesetzt. Der Dienst ist nur auf diesem Rechner zu erreichen.',
  'url-unset': of => `Nicht gesetzt, aber der Dienst nimmt Anfragen an ${of('host')} an.`,
  'url-set': () =>
    'Setzen Sie die Adresse, unter der man den Dienst erreicht. Dann führen Links dorthin.',
  'url-own': of => `${of('url')} führt jeden Leser zu seinem eigenen Rechner.`,
  'url-name': () => 'Setzen Sie den Namen, unter dem man den Dienst erreicht.',
  'url-plain': of => `${of('url')} ist nicht verschlüsselt: Passwörter können mitgelesen werden.`,
  'url-encrypt': () => 'Stellen Sie einen Proxy mit TLS davor, und setzen Sie https://...',
  'url-no-proxy': of =>
    `${of('url')} braucht einen Proxy, aber ${of('setting')} ist leer: Alle Anfragen scheinen ` +
    'vom Proxy zu kommen.',
  'url-trust': of => `Setzen Sie ${of('setting')} auf die Adresse des Proxys, etwa 127.0.0.1.`,
  'url-fine': of => of('url'),
  'key-set': of => `${of('setting')} ist gesetzt.`,
  'key-private': of => `Nur der Eigentümer kann ${of('file')} lesen.`,
  'key-group-reads': of => `Die Gruppe kann ${of('file')} lesen (Modus ${of('mode')}).`,
  'key-all-read': of => `Alle können ${of('file')} lesen (Modus ${of('mode')}).`,
  run: of => of('command'),
} satisfies Partial<DoctorWords>

const store = {
  'store-embedded': (of, size) =>
    `eingebaut, in ${of('folder')}: PostgreSQL ${of('version')}, ${size('stored')}`,
  'store-external': (of, size) =>
    `das PostgreSQL von ${of('setting')}: PostgreSQL ${of('version')}, ${size('stored')}`,
  'store-none': of => `In ${of('folder')} ist noch keiner.`,
  'store-first-start': of =>
    `Der erste Start legt einen an. Falls einer da sein sollte, prüfen Sie ${of('setting')}.`,
  'store-fails': of => of('says'),
  'store-read': of => `Näheres steht in ${of('page')}.`,
  'store-check': of => `Prüfen Sie ${of('setting')} und den Server.`,
  'schema-current': of => `${of('schema')}, auf dem neuesten Stand`,
  'schema-newer': of => `${of('schema')}, neuer als diese Version, die ${of('newest')} kennt`,
  'schema-run-newer': () => 'Starten Sie die neuere Version von Pennypost.',
  'schema-missing': of => `${of('schema')}; es fehlen: ${of('files')}`,
  'schema-none': of => `noch keines; es fehlen: ${of('files')}`,
  'schema-upgrade': of => `Der nächste Start wendet sie an, oder: ${of('command')}`,
  'store-clock-ahead': of => `Die Uhr des Datenspeichers geht ${of('seconds')} s vor.`,
  'store-clock-behind': of => `Die Uhr des Datenspeichers geht ${of('seconds')} s nach.`,
  'store-clock-same': () => 'Dieselbe wie hier.',
  'store-clock-set': () => 'Stellen Sie die Uhren beider Rechner durch NTP.',
  'cluster-alone': () => 'Der Datenspeicher ist nicht verteilt.',
  'cluster-obstacle': of => of('says'),
  'cluster-undistributed': of => `Nicht verteilt: ${of('tables')}.`,
  'cluster-settings': of => `Andere Einstellungen der Sitzungen als unsere: ${of('settings')}.`,
  'cluster-functions': of => `${of('groups')} Gruppen von Shards fehlen unsere Funktionen.`,
  'cluster-fine': of => `Verteilt; ${of('nodes')} Knoten antworten.`,
  'cluster-distribute': of => `Halten Sie die Prozesse an, dann: ${of('command')}`,
  'standby-of-cluster': () =>
    'Ein Datenspeicher auf mehreren Servern hat keinen Standby, von dem gelesen wird.',
  'standby-remove': of => `Entfernen Sie ${of('setting')}.`,
  'standby-away': of => `Er antwortet nicht: ${of('says')}. Der Primärserver liest für ihn.`,
  'standby-foreign': of => `Er ist die Kopie eines anderen Servers als dem von ${of('setting')}.`,
  'standby-primary': () => 'Er folgt keinem: Er ist selbst ein Primärserver.',
  'standby-anew': of =>
    `Legen Sie ihn mit pg_basebackup neu an, oder berichtigen Sie ${of('setting')}.`,
  'standby-unconnected': (_of, size) =>
    `Er ist nicht mit dem Primärserver verbunden; ${size('lag')} des Protokolls fehlen ihm.`,
  'standby-log': () => 'Sehen Sie in sein Protokoll.',
  'standby-follows': (_of, size) => `Er folgt; ${size('lag')} des Protokolls fehlen ihm.`,
  'standby-stronger': () => 'Geben Sie ihm mehr Prozessor oder einen schnelleren Datenträger.',
} satisfies Partial<DoctorWords>

const named = (title: string, names: string): string[] =>
  names === '' ? [] : [`${title}: ${names}`]

const service = {
  'keys-none': () => 'Noch keine: Der erste Start legt einen an.',
  'keys-sealed': of =>
    'Der Datenspeicher hat Schlüssel, aber nichts öffnet sie: Es gibt weder ' +
    `${of('setting')} noch ${of('file')}.`,
  'keys-bring-back': of =>
    `Holen Sie die secret.key zurück, die zum Datenspeicher gehört, oder setzen Sie ` +
    `${of('setting')}. Beides steht in einer Sicherung.`,
  'keys-open': of => `${of('keys')}, der neueste ist ${of('newest')}`,
  'keys-otherwise': of =>
    `Die Schlüssel im Datenspeicher wurden mit einem anderen ${of('setting')} verschlossen.`,
  'keys-fail': of => of('says'),
  'keys-right': () => 'Holen Sie den richtigen zurück; eine Sicherung hat ihn.',
  'backup-none': () => 'Pennypost hat noch keine gemacht.',
  'backup-last': (_of, _size, moment) => `Die letzte ist von ${moment('at')}.`,
  'backup-nightly': of =>
    `Führen Sie jede Nacht ${of('command')} aus, sofern Sie nicht anders sichern.`,
  'accounts-none': () => 'Kein Konto ist offen: Kein Programm kann aufrufen.',
  'accounts-one': () => 'Eines ist offen.',
  'accounts-open': of => `${of('accounts')} sind offen.`,
  'dns-fine': of => `${of('domain')}: Alle Einträge, die Empfänger prüfen, sind da.`,
  'dns-lacks': of =>
    `${of('domain')}: ${[
      ...named('nötig', of('bad')),
      ...named('besser', of('warn')),
      ...named('unbekannt, da der Resolver schweigt', of('unknown')),
    ].join('; ')}.`,
} satisfies Partial<DoctorWords>

export const doctor: DoctorWords = { ...settings, ...machine, ...store, ...service }
