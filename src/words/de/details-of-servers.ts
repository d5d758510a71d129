/** What relays, mailboxes and their log-ins reply or do not answer, in German. */
import type { DetailWord, DetailWords } from '../detail-words.ts'

/** Beside a time limit: the begin of a reply. */
const late =
  (what: string): DetailWord =>
  value => {
    const said = value('said') === '' ? '' : ` Es hat „${value('said')}“ gesagt.`
    return `${what} innerhalb von ${value('time')}.${said}`
  }

const addresses = {
  'smtp-form': () =>
    'Die Adresse eines Relays hat die Form smtp://host:port oder smtps://host:port.',
  'smtp-blanks': () =>
    'In der Adresse eines Relays stehen keine Leer- und Steuerzeichen. Schreiben Sie dafür %20 ' +
    'und so weiter.',
  'smtp-place': () =>
    'Die Adresse eines Relays nennt einen Host und danach nur Optionen: ' +
    'smtp://host:port?name=wert.',
  'smtp-token-password': () => 'Mit token_url steht vor dem @ nur ein Benutzer und kein Passwort.',
  'smtp-user-password': () => 'Vor dem @ stehen Benutzer und Passwort: benutzer:passwort.',
  'smtp-token-auth': () => 'Tokens von token_url sind für auth=xoauth2.',
  'smtp-auth-user': value => `Zu auth=${value('auth')} gehört ein Benutzer vor dem Host.`,
  'smtp-auth-password': value =>
    `Zu auth=${value('auth')} gehören Benutzer und Passwort vor dem Host.`,
  'smtp-starttls': () =>
    'Bei smtps:// ist alles von Anfang an verschlüsselt. Lassen Sie die Option starttls weg.',
  'smtp-password-empty': () => 'Das Passwort ist leer.',
  'smtp-controls': () => 'Benutzer und Passwort dürfen keine Steuerzeichen haben.',
  'smtp-user-escape': () =>
    'Im Benutzer steht ein %, das keinen Code wie %20 beginnt. Schreiben Sie dafür %25.',
  'smtp-password-escape': () =>
    'Im Passwort steht ein %, das keinen Code wie %20 beginnt. Schreiben Sie dafür %25.',
  'smtp-host': () =>
    'Der Host eines Relays ist ein Name, eine IPv4-Adresse oder eine IPv6-Adresse in eckigen ' +
    'Klammern. Danach steht :port.',
  'smtp-port': value =>
    `Der Port eines Relays ist eine Zahl von 1 bis 65535 und nicht ${value('port')}.`,
  'smtp-options': value =>
    `Optionen eines Relays sind ${value('options')}. In der Adresse steht eine andere.`,
  'smtp-option-twice': value => `Die Option ${value('option')} steht doppelt da.`,
  'smtp-option': value => `Für ${value('option')} gibt es: ${value('choices')}.`,
  'smtp-name': () =>
    'Die Option name wird in EHLO gesagt: ein Domainname oder eine Adresse in eckigen Klammern.',
  'smtp-wants-tls': value =>
    `Zu Port ${value('port')} gehört smtps://, und in der Adresse steht smtp://.`,
  'smtp-wants-plain': value =>
    `Zu Port ${value('port')} gehört smtp://, und in der Adresse steht smtps://.`,
  'smtp-by-tokens': value => `Meldet sich mit OAuth 2 an, mit Tokens von ${value('host')}.`,
} satisfies DetailWords

