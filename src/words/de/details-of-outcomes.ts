/** Why emails and SMS did not go, in German. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfOutcomes = {
  'outcome-cancelled': () => 'Abgebrochen.',
  'outcome-erased': () => 'Die Person wurde gelöscht.',
  'outcome-opted-out': () => 'Von allem abgemeldet.',
  'outcome-complained': () => 'Hat sich beschwert.',
  'outcome-undeliverable': () => 'Die Adresse ist unzustellbar.',
  'outcome-paused': () => 'Hat um eine Pause gebeten.',
  'outcome-left': () => 'Hat die Liste seither verlassen.',
  'outcome-unsubscribed': () => 'Hat sich seither abgemeldet.',
  'outcome-trigger': () => 'Der Auslöser wurde entfernt.',
  'outcome-sms-opted-out': () => 'Von SMS abgemeldet.',
  'outcome-same-number': () => 'Dieselbe Nummer wie bei jemand anderem.',
  'outcome-no-price': () => 'Für diese Nummer gibt es keinen Preis.',
  'outcome-no-number': () => 'Keine Telefonnummer.',
  'outcome-no-country': () => 'Der Nummer fehlt die Vorwahl des Landes.',
  'outcome-unknown-country': () => 'Die Vorwahl des Landes gibt es nicht.',
  'outcome-not-number': () => 'Das ist keine Telefonnummer.',
  'outcome-not-mobile': () => 'Keine Mobilnummer.',
  'outcome-sms-stopped': () => 'Die Übergabe brach ab, bevor die Antwort kam.',
  'outcome-sms-tries': value =>
    `Das Gateway hat sie in ${value('tries')} Versuchen nicht angenommen.`,
  'outcome-sandbox-closed': () => 'Die Sandbox ist geschlossen.',
  'outcome-sandbox-unsure': () => 'Ob der Speicher die SMS hat, ist nicht bekannt.',
  'sms-waits': value => {
    const before = value('before') === '0' ? '' : `, nach ${value('before')} anderen`
    return `Sie wartet auf Guthaben${before}: Sie geht hinaus, sobald ${value('credits')} mehr da sind.`
  },
  'sms-unconfirmed': () =>
    'Sie wurde gesendet, als lange nichts lief, oder bevor der Speicher wiederhergestellt ' +
    'wurde. Bestätigen Sie, dass der Rest hinausgehen soll, oder brechen Sie ab.',
  'sms-no-worker': () => 'Es läuft gerade nichts, das sendet.',
  'sms-gateway-down': value => `${value('gateway')} nimmt gerade keine SMS an: ${value('says')}`,
  'gateway-shut': () => 'Das Gateway wurde geschlossen, bevor diese SMS hinausging.',
  'gateway-cancelled': () => 'Abgebrochen, bevor sie hinausging.',
  'gateway-slow': () => 'Das Gateway hat sie nicht rechtzeitig angenommen.',
  'gateway-throttled': value => `Das Gateway nimmt gerade nur wenige SMS an (${value('says')}).`,
  'gateway-invalid': value => `Das Gateway hat ungültiges SMPP gesendet (${value('says')}).`,
  'gateway-hung-up': () => 'Das Gateway hat die Verbindung geschlossen.',
  'gateway-bind': value => `Das Gateway verweigert die Anmeldung (${value('says')}).`,
  'gateway-ended': () => 'Die Verbindung wurde beendet.',
  'gateway-abandoned': () => 'Die Verbindung wurde abgebrochen.',
  'gateway-enquire': value =>
    `Das Gateway hat auf enquire_link ${value('seconds')} s lang nicht geantwortet.`,
  'gateway-unanswered': value => `Das Gateway hat ${value('seconds')} s lang nicht geantwortet.`,
  'gateway-connect': value =>
    `Die Verbindung zum Gateway kam in ${value('seconds')} s nicht zustande.`,
  'gateway-refuses': value => `${value('host')} nimmt auf diesem Port keine Verbindungen an.`,
  'gateway-unknown': value => `Den Host ${value('host')} gibt es nicht.`,
  'gateway-no-dns': value =>
    `Die Adresse von ${value('host')} konnte gerade nicht nachgeschlagen werden.`,
  'gateway-unreachable': value => `Zu ${value('host')} führt kein Weg durchs Netz.`,
  'gateway-silent': value => `${value('host')} antwortet nicht.`,
  'gateway-other-name': value => `Das Zertifikat des Gateways gilt nicht für ${value('host')}.`,
  'gateway-untrusted': value =>
    `Dem Zertifikat von ${value('host')} wird nicht vertraut (${value('says')}).`,
  'gateway-tls': value =>
    `Die Verschlüsselung (TLS) mit ${value('host')} ist gescheitert (${value('says')}).`,
  'gateway-failed': value => `Keine Verbindung zu ${value('host')} (${value('error')}).`,
  'gateway-partly': value =>
    `${value('taken')} von ${value('segments')} Teilen wurden angenommen (${value('says')}).`,
  'gateway-cannot': value => `Per SMPP ist sie nicht zu senden (${value('says')}).`,
} satisfies DetailWords
