/** Sentences of to-dos, in German. */
import type { DetailWords } from '../detail-words.ts'

const NO_REASON = 'Ein Grund ist nicht bekannt.'
const since = (minutes: string): string => (minutes === '0' ? '' : ` seit ${minutes} Minuten`)

export const detailsOfTodos = {
  'relay-paused': value =>
    `Das Relay ${value('relay')} ist angehalten: ${value('says') || NO_REASON}`,
  'relay-quota-used': (value, number, moment) =>
    `Das Relay ${value('relay')} meldet, dass sein Kontingent verbraucht ist: ` +
    `${value('says') || NO_REASON} Es nimmt${since(number('minutes'))} keine E-Mails an. ` +
    `Der nächste Versuch ist am ${moment('until')}.`,
  'relay-refusing': (value, number) =>
    `Das Relay ${value('relay')} nimmt${since(number('minutes'))} keine E-Mails an: ` +
    (value('says') || NO_REASON),
  'mailbox-unread': value =>
    `Das Postfach ${value('mailbox')}, ${value('shown')}, kann nicht gelesen werden: ` +
    value('says'),
  'sending-unconfirmed': value =>
    `Die Sendung „${value('name')}“ wartet auf Ihre Bestätigung: ` +
    (value('says') || 'Sie ist überfällig.'),
  'sending-paused': value => `Die Sendung „${value('name')}“ ist angehalten.`,
  'sender-of-list': value => `Absender der Liste ${value('list')}: ${value('says')}`,
  'sender-of-newsletter': value =>
    `Absender des Newsletters ${value('newsletter')}: ${value('says')}`,
  'sender-of-project': value => `Absender des Projekts ${value('project')}: ${value('says')}`,
  'sender-of-sending': value => `Absender der Sendung ${value('sending')}: ${value('says')}`,
  'sender-of-provider': value =>
    `${value('domain')} lässt keinen anderen Server in seinem Namen senden: E-Mails von seinen ` +
    'Adressen werden abgewiesen oder landen im Spam. Nehmen Sie eine Adresse Ihrer eigenen ' +
    'Domain.',
  'bounces-held': (value, number) =>
    `${number('people')} harte Bounces bei ${value('provider')} mit derselben Antwort warten auf ` +
    'eine Entscheidung.',
  'sign-ups-held': (value, number) =>
    `${number('people')} Anmeldungen über das Formular „${value('form')}“ werden zurückgehalten.`,
  'proposals-waiting': (value, number) =>
    value('proposals') === '1'
      ? 'Ein Vorschlag eines Assistenten wartet auf Ihre Entscheidung.'
      : `${number('proposals')} Vorschläge von Assistenten warten auf Ihre Entscheidung.`,
  'trigger-unconfirmed': value =>
    `Der Auslöser „${value('name')}“ wartet auf Ihre Bestätigung: ` +
    (value('says') || 'Er ist überfällig.'),
  'trigger-held': value =>
    `Der Auslöser „${value('name')}“ steht still: ${value('says') || NO_REASON}`,
  'webhook-paused': value =>
    `Der Webhook „${value('webhook')}“ ist angehalten: ${value('says') || NO_REASON}`,
  'program-silent': (value, number, moment) =>
    `Das Programm „${value('program')}“ ist seit ${moment('since')} still; davor rief es an ` +
    `${number('days')} Tagen auf.`,
  'program-failing': (value, number) =>
    `${number('calls')} Aufrufe des Programms „${value('program')}“ sind in 24 Stunden ` +
    `gescheitert: ${value('operation') || 'unbekannte Operation'}.`,
  'emails-late': (_, number) => `E-Mails warten seit ${number('minutes')} Minuten.`,
  'events-late': (_, number) => `Ereignisse für Webhooks warten seit ${number('minutes')} Minuten.`,
  'emails-refused-much': (_, number) =>
    `Postfachanbieter haben heute ${number('refused')} von ${number('answers')} E-Mails abgewiesen.`,
  'import-failed': value => `Import ${value('import')} ist gescheitert: ${value('says')}`,
} satisfies DetailWords
