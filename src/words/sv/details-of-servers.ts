/** What relays, mailboxes and their log-ins reply or do not answer, in Swedish. */
import type { DetailWord, DetailWords } from '../detail-words.ts'

/** Beside a time limit: the begin of a reply. */
const late =
  (what: string): DetailWord =>
  value => {
    const said = value('said') === '' ? '' : ` Det sade ”${value('said')}”.`
    return `${what} inom ${value('time')}.${said}`
  }

const addresses = {
  'smtp-form': () => 'Adressen till ett relä skrivs smtp://värd:port eller smtps://värd:port.',
  'smtp-blanks': () =>
    'I adressen till ett relä står inga blanksteg eller styrtecken. Skriv %20 och så vidare i ' +
    'stället.',
  'smtp-place': () =>
    'Adressen till ett relä nämner en värd och därefter bara tillval: ' +
    'smtp://värd:port?namn=värde.',
  'smtp-token-password': () => 'Med token_url står bara en användare före @, och inget lösenord.',
  'smtp-user-password': () => 'Före @ står användare och lösenord: användare:lösenord.',
  'smtp-token-auth': () => 'Nycklar från token_url är till för auth=xoauth2.',
  'smtp-auth-user': value => `auth=${value('auth')} kräver en användare före värden.`,
  'smtp-auth-password': value => `auth=${value('auth')} kräver användare och lösenord före värden.`,
  'smtp-starttls': () => 'Med smtps:// krypteras allt från början. Ta bort tillvalet starttls.',
  'smtp-password-empty': () => 'Lösenordet är tomt.',
  'smtp-controls': () => 'Användare och lösenord får inte ha några styrtecken.',
  'smtp-user-escape': () =>
    'I användaren står ett % som inte inleder en kod som %20. Skriv %25 i stället.',
  'smtp-password-escape': () =>
    'I lösenordet står ett % som inte inleder en kod som %20. Skriv %25 i stället.',
  'smtp-host': () =>
    'Värden för ett relä är ett namn, en IPv4-adress eller en IPv6-adress inom hakparentes. ' +
    'Därefter står :port.',
  'smtp-port': value => `Porten för ett relä är ett tal från 1 till 65535, inte ${value('port')}.`,
  'smtp-options': value =>
    `Tillvalen för ett relä är ${value('options')}. I adressen står ett annat.`,
  'smtp-option-twice': value => `Tillvalet ${value('option')} står två gånger.`,
  'smtp-option': value => `För ${value('option')} finns: ${value('choices')}.`,
  'smtp-name': () => 'Tillvalet name sägs i EHLO: ett domännamn eller en adress inom hakparentes.',
  'smtp-wants-tls': value =>
    `Port ${value('port')} hör ihop med smtps://, men i adressen står smtp://.`,
  'smtp-wants-plain': value =>
    `Port ${value('port')} hör ihop med smtp://, men i adressen står smtps://.`,
  'smtp-by-tokens': value => `Loggar in med OAuth 2, med nycklar från ${value('host')}.`,
} satisfies DetailWords

