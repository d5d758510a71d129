/** Why emails and SMS did not go, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfOutcomes = {
  'outcome-cancelled': () => 'Avbrutet.',
  'outcome-erased': () => 'Personen har raderats.',
  'outcome-opted-out': () => 'Avanmäld från allt.',
  'outcome-complained': () => 'Har klagat.',
  'outcome-undeliverable': () => 'Adressen studsar.',
  'outcome-paused': () => 'Har bett om en paus.',
  'outcome-left': () => 'Har lämnat listan sedan dess.',
  'outcome-unsubscribed': () => 'Har avprenumererat sedan dess.',
  'outcome-trigger': () => 'Utlösaren togs bort.',
  'outcome-sms-opted-out': () => 'Avanmäld från sms.',
  'outcome-same-number': () => 'Samma nummer som någon annan.',
  'outcome-no-price': () => 'Det finns inget pris för numret.',
  'outcome-no-number': () => 'Inget telefonnummer.',
  'outcome-no-country': () => 'Numret saknar landsnummer.',
  'outcome-unknown-country': () => 'Landsnumret finns inte.',
  'outcome-not-number': () => 'Det är inget telefonnummer.',
  'outcome-not-mobile': () => 'Inget mobilnummer.',
  'outcome-sms-stopped': () => 'Utskicket avbröts innan svaret kom.',
  'outcome-sms-tries': value => `Gatewayen tog inte emot det på ${value('tries')} försök.`,
  'outcome-sandbox-closed': () => 'Sandlådan är stängd.',
  'outcome-sandbox-unsure': () => 'Om lagret har sms:et är inte känt.',
  'sms-waits': value => {
    const before = value('before') === '0' ? '' : `, efter ${value('before')} andra`
    return `Det väntar på kredit${before}: det skickas när ${value('credits')} till finns.`
  },
  'sms-unconfirmed': () =>
    'Det höll på att skickas när ingenting kördes på länge, eller innan lagret återställdes. ' +
    'Bekräfta att resten ska skickas, eller avbryt.',
  'sms-no-worker': () => 'Just nu körs ingenting som skickar.',
  'sms-gateway-down': value =>
    `${value('gateway')} tar inte emot några sms just nu: ${value('says')}`,
  'gateway-shut': () => 'Gatewayen stängdes innan det här sms:et skickades.',
  'gateway-cancelled': () => 'Avbrutet innan det skickades.',
  'gateway-slow': () => 'Gatewayen tog inte emot det i tid.',
  'gateway-throttled': value => `Gatewayen tar just nu emot bara få sms (${value('says')}).`,
  'gateway-invalid': value => `Gatewayen skickade ogiltig SMPP (${value('says')}).`,
  'gateway-hung-up': () => 'Gatewayen stängde förbindelsen.',
  'gateway-bind': value => `Gatewayen nekar inloggningen (${value('says')}).`,
  'gateway-ended': () => 'Förbindelsen avslutades.',
  'gateway-abandoned': () => 'Förbindelsen avbröts.',
  'gateway-enquire': value => `Gatewayen svarade inte på enquire_link inom ${value('seconds')} s.`,
  'gateway-unanswered': value => `Gatewayen svarade inte inom ${value('seconds')} s.`,
  'gateway-connect': value =>
    `Förbindelsen med gatewayen kom inte till stånd på ${value('seconds')} s.`,
  'gateway-refuses': value => `${value('host')} tar inte emot förbindelser på den porten.`,
  'gateway-unknown': value => `Värden ${value('host')} finns inte.`,
  'gateway-no-dns': value => `Adressen till ${value('host')} gick inte att slå upp just nu.`,
  'gateway-unreachable': value => `Ingen väg genom nätet leder till ${value('host')}.`,
  'gateway-silent': value => `${value('host')} svarar inte.`,
  'gateway-other-name': value => `Gatewayens certifikat gäller inte för ${value('host')}.`,
  'gateway-untrusted': value =>
    `Certifikatet från ${value('host')} är inte betrott (${value('says')}).`,
  'gateway-tls': value =>
    `Krypteringen (TLS) med ${value('host')} misslyckades (${value('says')}).`,
  'gateway-failed': value => `Ingen förbindelse med ${value('host')} (${value('error')}).`,
  'gateway-partly': value =>
    `${value('taken')} av ${value('segments')} delar togs emot (${value('says')}).`,
  'gateway-cannot': value => `Det går inte att skicka med SMPP (${value('says')}).`,
} satisfies DetailWords