const silences = {
  'smtp-invalid': value => `Das Relay hat keine gültige SMTP-Antwort gesendet (${value('says')}).`,
  'smtp-unsolicited': () => 'Das Relay sendet Antworten, nach denen nicht gefragt war.',
  'smtp-closed': () => 'Das Relay hat die Verbindung geschlossen.',
  'smtp-aborted': () => 'Die Verbindung wurde abgebrochen.',
  'smtp-late-connection': late('Das Relay nahm die Verbindung nicht an'),
  'smtp-late-answer': late('Das Relay antwortete nicht'),
  'smtp-late-email': late('Das Relay nahm die E-Mail nicht an'),
  'smtp-late-tls': late('Das Relay kam mit der Verschlüsselung (TLS) nicht zu Ende'),
  'smtp-late-step': value =>
    `Nach ${value('seconds')} s ohne Ende: Es hat auf den Schritt ${value('step')} nicht ` +
    'geantwortet.',
  'smtp-refused': value => `${value('host')} nimmt auf diesem Port keine Verbindungen an.`,
  'smtp-no-address': value => `Für ${value('host')} wurde keine Adresse gefunden.`,
  'smtp-no-dns': value =>
    `Die Adresse von ${value('host')} konnte gerade nicht nachgeschlagen werden.`,
  'smtp-reset': () => 'Das Relay hat die Verbindung abgebrochen.',
  'smtp-no-route': value => `Zu ${value('host')} führt kein Weg durchs Netz.`,
  'smtp-silent': value => `${value('host')} antwortet nicht.`,
  'smtp-other-name': value => `Das Zertifikat des Relays gilt nicht für ${value('host')}.`,
  'smtp-untrusted': value =>
    `Dem Zertifikat von ${value('host')} wird nicht vertraut (${value('says')}).`,
  'smtp-tls': value =>
    `Die Verschlüsselung (TLS) mit ${value('host')} ist gescheitert (${value('says')}).`,
  'smtp-files': value =>
    `Keine Verbindung zu ${value('host')}: Die Installation hat so viele Dateien offen, wie sie ` +
    `darf (${value('error')}). Wer sie betreibt, kann die Grenze anheben oder die Verbindungen ` +
    'des Relays verringern.',
  'smtp-failed': value => `Keine Verbindung zu ${value('host')} (${value('error')}).`,
  'smtp-no-starttls': () =>
    'Das Relay bietet kein STARTTLS an, das verlangt ist. Mit starttls=opportunistic in seiner ' +
    'Adresse ginge es ohne.',
  'smtp-no-mechanism': value =>
    value('wanted') === ''
      ? 'Das Relay bietet keine Anmeldung an, und in seiner Adresse steht ein Benutzer.'
      : `Das Relay bietet keine Anmeldung an, und seine Adresse verlangt ${value('wanted')}.`,
  'smtp-other-mechanisms': value =>
    `Zur Anmeldung bietet das Relay nur ${value('offered')} an` +
    (value('wanted') === '' ? '.' : `, und seine Adresse verlangt ${value('wanted')}.`),
  'smtp-in-the-clear': () =>
    'Die Verbindung ist nicht verschlüsselt, also wird das Passwort nicht gesendet. Mit ' +
    'starttls=never in der Adresse des Relays würde es gesendet.',
} satisfies DetailWords

const rejections = {
  'smtp-sender-form': () => 'Der Absender ist keine Adresse, die SMTP übermitteln kann.',
  'smtp-recipient-form': () => 'Der Empfänger ist keine Adresse, die SMTP übermitteln kann.',
  'smtp-utf8-recipient': () => 'Der Empfänger braucht SMTPUTF8, was das Relay nicht anbietet.',
  'smtp-utf8-sender': () => 'Der Absender braucht SMTPUTF8, was das Relay nicht anbietet.',
  'smtp-utf8-email': () => 'Die E-Mail braucht SMTPUTF8, was das Relay nicht anbietet.',
  'smtp-eight-bit': () => 'Die E-Mail braucht 8BITMIME, was das Relay nicht anbietet.',
  'smtp-size': (_, number) =>
    `Die E-Mail hat ${number('size')} Bytes. Das Relay nimmt höchstens ${number('limit')} an.`,
  'smtp-held-back': () => 'Vor dem Senden zurückgehalten.',
  'sandbox-closed': () => 'Das Relay ist geschlossen.',
  'sandbox-full': () => 'Im Speicher ist kein Platz für die E-Mail.',
  'sandbox-unsure': () => 'Ob der Speicher die E-Mail hat, ist nicht bekannt.',
} satisfies DetailWords