const silences = {
  'smtp-invalid': value => `Reläet skickade inget giltigt SMTP-svar (${value('says')}).`,
  'smtp-unsolicited': () => 'Reläet skickar svar som ingen har frågat efter.',
  'smtp-closed': () => 'Reläet stängde förbindelsen.',
  'smtp-aborted': () => 'Förbindelsen avbröts.',
  'smtp-late-connection': late('Reläet tog inte emot förbindelsen'),
  'smtp-late-answer': late('Reläet svarade inte'),
  'smtp-late-email': late('Reläet tog inte emot mejlet'),
  'smtp-late-tls': late('Reläet blev inte klart med krypteringen (TLS)'),
  'smtp-late-step': value =>
    `Inte klart på ${value('seconds')} s: inget svar kom på steget ${value('step')}.`,
  'smtp-refused': value => `${value('host')} tar inte emot förbindelser på den porten.`,
  'smtp-no-address': value => `Ingen adress hittades för ${value('host')}.`,
  'smtp-no-dns': value => `Adressen till ${value('host')} gick inte att slå upp just nu.`,
  'smtp-reset': () => 'Reläet bröt förbindelsen.',
  'smtp-no-route': value => `Ingen väg genom nätet leder till ${value('host')}.`,
  'smtp-silent': value => `${value('host')} svarar inte.`,
  'smtp-other-name': value => `Reläets certifikat gäller inte för ${value('host')}.`,
  'smtp-untrusted': value =>
    `Certifikatet från ${value('host')} är inte betrott (${value('says')}).`,
  'smtp-tls': value => `Krypteringen (TLS) med ${value('host')} misslyckades (${value('says')}).`,
  'smtp-files': value =>
    `Ingen förbindelse med ${value('host')}: installationen har så många filer öppna som den får ` +
    `(${value('error')}). Den som driver den kan höja gränsen eller minska antalet förbindelser ` +
    'för reläet.',
  'smtp-failed': value => `Ingen förbindelse med ${value('host')} (${value('error')}).`,
  'smtp-no-starttls': () =>
    'Reläet erbjuder inte STARTTLS, som krävs. Med starttls=opportunistic i adressen går det utan.',
  'smtp-no-mechanism': value =>
    value('wanted') === ''
      ? 'Reläet erbjuder ingen inloggning, men i adressen står en användare.'
      : `Reläet erbjuder ingen inloggning, men adressen kräver ${value('wanted')}.`,
  'smtp-other-mechanisms': value =>
    `För inloggning erbjuder reläet bara ${value('offered')}` +
    (value('wanted') === '' ? '.' : `, men adressen kräver ${value('wanted')}.`),
  'smtp-in-the-clear': () =>
    'Förbindelsen är inte krypterad, så lösenordet skickas inte. Med starttls=never i reläets ' +
    'adress skulle det skickas.',
} satisfies DetailWords

const rejections = {
  'smtp-sender-form': () => 'Avsändaren är ingen adress som SMTP kan överföra.',
  'smtp-recipient-form': () => 'Mottagaren är ingen adress som SMTP kan överföra.',
  'smtp-utf8-recipient': () => 'Mottagaren kräver SMTPUTF8, som reläet inte erbjuder.',
  'smtp-utf8-sender': () => 'Avsändaren kräver SMTPUTF8, som reläet inte erbjuder.',
  'smtp-utf8-email': () => 'Mejlet kräver SMTPUTF8, som reläet inte erbjuder.',
  'smtp-eight-bit': () => 'Mejlet kräver 8BITMIME, som reläet inte erbjuder.',
  'smtp-size': (_, number) =>
    `Mejlet har ${number('size')} byte. Reläet tar emot högst ${number('limit')}.`,
  'smtp-held-back': () => 'Hölls tillbaka innan det skickades.',
  'sandbox-closed': () => 'Reläet är stängt.',
  'sandbox-full': () => 'Lagret har ingen plats för mejlet.',
  'sandbox-unsure': () => 'Om lagret har mejlet är inte känt.',
} satisfies DetailWords

