/** Why a sending, a trigger or a webhook stands still, in German. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfStops = {
  'newsletter-none': value => `Es gibt keinen Newsletter ${value('newsletter')}.`,
  'stopped-by-hand': () => 'Ein Mitglied hat angehalten.',
  restored: () =>
    'Der Speicher wurde aus einer Sicherung wiederhergestellt, und was seither hinausging, ist ' +
    'hier nicht bekannt. Bestätigen Sie, dass noch gesendet werden soll.',
  'nothing-ran': () => 'Lange Zeit lief nichts. Bestätigen Sie, dass noch gesendet werden soll.',
  'sending-overdue': () =>
    'Sie war fällig, als nichts lief. Bestätigen Sie, dass noch gesendet werden soll.',
  'sending-cancelled': () => 'Ein Mitglied hat sie abgebrochen.',
  'sending-undone': () => 'Rückgängig gemacht, bevor etwas gesendet wurde.',
  'sending-too-large': value =>
    `Das Relay ${value('relay')} nimmt so große E-Mails nicht an (${value('says')}). Nehmen Sie ` +
    'ein Relay, das größere annimmt, und setzen Sie fort; oder brechen Sie ab und senden Sie ' +
    'einen kleineren Newsletter.',
  'sending-complaints': (value, number) =>
    `${number('people')} Personen haben sich über die bisher ${number('emails')} angenommenen ` +
    `E-Mails beschwert (${value('rate')}), mehr als hier erlaubt ist. Prüfen Sie, wer sie ` +
    'bekommt, bevor Sie fortsetzen.',
  'trigger-not-started': () => 'Noch nicht gestartet.',
  'trigger-overdue': () =>
    'Personen waren an der Reihe, als nichts lief. Bestätigen Sie, dass es für sie weitergeht.',
  'trigger-list-gone': value => `Die Liste ${value('list')} dieses Auslösers wurde gelöscht.`,
  'step-list-gone': value =>
    `Die Liste ${value('list')}, in die der Schritt „${value('step')}“ aufnimmt, wurde gelöscht.`,
  'step-webhook-gone': value =>
    `Der Webhook ${value('webhook')}, den der Schritt „${value('step')}“ aufruft, wurde entfernt.`,
  'step-filter-gone': value =>
    `Der Filter ${value('filter')}, den der Schritt „${value('step')}“ prüft, wurde gelöscht.`,
  'step-people-removed': value =>
    `Der Schritt „${value('step')}“ fragt, wer in der Sendung ${value('asked')} geöffnet oder ` +
    'geklickt hat: Ihre Empfänger wurden gelöscht.',
  'step-newsletter': value =>
    `Der Schritt „${value('step')}“ kann den Newsletter ${value('newsletter')} nicht senden: ` +
    value('says'),
  'step-sms': value =>
    `Der Schritt „${value('step')}“ kann seine SMS nicht senden: ${value('says')}`,
  'webhook-unwanted': value =>
    `Der Empfänger will keine Ereignisse mehr: Er antwortete ${value('answer')}.`,
  'webhook-failing': value =>
    `Drei Tage lang wurde nichts angenommen. Die letzte Antwort war: ${value('answer')}.`,
  'webhook-restored': () =>
    'Der Speicher wurde aus einer Sicherung wiederhergestellt. Setzen Sie fort, wenn Ereignisse ' +
    'von hier gesendet werden sollen.',
} satisfies DetailWords

/** Why an email was not sent or not accepted, and what helps a relay that was paused. */
export const detailsOfDeliveries = {
  'email-content-gone': () =>
    'Der Inhalt wurde entfernt, oder das Projekt ist angehalten: Die E-Mail lässt sich nicht noch einmal senden.',
  'email-on-its-way': () =>
    'Die E-Mail wurde für alle Empfänger schon übergeben oder zurückgezogen: Ihre Zeit lässt sich nicht mehr ändern.',
  'address-unmailable': value =>
    `An „${value('address')}“ kann keine E-Mail gesendet werden: Das ist keine Adresse.`,
  'address-domain': value =>
    `Die Domain von „${value('address')}“ ist kein Name, der im DNS gesucht werden kann.`,
  'email-late': () => '72 Stunden lang versucht.',
  'email-unwritable': value => `Die E-Mail konnte nicht erstellt werden: ${value('says')}`,
  'email-sender-stopped': () => 'Die Übergabe brach ab, bevor die Antwort kam.',
  'email-slowed': value => `${value('route')} sendet zurzeit langsamer an ${value('provider')}.`,
  'email-over-quota': value =>
    `${value('route')} hat das Kontingent des Tages für ${value('provider')} verbraucht.`,
  'relay-change-setting': () =>
    'Ändern Sie dann die Adresse des Relays, starten Sie neu und setzen Sie das Relay fort.',
  'relay-change-address': () => 'Ändern Sie dann die Adresse des Relays und setzen Sie es fort.',
} satisfies DetailWords
