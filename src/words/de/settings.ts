/** What each setting is for, in German. */
export const settings: Record<string, string> = {
  HOST: 'Die Adresse, an der der Dienst Anfragen annimmt; 0.0.0.0 für alle.',
  PORT: 'Der Port, an dem er sie annimmt; 0 nimmt irgendeinen freien.',
  PUBLIC_URL:
    'Die öffentliche Adresse des Dienstes; Links in E-Mails und zum Anmelden beginnen mit ihr. Ohne sie nutzen Links zum Anmelden die Adresse der Anfrage.',
  TRUST_PROXY:
    'Die Proxys, deren X-Forwarded-Kopfzeilen geglaubt wird: Adressen oder Netze, durch Kommas getrennt.',
  MAX_BODY: 'Die größte Anfrage, die gelesen wird; eine größere wird mit 413 beantwortet.',
  BODY_BUDGET:
    'So viel Speicher dürfen die Inhalte aller laufenden Anfragen belegen; weitere werden mit 503 beantwortet. Formulare von Empfängern haben zusätzlich ein Achtel davon, Ereignisse von Relays und Rückrufe von SMS-Gateways ein Viertel.',
  API_CALLS_PER_MINUTE:
    'So viele Aufrufe der JSON-API darf jede Sitzung und jeder Schlüssel in der Minute machen, in jedem Prozess; alle eines Kontos fünfmal so viele. Ein Schlüssel kann eine eigene Grenze haben.',
  HEALTH_PORT:
    'Wo ein Prozess mit ROLES=worker auf /healthz, /readyz und /metrics antwortet; ohne ihn antwortet er nicht.',
  METRICS_TOKEN:
    'Wer dies als Bearer-Token sendet, darf /metrics lesen; ohne es darf das nur dieser Rechner.',
  DATA_DIR:
    'Wo der eingebaute Datenspeicher und die Datei mit dem Schlüssel liegen, und Dateien während eines Imports.',
  DATABASE_URL:
    'Ein PostgreSQL ab Version 15, das statt des eingebauten dient, etwa postgres://user:password@host:5432/database. Von mehreren Hosts, host1:5432,host2:5432, wird der erste genutzt, der Schreiben annimmt.',
  DATABASE_REPLICA_URL:
    'Ein Standby dieses PostgreSQL, für Berichte, Exporte und Seiten. Die Antworten sind so neu wie die des Primärservers, der antwortet, wo der Standby zurückliegt oder fehlt.',
  DATABASE_CONNECTIONS:
    'So viele Verbindungen zum Datenspeicher hält jeder Prozess höchstens; einer, der arbeitet, hält sechs weitere für Importe.',
  SECRET_KEY:
    'Verschlüsselt, was in einem Abzug des Datenspeichers nicht lesbar sein darf, 32 Zeichen oder mehr; ohne ihn wird DATA_DIR/secret.key angelegt und genutzt.',
  API_NAMESPACE:
    'Der XML-Namensraum des Webdienstes; Programme, die von einem anderen Dienst kommen, behalten dessen Namensraum.',
  API_SERVICE_NAME: 'Der Name des Webdienstes in WSDL und Hilfe.',
  API_OPERATIONS:
    'Die Operationen des Webdienstes: alle, oder nur die 38 der Spezifikation, ohne die Zusätze, die Programme anderer Dienste aufrufen.',
  ACCOUNT_USERNAME:
    'Der Benutzername des ersten Kontos, das in einem leeren Datenspeicher entsteht.',
  ACCOUNT_PASSWORD:
    'Das Passwort des ersten Kontos; ohne es wird eines erzeugt und einmal gezeigt.',
  NOTICE_FROM:
    'Der Absender von Einladungen und von Links für ein neues Passwort; sonst der Absender der ersten Liste des Kontos, doch gehen keine Bounces dorthin.',
  SYSTEM_MAIL_PROJECT:
    'Das Projekt, über das E-Mails an Mitglieder gehen, als Benutzername/Projekt: sie stehen im Ledger, werden wieder versucht und haben dessen Absender, wenn NOTICE_FROM fehlt. Wer die E-Mails des Kontos lesen darf, liest auch die Links in ihnen. Sonst gehen sie einmal über das erste Relay, das bereit ist.',
  OIDC_ISSUER:
    'Der Aussteller eines Anbieters von OpenID Connect, bei dem sich Mitglieder anmelden können, etwa https://login.example.com; ohne ihn melden sie sich nur mit Passwort an.',
  OIDC_CLIENT_ID:
    'Wie der Anbieter diesen Dienst nennt. Die Adresse der Rückleitung dort ist PUBLIC_URL/console/provider/return.',
  OIDC_CLIENT_SECRET:
    'Das Geheimnis, das der Anbieter diesem Dienst gab; keines bei einem öffentlichen Client.',
  OIDC_NAME: 'Wie man den Anbieter nennt, für den Knopf zum Anmelden; sonst sein Host.',
  ROLES:
    'Was dieser Prozess tut: Anfragen beantworten (web), die Arbeit dahinter (worker), oder beides.',
  LOG_LEVEL: 'Wie viel protokolliert wird: fatal, error, warn, info, debug, trace oder silent.',
  LOG_FORMAT:
    'Die Form der Protokollzeilen: JSON für Programme, oder Text für Menschen; auto nimmt Text an einem Terminal.',
  STOP_DELAY:
    'Wie lange ein Dienst beim Anhalten noch Anfragen annimmt, während /readyz 503 antwortet und jede Antwort ihre Verbindung schließt. Bei 0, bei Strg-C an einem Terminal, und wenn eine Minute lang niemand angefragt hat, nimmt er sofort keine mehr an.',
  STOP_TIMEOUT:
    'Zeitgrenze des Anhaltens. Unfertige Schritte werden protokolliert, und der Prozess endet durch SIGKILL.',
  LEASE_SECONDS:
    'Wie lange E-Mails, SMS, Importe und Webhooks bei einem Prozess bleiben, der sich nicht mehr meldet, bevor andere sie übernehmen.',
  UNCERTAIN_MAX:
    'So viele E-Mails hat jeder Prozess höchstens unterwegs: die, die ein Absturz ungewiss lässt.',
  SMTP_URL:
    'Das Relay, an das E-Mails gehen, etwa smtp://user:password@mail.example.com:587; ohne eines (und ohne Routen) behält sie die Sandbox.',
  RETRY_UNCERTAIN:
    'Ob eine E-Mail, deren Antwort bei einem Absturz verloren ging, noch einmal gesendet wird, mit derselben Message-ID.',
  CONFIRM_AFTER:
    'Eine Sendung, die nach einem Halt oder dem Einspielen einer Sicherung um mehr als dies überfällig ist, wartet auf eine Bestätigung.',
  SIGN_UP_DAYS: 'Wie lange jemand eine Anmeldung durch ein Formular bestätigen kann.',
  SIGN_UP_MX:
    'Ob Anmeldungen abgelehnt werden, wenn laut DNS die Domain der Adresse keine E-Mails annimmt.',
  DNS_RESOLVER:
    'Die DNS-Resolver der Prüfungen und der Suche nach den Mailservern von Empfängern, durch Kommas getrennt; sonst die dieses Rechners.',
  BOUNCE_DOMAIN:
    'Die Domain der Absender im Umschlag, die Bounces bekommt; sonst der Host von PUBLIC_URL.',
  BOUNCE_PORT:
    'Wo Bounces und Abmeldungen per E-Mail durch SMTP angenommen werden (25 für die Welt, oder ein Port, an den ein Mailserver weitergibt); ohne ihn nirgends.',
  BOUNCE_HOST: 'Die Adresse, an der BOUNCE_PORT annimmt; 0.0.0.0 für alle.',
  BOUNCE_TLS_CERT: 'Das Zertifikat mit seiner Kette in PEM, mit dem BOUNCE_PORT STARTTLS anbietet.',
  BOUNCE_TLS_KEY: 'Der private Schlüssel von BOUNCE_TLS_CERT in PEM.',
  BOUNCE_TOKEN_DAYS:
    'Wie lange nach einer Sendung ihre Bounces angenommen werden. Abmeldungen werden angenommen, solange die Sendung bekannt ist.',
  BOUNCE_KEEP_DAYS: 'Wie lange eingegangene Nachrichten und Bounces ohne Folgen aufbewahrt werden.',
  BOUNCE_SOFT_LIMIT:
    'Nach so vielen weichen Bounces hintereinander (volles Postfach) bekommt eine Adresse eine Zeitlang keine E-Mails.',
  BOUNCE_SOFT_DAYS:
    'Die Tage, über die BOUNCE_SOFT_LIMIT zählt; auch, wie lange die Adresse gesperrt ist, bevor es wieder versucht wird.',
  BOUNCE_HARD_DAYS:
    'Wie lange ein harter Bounce zählt, mindestens 30 Tage; danach wird es wieder versucht. Ohne Angabe für immer. Beschwerden und Abmeldungen enden nie.',
  BOUNCE_HOLD_DAYS:
    'Wie lange harte Bounces auf eine Entscheidung warten, wenn dieselbe Antwort für viele Personen kam; danach werden sie freigegeben.',
  COMPLAINT_ALERT:
    'Ab diesem Anteil von Beschwerden an den angenommenen E-Mails, und fünf davon, warnt das Protokoll vor einer Sendung.',
  COMPLAINT_BRAKE:
    'Ab diesem Anteil von Beschwerden an den angenommenen E-Mails, und fünf davon, pausiert eine Sendung; ohne Angabe keine.',
  FETCH_ALLOW:
    'Hosts, Adressen oder Netze, zu denen verbunden werden darf, obwohl sie nicht öffentlich sind, durch Kommas getrennt.',
  IMPORT_MAX_BYTES: 'Die größte Datei, die importiert wird, gepackt oder entpackt.',
  IMPORT_WAIT:
    'Wie lange InsertCsvSubscribersFromFileCustom auf seinen Import wartet, bevor es die bisherige Zahl nennt.',
  IMPORT_KEEP_DAYS:
    'Wie lange ein Import zurückgenommen werden kann, und seine Datei und abgelehnten Zeilen aufbewahrt werden.',
  MEDIA_MAX_BYTES: 'Das größte Bild, das in die Bibliothek aufgenommen wird.',
  MEDIA_S3_URL:
    'Die Adresse eines Buckets eines Objektspeichers mit dem Protokoll S3, für neue Bilder: https://s3.example.com/bucket. Ohne ihn liegen sie im Datenspeicher.',
  MEDIA_S3_REGION: 'Die Region dieses Objektspeichers.',
  MEDIA_S3_KEY_ID: 'Die Kennung seines Zugangsschlüssels.',
  MEDIA_S3_SECRET: 'Das Geheimnis seines Zugangsschlüssels.',
  OLD_PASSWORD: 'Das Passwort beim früheren Dienst für den Umzug; ohne es fragt der Befehl danach.',
  SMS_URL:
    'Das Gateway, an das SMS gehen: smpp://user:password@host:2775?window=50&rate=100&from=Pennypost, smpps:// für TLS, oder die https://-Adresse eines HTTP-Gateways mit #rate=100&from=Pennypost dahinter; ohne eines behält sie die Sandbox.',
  SMS_HTTP_BODY:
    'Der Inhalt, der an ein HTTP-Gateway geht, mit Platzhaltern: JSON, wenn er mit { beginnt, sonst ein Formular; ohne ihn gehen SMS per GET.',
  SMS_HTTP_HEADERS:
    'Kopfzeilen für ein solches Gateway, „Name: Wert“, mit Trennzeichen zwischen mehreren.',
  SMS_HTTP_OK:
    'Was eine Antwort eines solchen Gateways neben ihrem Status enthalten muss, um ein Erfolg zu sein; ein regulärer Ausdruck.',
  SMS_HTTP_ID:
    'Findet die Kennung der SMS in einer solchen Antwort: ein regulärer Ausdruck mit einer Gruppe.',
  SMS_CALLBACK_TOKEN:
    'Das Geheimnis in den Adressen, an die ein HTTP-Gateway Zustellberichte und Antworten gibt, mindestens 16 Buchstaben, Ziffern, - oder _; ohne es werden keine angenommen.',
  SMS_STOP_WORDS: 'Antworten, die eine Nummer von SMS abmelden.',
  SMS_START_WORDS: 'Antworten, die sie wieder anmelden.',
  HIT_KEEP_MONTHS: 'Wie lange jede Öffnung und jeder Klick einzeln bleibt; Zahlen bleiben.',
  LEDGER_KEEP_MONTHS:
    'Wie lange nach dem Ende einer Sendung aufbewahrt wird, wer sie bekam, öffnete und klickte, mit Adressen und Antworten; Zahlen bleiben. 0: für immer.',
  EVENT_KEEP_DAYS:
    'Wie lange Ereignisse aufbewahrt werden, die Programme über Personen melden; was sie begannen, geht weiter.',
  CLICK_PARAMETER:
    'Der Parameter, der das Kennzeichen eines Klicks an das Ziel eines Links gibt, damit Käufe dort zugeordnet werden; „off“ für keinen.',
  CONVERSION_DAYS: 'Wie lange nach einem Klick ein Kauf ihm zugeordnet wird.',
  CONVERSION_MAX:
    'Der größte Bestellwert, der von der Seite nach einem Kauf angenommen wird, den jeder mit einem Link fälschen kann; ein Server mit Schlüssel darf mehr melden.',
  WEBHOOK_KEEP_DAYS:
    'Wie lange gesendete Ereignisse aufbewahrt werden, um gezeigt und erneut gesendet zu werden, und die, die auf einen pausierten Webhook warten.',
  AUDIT_KEEP_MONTHS: 'Wie lange das Änderungsprotokoll aufbewahrt wird: wer was geändert hat.',
  ALARM_EMAIL:
    'Wer per E-Mail erfährt, dass etwas jemanden braucht und dass es vorbei ist: ein Programm, das still ist oder scheitert, ein Relay, das abweist, eine Schlange, die alt wird; ohne Angabe niemand.',
  ALARM_LANGUAGE: 'Die Sprache der E-Mails über Alarme.',
  PROGRAM_EXCHANGE_DAYS:
    'Wie viele Tage die letzten Aufrufe und Antworten von Programmen aufbewahrt werden, geschwärzt; 0: keine.',
  SUBMISSION_HOST:
    'Die Adresse, an der E-Mails von Programmen durch SMTP angenommen werden; 0.0.0.0 für alle.',
  SUBMISSION_NAME:
    'Der Hostname, unter dem Programme diesen SMTP-Dienst erreichen, wie das Zertifikat ihn hat; sonst der Host von PUBLIC_URL.',
  SUBMISSION_PORT:
    'Der Port, an dem E-Mails von Programmen durch SMTP mit STARTTLS angenommen werden; ohne ihn nirgends.',
  SUBMISSION_TLS_CERT: 'Das Zertifikat dieses SMTP-Dienstes mit seiner Kette, in PEM.',
  SUBMISSION_TLS_KEY: 'Der private Schlüssel von SUBMISSION_TLS_CERT, in PEM.',
  SUBMISSION_TLS_PORT: 'Der Port, an dem dieser SMTP-Dienst vom ersten Byte an verschlüsselt ist.',
}
