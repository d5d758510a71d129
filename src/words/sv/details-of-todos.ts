/** Sentences of to-dos, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

const NO_REASON = 'Orsaken är inte känd.'
const since = (minutes: string): string => (minutes === '0' ? '' : ` sedan ${minutes} minuter`)

export const detailsOfTodos = {
  'relay-paused': value => `Reläet ${value('relay')} är pausat: ${value('says') || NO_REASON}`,
  'relay-quota-used': (value, number, moment) =>
    `Reläet ${value('relay')} säger att dess kvot är slut: ${value('says') || NO_REASON} Det tar ` +
    `inte emot några mejl${since(number('minutes'))}. Nästa försök görs ${moment('until')}.`,
  'relay-refusing': (value, number) =>
    `Reläet ${value('relay')} tar inte emot några mejl${since(number('minutes'))}: ` +
    (value('says') || NO_REASON),
  'mailbox-unread': value =>
    `Brevlådan ${value('mailbox')}, ${value('shown')}, kan inte läsas: ${value('says')}`,
  'sending-unconfirmed': value =>
    `Utskicket ”${value('name')}” väntar på din bekräftelse: ${value('says') || 'Det är försenat.'}`,
  'sending-paused': value => `Utskicket ”${value('name')}” är pausat.`,
  'sender-of-list': value => `Avsändaren för lista ${value('list')}: ${value('says')}`,
  'sender-of-newsletter': value =>
    `Avsändaren för nyhetsbrev ${value('newsletter')}: ${value('says')}`,
  'sender-of-project': value => `Avsändaren för projekt ${value('project')}: ${value('says')}`,
  'sender-of-sending': value => `Avsändaren för utskick ${value('sending')}: ${value('says')}`,
  'sender-of-provider': value =>
    `${value('domain')} låter ingen annan server skicka i sitt namn: mejl från dess adresser ` +
    'avvisas eller hamnar i skräpposten. Använd en adress på din egen domän.',
  'bounces-held': (value, number) =>
    `${number('people')} hårda studsar hos ${value('provider')} med samma svar väntar på ett ` +
    'beslut.',
  'sign-ups-held': (value, number) =>
    `${number('people')} anmälningar via formuläret ”${value('form')}” hålls tillbaka.`,
  'proposals-waiting': (_, number) =>
    `${number('proposals')} förslag från assistenter väntar på ditt beslut.`,
  'trigger-unconfirmed': value =>
    `Utlösaren ”${value('name')}” väntar på din bekräftelse: ${value('says') || 'Den är försenad.'}`,
  'trigger-held': value => `Utlösaren ”${value('name')}” står still: ${value('says') || NO_REASON}`,
  'webhook-paused': value =>
    `Webhooken ”${value('webhook')}” är pausad: ${value('says') || NO_REASON}`,
  'program-silent': (value, number, moment) =>
    `Programmet ”${value('program')}” har varit tyst sedan ${moment('since')}; dessförinnan ` +
    `anropade det ${number('days')} dagar.`,
  'program-failing': (value, number) =>
    `${number('calls')} anrop från programmet ”${value('program')}” har misslyckats på 24 ` +
    `timmar: ${value('operation') || 'okänd operation'}.`,
  'emails-late': (_, number) => `Mejl har väntat i ${number('minutes')} minuter.`,
  'events-late': (_, number) => `Händelser för webhooks har väntat i ${number('minutes')} minuter.`,
  'emails-refused-much': (_, number) =>
    `Mejlleverantörer har i dag avvisat ${number('refused')} av ${number('answers')} mejl.`,
  'import-failed': value => `Import ${value('import')} misslyckades: ${value('says')}`,
} satisfies DetailWords