const tokens = {
  'grant-value': (value, number) =>
    `${value('option')} har 1 till ${number('most')} tecken och inga styrtecken.`,
  'grant-facts': () => 'OAuth 2 kräver token_url och client_id.',
  'grant-secret': () =>
    'OAuth 2 kräver ett client_secret (client credentials), en refresh_token eller båda.',
  'grant-url': () => 'token_url är en adress som https://login.example.com/token.',
  'token-unanswered': value => `${value('host')} ger ingen nyckel (${value('says')}).`,
  'token-late': value =>
    `${value('host')} ger ingen nyckel och har inte svarat på ${value('seconds')} s.`,
  'token-none': value =>
    `${value('host')} ger ingen nyckel och svarar med status ${value('status')}.`,
  'token-refused': value => `${value('host')} nekar nyckeln (${value('says')}).`,
  'token-denied': value =>
    `${value('host')} nekar nyckeln och svarar med status ${value('status')}.`,
  'token-consent': () =>
    'Samtycket har gått ut eller tagits tillbaka: hämta en ny refresh_token där.',
  'token-client': () =>
    'Kontrollera client_id och client_secret. De kan ha gått ut: skapa nya där.',
  'token-not-allowed': () => 'Tillåt där att klienten får nycklar på det sättet.',
  'token-scope': () => 'Kontrollera scope.',
  'token-options': () => 'Kontrollera tillvalen för inloggningen.',
} satisfies DetailWords

const mailboxes = {
  'mailbox-stopped': value => `${value('at')}: hämtningen stoppades.`,
  'mailbox-late': value => `${value('at')}: det tar för lång tid.`,
  'mailbox-silent': value => `${value('at')}: servern har inte svarat på för länge.`,
  'mailbox-closed': value => `${value('at')}: servern stängde förbindelsen.`,
  'mailbox-line': value => `${value('at')}: servern skickar en rad utan slut.`,
  'mailbox-memory': value => `${value('at')}: det som servern skickar kräver för mycket minne.`,
  'mailbox-slow': value => `${value('at')}: det som servern skickar tar för lång tid att läsa.`,
  'mailbox-failed': value => `${value('at')}: ingen förbindelse (${value('says')}).`,
  'mailbox-replies': value => `Servern svarar på ${value('command')}: ”${value('says')}”.`,
  'mailbox-greeting': value => `Servern svarar på förbindelsen: ”${value('says')}”.`,
  'mailbox-bye': value => `Servern avslutar förbindelsen: ”${value('says')}”.`,
  'mailbox-uncounted': () => 'Servern säger inte hur många meddelanden det finns.',
  'mailbox-endless-list': () => 'Servern skickar en uppräkning utan slut.',
  'mailbox-lists': value => `Servern räknar upp: ”${value('says')}”.`,
  'mailbox-endless-message': () => 'Servern skickar ett meddelande utan slut.',
  'mailbox-octets': value => `Servern skickar ${value('octets')} byte som ingen har frågat efter.`,
  'mailbox-endless-reply': () => 'Servern skickar ett svar utan slut.',
  'mailbox-validity': () => 'Servern säger inte hur länge dess UID:n gäller.',
} satisfies DetailWords

const postboxes = {
  'mailbox-url-long': (_, number) => `Postlådans adress har mer än ${number('most')} tecken.`,
  'mailbox-url-form': () =>
    'En postlådas adress börjar med imaps://, imap://, pop3s:// eller pop3://.',
  'mailbox-url-escape': () =>
    'I användaren, lösenordet eller mappen står ett % som inte inleder en kod som %20. Skriv ' +
    '%25 i stället.',
  'mailbox-url-host': () => 'Värden saknas i postlådans adress.',
  'mailbox-url-login': () => 'Användaren eller lösenordet saknas i postlådans adress.',
  'mailbox-url-token': () => 'Med token_url står bara en användare före @, och inget lösenord.',
  'mailbox-url-lines': () => 'Användare, lösenord och mapp får inte ha någon radbrytning.',
  'mailbox-url-pop3': () => 'POP3 har inga mappar att välja bland.',
  'mailbox-url-oauth': () => 'OAuth 2 finns bara för IMAP.',
  'mailbox-url-options': value =>
    `Tillvalen för en postlåda är tls=no, verify=no, ${value('options')}. I adressen står ` +
    'ett annat.',
} satisfies DetailWords

export const detailsOfServers = {
  ...addresses,
  ...silences,
  ...rejections,
  ...tokens,
  ...mailboxes,
  ...postboxes,
} satisfies DetailWords
