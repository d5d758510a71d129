/** Refusals about sendings and accounts, in German. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfAccounts = {
  'zone-unknown': () => 'Diese Zeitzone gibt es nicht.',
  'time-unknown': value =>
    `Diese Zeit gibt es in der Zone ${value('zone')} nicht: Geben Sie einen Tag und ` +
    'eine Uhrzeit an, die es gibt.',
  'time-passed': value => `${value('time')} ist schon vorbei. Ohne Zeit wird sofort gesendet.`,
  'daily-share': () => 'Der Anteil eines Tages liegt zwischen 1 und 50 Prozent.',
  'recipe-feed': () => 'Geben Sie die Adresse des Feeds an.',
  'recipe-field': () => 'Wählen Sie das Datenfeld mit dem Datum.',
  'field-none': value => `Es gibt kein Datenfeld DD${value('field')}.`,
  'test-addresses-many': value =>
    `Test-E-Mails gehen an höchstens ${value('most')} Adressen zugleich, das sind ` +
    `${value('given')}. Für mehr legen Sie eine Testgruppe an.`,
  'test-group-gone': () => 'Es gibt keine Testgruppe mit diesem Namen, oder sie ist leer.',
  'test-nobody': () => 'Eine Test-E-Mail braucht eine Adresse oder eine Testgruppe.',
  'address-local': () =>
    'Links und Abmeldungen in den E-Mails würden nicht funktionieren: Die öffentliche ' +
    'Adresse dieses Servers ist nicht eingestellt. Das macht, wer ihn betreibt.',
  'sending-state': () => 'Im jetzigen Zustand der Sendung geht das nicht. Laden Sie die Seite neu.',
  'sending-begun': () => 'Die Sendung hat begonnen. Um sie anzuhalten, brechen Sie sie ab.',
  'variants-many': value => `Ein A/B-Test hat 2 bis ${value('most')} Varianten.`,
  'variants-share': () => 'Der Anteil eines A/B-Tests liegt zwischen 1 und 100 Prozent.',
  'winner-delay': () => 'Der Gewinner wird nach einer Minute bis 30 Tagen gewählt.',
  'variant-languages': () =>
    'Der Newsletter hat mehrere Sprachen, und ein Betreff würde nur in einer davon getestet. ' +
    'Legen Sie für jede Variante einen Newsletter mit eigenen Betreffzeilen an.',
  'variants-same': () => 'Zwei Varianten des A/B-Tests sind gleich.',
  'variant-sender': () => 'Der Absender einer Variante ist keine E-Mail-Adresse.',
  'variant-subject': () => 'Eine Variante braucht einen Betreff.',
  'time-of-sample': () => 'Das ist die Stichprobe eines A/B-Tests: Ändern Sie dessen Zeit.',
  'time-fixed': () => 'Die Zeit dieser Sendung kann nicht mehr geändert werden.',
  'lists-many': value => `Eine Sendung geht an höchstens ${value('most')} Listen.`,
  'list-twice': () => 'Eine Liste ist doppelt genannt.',
  'list-both': value =>
    `Liste ${value('list')} ist gewählt und zugleich ausgeschlossen: Lassen Sie eines davon weg.`,
  'lists-unlike': value =>
    `Die Listen ${value('list')} und ${value('first')} werden nicht gleich gemessen: ` +
    'eine von ihnen anonym. Senden Sie an jede für sich.',
  'sending-test': value => `Sendung ${value('sending')} ist ein Test oder hat nicht begonnen.`,
  'openers-unknown': value =>
    `Wer Sendung ${value('sending')} geöffnet hat, ist nicht bekannt: Sie wird anonym ` +
    'oder gar nicht gemessen.',
  'sms-dearer': value => `Das würde jetzt ${value('cost')} Credits kosten, nicht ${value('most')}.`,
  'sms-most-cost': () => 'Was es höchstens kosten darf, ist eine Zahl wie 12.50.',
  'people-other': (_, number) =>
    `${number('people')} Personen würden es bekommen, nicht ${number('expected')}.`,
  'people-unusual': (_, number) =>
    `${number('people')} Personen würden es bekommen; Sendungen an diese Liste ` +
    `erreichen sonst ${number('usual')}. Bestätigen Sie die Zahl.`,
  'test-few-measured': (_, number) =>
    `Nur ${number('measured')} von ${number('people')} Personen werden gemessen: ` +
    'zu wenige, um zu sagen, welche Variante besser ist.',
  'sample-there': value => `Das Beispiel gibt es schon: Liste ${value('list')}.`,
  'sample-people': (_, number) => `${number('people')} der erfundenen Personen gibt es schon.`,
  'field-nobody': value => `Kein Feld heißt ${value('name')}.`,
  'winner-no-test': () => 'Die Sendung hat keinen A/B-Test.',
  'winner-chosen': () => 'Der Gewinner des A/B-Tests ist schon gewählt.',
  'variant-none': () => 'Diese Variante gibt es nicht.',
  'winner-early': () => 'Die Stichproben haben noch nicht begonnen.',
  'recipients-unknown': () =>
    'Wer geöffnet oder geklickt hat, ist nicht bekannt: Es wird anonym oder gar nicht gemessen.',
  'report-early': () => 'Es gibt noch keinen Bericht: Die Sendung hat nicht begonnen.',
  'report-links-many': value =>
    `Es gibt schon ${value('most')} Links auf den Bericht: Ziehen Sie einen davon zurück.`,
  'list-nameless': () => 'Eine Liste braucht einen Namen.',
  'list-sender': () => 'Die Absenderadresse ist keine Adresse, von der gesendet werden kann.',
  'charset-unknown': () => 'Diesen Zeichensatz gibt es nicht.',
  'list-busy': value =>
    `Laufende Auslöser: ${value('triggers')}, unfertige Sendungen: ${value('sendings')}. ` +
    'Halten Sie sie zuerst an, oder brechen Sie sie ab.',
  'list-archived': value =>
    `Liste ${value('list')} ist archiviert: Stellen Sie sie wieder her, um an sie zu senden.`,
  'audience-lists': () => 'Wählen Sie Listen oder den Newsletter, dessen Liste gemeint ist.',
  'quiet-hours-whole': () =>
    'Ruhezeiten lassen mindestens eine Stunde am Tag frei: Sonst würde nie etwas gesendet.',
  'quiet-hours-missing': () => 'Geben Sie Beginn und Ende an, oder dass jede Stunde erlaubt ist.',
  'order-one-way': () =>
    'Wählen Sie eines: die Zeitzone jeder Person, einen Anteil je Tag oder einen A/B-Test.',
  'best-hour-alone': () =>
    'Die beste Stunde ist bei jeder Person eine andere Zeit: nicht mit einem Anteil je Tag, und ' +
    'nicht mit einem A/B-Test, dessen Varianten zur gleichen Zeit verglichen werden.',
  'local-time-missing': () =>
    'Geben Sie die Zeit an, zu der in der Zone jeder Person gesendet wird.',
  'local-time-offset': () =>
    'Eine Zeit in der Zone jeder Person hat keine Zeitverschiebung: Schreiben Sie sie ' +
    'wie 2026-11-22 09:00.',
  'list-or-lists': () => 'Geben Sie eine Liste oder mehrere an, nicht beides.',
  'sample-relay': () =>
    'E-Mails gehen hier über einen echten Server hinaus, und erfundene Abonnenten haben ' +
    'kein Postfach.',
  'audit-filter': () => 'Danach kann das Protokoll nicht gefiltert werden.',
  'dkim-selector': value =>
    `${value('domain')} hat schon einen Schlüssel mit dem Selektor ${value('selector')}: ` +
    'Nehmen Sie einen anderen.',
  'dkim-gone': () => 'Es gibt keinen Schlüssel mit dieser Domain und diesem Selektor.',
  'dkim-many': () =>
    'Heute wurden schon 27 Schlüsselpaare angelegt: Geben Sie den Selektor selbst an.',
  'key-nameless': () => 'Ein API-Schlüssel braucht einen Namen.',
  'key-expired': () => 'Ein API-Schlüssel kann nicht in der Vergangenheit ablaufen.',
  'keys-many': value => `Ein Konto kann höchstens ${value('most')} API-Schlüssel haben.`,
  'key-test': () =>
    'Dieser Schlüssel ist zum Probieren: Er liest, und seine E-Mails gehen nirgendwohin.',
  'key-calls-many': () =>
    'Der Schlüssel hat so oft aufgerufen, wie er darf. Versuchen Sie es später noch einmal.',
  'key-no-link': () => 'Ein Schlüssel bekommt keinen Anmeldelink: Der öffnet das ganze Konto.',
  'key-bound-twice': () =>
    'Ein Schlüssel gilt für ein Projekt oder für eine Liste, nicht für beides.',
  'key-bound-nowhere': () => 'Dieses Projekt oder diese Liste gibt es nicht.',
  'key-networks-many': value => `Ein Schlüssel kann höchstens ${value('most')} Netze haben.`,
  'key-network-wrong': value =>
    `${value('network')} ist kein Netz: Geben Sie eine Adresse an oder eines wie 10.0.0.0/8.`,
  'key-network': () => 'Dieser Schlüssel gilt nicht in dem Netz, aus dem der Aufruf kommt.',
  'key-bound-other': () => 'Dieser Schlüssel gilt für ein anderes Projekt oder eine andere Liste.',
  'key-bound-all': () =>
    'Dieser Schlüssel gilt für ein Projekt oder eine Liste, und hier geht es um mehr.',
  'key-calls': value => `Die Aufrufe pro Minute sind eine Zahl von 1 bis ${value('most')}.`,
  'right-unknown': value => `Ein Recht ${value('right')} gibt es nicht.`,
  'key-rightless': () => 'Ein API-Schlüssel braucht mindestens ein Recht.',
  'key-taker': () => 'Wer einen Schlüssel übernimmt, muss mindestens eines seiner Rechte haben.',
  'key-oauth': () =>
    'Ein Assistent handelt für die Person, die ihn zugelassen hat: Er muss sich neu anmelden.',
  'assistant-by-person': () =>
    'Ein Assistent wird von einem Mitglied zugelassen, nicht von einem Schlüssel.',
  'assistant-unknown': () => 'Dieser Assistent ist hier nicht registriert, oder nicht mehr.',
  'assistant-return': () =>
    'Die Adresse, zu der es zurückgehen soll, hat der Assistent nicht registriert.',
  'assistant-request': () => 'Die Adresse dieser Seite ist keine Anfrage eines Assistenten.',
  'assistants-many': value =>
    `Es warten schon ${value('most')} Anmeldungen von Assistenten: Versuchen Sie es in einigen Minuten noch einmal.`,
  'member-sees-more': () => 'Dieses Mitglied sieht personenbezogene Daten.',
  'member-none': () => 'Es gibt kein Mitglied mit dieser Adresse.',
  'owner-last': () =>
    'Das ist der letzte Inhaber: Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
  'codes-there-remove': () => 'Einmalcodes sind schon eingerichtet: Entfernen Sie sie zuerst.',
  'codes-there': () => 'Einmalcodes sind schon eingerichtet.',
  'address-changed': () =>
    'Was über die Adresse bekannt ist, hat sich eben geändert. Versuchen Sie es noch einmal.',
  'invited-address': () => 'Das ist keine E-Mail-Adresse.',
  'member-there': () => 'Es gibt schon ein Mitglied mit dieser Adresse.',
  'invitations-many': value =>
    `Ein Konto kann höchstens ${value('most')} offene Einladungen haben.`,
  'invited-nobody': () => 'Niemand mit dieser Adresse ist eingeladen.',
  'session-ended': () => 'Die Sitzung ist beendet.',
  'password-long': value => `Ein Passwort hat höchstens ${value('most')} Zeichen.`,
  'password-empty': () => 'Ein Passwort hat mindestens ein Zeichen.',
  'password-zero': () => 'Ein Passwort enthält keine Nullzeichen.',
  'password-short': value => `Ein neues Passwort hat mindestens ${value('least')} Zeichen.`,
  'password-common': () =>
    'Dieses Passwort wird als eines der ersten geraten: Wählen Sie ein anderes.',
  'codes-session-ended': () => 'Zu viele falsche Codes: Melden Sie sich neu an.',
  'codes-rest': () =>
    'Zu viele falsche Codes: Sie ruhen eine Stunde. Setzen Sie über einen Link per ' +
    'E-Mail ein neues Passwort, oder fragen Sie einen Inhaber.',
  'mailbox-unproven': () =>
    'Die Adresse ist hier bekannt, aber niemand hat bisher gezeigt, dass ihm das Postfach gehört. ' +
    'Bitten Sie um eine Einladung per E-Mail, oder lassen Sie sich zuerst einen Link für ein neues ' +
    'Passwort mailen.',
  'provider-no-address': () => 'Der Anbieter nennt keine E-Mail-Adresse von Ihnen.',
  'provider-unverified': value => `Der Anbieter hat die Adresse ${value('email')} nicht bestätigt.`,
  'provider-other-login': value =>
    `${value('email')} gehört zu einer anderen Anmeldung beim Anbieter. Ein Inhaber löst diese.`,
  'provider-stranger': value => `${value('email')} ist weder Mitglied noch eingeladen.`,
  'links-none': () =>
    'Hier können keine E-Mails gesendet werden: Bitten Sie einen Inhaber um einen Link, ' +
    'oder wer den Server betreibt.',
  'links-no-origin': () =>
    'Links in E-Mails führten ins Leere: Die öffentliche Adresse dieser Installation fehlt.',
  'links-no-relay': () => 'Es gibt kein Relay.',
  'links-no-account': () => 'Das Konto, über das E-Mails an Mitglieder gehen, gibt es nicht.',
  'links-no-project': value =>
    `Das Projekt, über das E-Mails an Mitglieder gehen, hat die E-Mail nicht angenommen: ${value('says')}`,
  'links-no-sender': () => 'Es gibt keinen Absender. Legen Sie eine Liste an, die einen hat.',
  'email-not-taken': () => 'Das Relay hat die E-Mail nicht angenommen.',
  'email-refused': value => `Das Relay hat die E-Mail nicht angenommen: ${value('says')}`,
  'links-many': () => 'Es wurden zu viele Links angefordert. Versuchen Sie es später noch einmal.',
  'address-confirmed': () => 'Die Adresse ist schon bestätigt.',
  'no-person': () => 'In dieser Sitzung ist keine Person angemeldet.',
  'key-no-password': () => 'Ein API-Schlüssel hat kein Passwort.',
  'right-missing': () => 'Ihre Rolle erlaubt das nicht. Ein Inhaber des Kontos kann sie ändern.',
  masked: () => 'Das zeigt oder sendet personenbezogene Daten, die Sie nicht sehen dürfen.',
  'masked-grant': () =>
    'Wer keine personenbezogenen Daten sieht, kann sie auch anderen nicht zeigen.',
  'masked-field': () =>
    'Sie sehen keine personenbezogenen Daten und können nicht nach ihnen suchen.',
  'session-gone': () => 'Diese Sitzung gibt es nicht mehr.',
  'newsletter-wrong': (value, number) =>
    `Der Newsletter kann so nicht gesendet werden: ${value('says')}` +
    (value('more') === '0' ? '' : ` Und ${number('more')} weitere.`),
  'sender-provider': value =>
    `${value('domain')} erlaubt keinem anderen Server, in seinem Namen zu senden: ` +
    'Nehmen Sie eine Adresse Ihrer eigenen Domain.',
  'group-gone': () => 'Diese Gruppe oder Adresse gibt es nicht.',
  'links-for-people': () =>
    'Links werden Personen gezeigt, nicht API-Schlüsseln: Lassen Sie ihn senden.',
  'billing-operate': () => 'Es gibt mehrere Konten: Das darf nur, wer den Server betreibt.',
  'file-large': value => `Die Datei ist zu groß: höchstens ${value('megabytes')} MB.`,
  'host-wrong': () =>
    'Ein Hostname wird wie news.example.com geschrieben: ohne Adresse, Port und Pfad.',
  'host-taken': () =>
    'Der Name ist vergeben: Er führt zu einem anderen Konto oder zu diesem Server selbst.',
  'hosts-many': value => `Ein Konto hat höchstens ${value('most')} Hostnamen.`,
  'host-retired': () =>
    'Der Hostname ist außer Dienst. Fügen Sie ihn wieder hinzu, bevor neue Links ihn tragen.',
  'host-none': value => `${value('host')} gehört nicht zum Konto.`,
  'bounce-domain-taken': () =>
    'Die Domain ist vergeben: Sie gehört einem anderen Konto oder diesem Server selbst.',
  'bounce-domains-many': value =>
    `Ein Konto hat höchstens ${value('most')} Domains für die Rückadresse.`,
  'bounce-domain-dns': value =>
    `Das DNS von ${value('domain')} ist nicht bereit: Bounces gingen verloren, oder Empfänger ` +
    'würden den E-Mails misstrauen. Veröffentlichen Sie die Einträge, die die Prüfung zeigt.',
  'host-unset': () =>
    'Dieser Server hat keine öffentliche Adresse, zu der ein Hostname führen könnte. ' +
    'Die stellt ein, wer ihn betreibt.',
  'host-elsewhere': value =>
    `${value('host')} führt woandershin. Veröffentlichen Sie: ${value('record')}.`,
  'host-nowhere': value =>
    `${value('host')} hat keine Adresse. Veröffentlichen Sie: ${value('record')}.`,
  'host-silent': value =>
    `${value('host')} konnte nicht nachgeschlagen werden: Das DNS antwortet nicht.`,
} satisfies DetailWords