const tokens = {
  'grant-value': (value, number) =>
    `${value('option')} hat 1 bis ${number('most')} Zeichen und keine Steuerzeichen.`,
  'grant-facts': () => 'OAuth 2 braucht token_url und client_id.',
  'grant-secret': () =>
    'OAuth 2 braucht ein client_secret (Client Credentials), ein refresh_token oder beides.',
  'grant-url': () => 'token_url ist eine Adresse wie https://login.example.com/token.',
  'token-unanswered': value => `${value('host')} gibt kein Token (${value('says')}).`,
  'token-late': value =>
    `${value('host')} gibt kein Token und hat ${value('seconds')} s lang nicht geantwortet.`,
  'token-none': value =>
    `${value('host')} gibt kein Token und antwortet mit dem Status ${value('status')}.`,
  'token-refused': value => `${value('host')} verweigert das Token (${value('says')}).`,
  'token-denied': value =>
    `${value('host')} verweigert das Token und antwortet mit dem Status ${value('status')}.`,
  'token-consent': () =>
    'Die Einwilligung ist abgelaufen oder zurückgezogen: Besorgen Sie dort ein neues ' +
    'refresh_token.',
  'token-client': () =>
    'Prüfen Sie client_id und client_secret. Vielleicht sind sie abgelaufen: Legen Sie dort ' +
    'neue an.',
  'token-not-allowed': () => 'Erlauben Sie dort, dass dieser Client so an Tokens kommt.',
  'token-scope': () => 'Prüfen Sie scope.',
  'token-options': () => 'Prüfen Sie die Optionen der Anmeldung.',
} satisfies DetailWords

const mailboxes = {
  'mailbox-stopped': value => `${value('at')}: Der Abruf wurde angehalten.`,
  'mailbox-late': value => `${value('at')}: Es dauert zu lange.`,
  'mailbox-silent': value => `${value('at')}: Der Server antwortet seit zu langer Zeit nicht.`,
  'mailbox-closed': value => `${value('at')}: Der Server hat die Verbindung geschlossen.`,
  'mailbox-line': value => `${value('at')}: Der Server sendet eine Zeile ohne Ende.`,
  'mailbox-memory': value =>
    `${value('at')}: Was der Server sendet, braucht zu viel Arbeitsspeicher.`,
  'mailbox-slow': value => `${value('at')}: Was der Server sendet, ist zu langsam zu lesen.`,
  'mailbox-failed': value => `${value('at')}: Keine Verbindung (${value('says')}).`,
  'mailbox-replies': value => `Der Server antwortet auf ${value('command')}: „${value('says')}“.`,
  'mailbox-greeting': value => `Der Server antwortet auf die Verbindung: „${value('says')}“.`,
  'mailbox-bye': value => `Der Server beendet die Verbindung: „${value('says')}“.`,
  'mailbox-uncounted': () => 'Der Server sagt nicht, wie viele Nachrichten es gibt.',
  'mailbox-endless-list': () => 'Der Server sendet eine Aufzählung ohne Ende.',
  'mailbox-lists': value => `Der Server zählt auf: „${value('says')}“.`,
  'mailbox-endless-message': () => 'Der Server sendet eine Nachricht ohne Ende.',
  'mailbox-octets': value =>
    `Der Server sendet ${value('octets')} Bytes, nach denen nicht gefragt war.`,
  'mailbox-endless-reply': () => 'Der Server sendet eine Antwort ohne Ende.',
  'mailbox-validity': () => 'Der Server sagt nicht, wie lange seine UIDs gelten.',
} satisfies DetailWords

const postboxes = {
  'mailbox-url-long': (_, number) =>
    `Die Adresse des Postfachs hat mehr als ${number('most')} Zeichen.`,
  'mailbox-url-form': () =>
    'Die Adresse eines Postfachs beginnt mit imaps://, imap://, pop3s:// oder pop3://.',
  'mailbox-url-escape': () =>
    'Im Benutzer, im Passwort oder im Ordner steht ein %, das keinen Code wie %20 beginnt. ' +
    'Schreiben Sie dafür %25.',
  'mailbox-url-host': () => 'In der Adresse des Postfachs fehlt der Host.',
  'mailbox-url-login': () => 'In der Adresse des Postfachs fehlt der Benutzer oder das Passwort.',
  'mailbox-url-token': () => 'Mit token_url steht vor dem @ nur ein Benutzer und kein Passwort.',
  'mailbox-url-lines': () => 'Benutzer, Passwort und Ordner dürfen keinen Zeilenumbruch haben.',
  'mailbox-url-pop3': () => 'Bei POP3 gibt es keine Ordner zur Auswahl.',
  'mailbox-url-oauth': () => 'OAuth 2 gibt es nur für IMAP.',
  'mailbox-url-options': value =>
    `Optionen eines Postfachs sind tls=no, verify=no, ${value('options')}. In der Adresse ` +
    'steht eine andere.',
} satisfies DetailWords

export const detailsOfServers = {
  ...addresses,
  ...silences,
  ...rejections,
  ...tokens,
  ...mailboxes,
  ...postboxes,
} satisfies DetailWords
