/** Refusals to programs and to who runs the installation, in German. */
import type { DetailWords } from '../detail-words.ts'

const ENDED: Record<string, string> = {
  released: 'freigegeben',
  refused: 'abgelehnt',
  expired: 'verfallen',
}

const ALLOWED = 'Wer die Installation betreibt, kann den Host zulassen.'

export const detailsOfPrograms = {
  'webhook-nameless': () => 'Ein Webhook braucht einen Namen.',
  'webhooks-many': value => `Ein Konto kann höchstens ${value('most')} Webhooks haben.`,
  'webhook-twin': value => `Einen Webhook ${value('name')} gibt es schon.`,
  'webhook-fragment': () => 'Was in einer URL nach # steht, wird nie gesendet: Nehmen Sie es weg.',
  'webhook-inside': value =>
    `An ${value('host')} wird nichts gesendet: Der Host liegt in einem Netz, in das von hier ` +
    'nichts gehen darf. Wer die Installation betreibt, kann ihn erlauben.',
  'answer-no-event': () => 'Nicht gesendet: Das Format hat kein solches Ereignis.',
  'answer-late': value => `Keine Antwort innerhalb von ${value('seconds')} s.`,
  'answer-redirect': value => `${value('answer')}: Weiterleitungen wird nicht gefolgt.`,
  'answer-refused': () => 'Der Server nahm die Verbindung nicht an.',
  'answer-closed': () => 'Der Server hat die Verbindung abgebrochen.',
  'answer-unanswered': () => 'Der Server antwortete nicht.',
  'answer-unreachable': () => 'Der Server ist nicht erreichbar.',
  'answer-no-dns': () => 'Das DNS antwortete nicht.',
  'answer-no-host': () => 'Es gibt keinen Server dieses Namens.',
  'answer-expired': () => 'Das Zertifikat des Servers ist abgelaufen.',
  'answer-other-name': () => 'Das Zertifikat des Servers gilt für einen anderen Namen.',
  'answer-unverified': value =>
    `Dem Zertifikat des Servers wird nicht vertraut (${value('message')}).`,
  'answer-handshake': () => 'Eine verschlüsselte Verbindung kam nicht zustande (TLS).',
  'answer-not-http': () => 'Was antwortet, ist kein Webserver.',
  'answer-timeout': () => 'Die Verbindung kam nicht rechtzeitig zustande.',
  'answer-loopback': value => `${value('host')} führt zum Rechner des Dienstes selbst. ${ALLOWED}`,
  'answer-private': value => `${value('host')} führt in ein privates Netz. ${ALLOWED}`,
  'answer-link-local': value => `${value('host')} führt in ein lokales Netz. ${ALLOWED}`,
  'answer-special': value =>
    `${value('host')} führt zu einer Adresse, die keinem einzelnen Rechner gehört. ${ALLOWED}`,
  'event-kind': value => `Eine Art von Ereignissen „${value('kind')}“ gibt es nicht.`,
  'event-kind-format': value =>
    `Das Format ${value('format')} hat kein Ereignis der Art „${value('kind')}“.`,
  'event-kinds-none': () => 'Ein Webhook braucht mindestens eine Art von Ereignissen.',
  'keys-overlap': value =>
    `Zwei Schlüssel gelten 0 bis ${value('most')} Stunden lang nebeneinander.`,
  'webhook-unknown': value => `Einen Webhook „${value('name')}“ gibt es nicht.`,
  'event-none': value => `Ein Ereignis „${value('event')}“ gibt es nicht.`,
  'event-gone': value => `Ein Ereignis ${value('event')} gibt es nicht, oder es wurde gelöscht.`,
  'event-values-long': (_, number) => `Die Werte haben mehr als ${number('most')} Zeichen.`,
  'event-names-many': (_, number) => `Das Konto hat schon ${number('most')} Namen von Ereignissen.`,
  'event-of-other': () =>
    'Die Nummer gehört zu einem Ereignis mit anderem Namen oder einer anderen Person.',
  'proposals-many': (_, number) =>
    `Es warten schon ${number('most')} Vorschläge: Zuerst muss ein Mitglied über sie entscheiden.`,
  'proposal-ended': value =>
    `Der Vorschlag wartet nicht mehr: Er ist ${ENDED[value('state')] ?? 'entschieden'}.`,
  'proposal-changed': () =>
    'Worauf der Vorschlag beruht, hat sich geändert. Sehen Sie ihn an, wie er jetzt ist, und geben ' +
    'Sie das frei.',
  'proposal-people': (_, number) =>
    `${number('people')} Personen würden es bekommen. Bestätigen Sie die Zahl.`,
  'proposal-by-key': () =>
    'Ein API-Schlüssel entscheidet über keinen Vorschlag: Ein Mitglied gibt ihn frei oder lehnt ' +
    'ihn ab.',
  'transactions-of': () =>
    'Geben Sie ein Projekt, eine Adresse oder einen Schlüssel des Programms an.',
  'project-none': value => `Ein Projekt „${value('project')}“ gibt es nicht.`,
  'batch-none': value => `Einen Stapel „${value('batch')}“ gibt es nicht.`,
  'project-nameless': () => 'Ein Projekt braucht einen Namen.',
  'project-number': () =>
    'Der Name darf keine Zahl und keine GUID sein, denn auch danach werden Projekte gefunden.',
  'project-twin': value => `So heißt schon das Projekt ${value('id')}.`,
  'project-sender': () => 'Die Absenderadresse ist keine E-Mail-Adresse.',
  'project-reply': () => 'Die Antwortadresse ist keine E-Mail-Adresse.',
  'project-guid': () => 'Das ist keine GUID.',
  'project-guid-taken': value =>
    `Die GUID ist vergeben: Sie gehört zum Projekt „${value('name')}“.`,
  'project-days': (_, number) =>
    `Aufbewahrt wird 1 bis ${number('most')} Tage lang, oder ohne Ende.`,
  'project-senderless': value =>
    `Der Newsletter ${value('newsletter')} hat keinen Absender, und seine Liste auch nicht: ` +
    'Geben Sie dem Projekt einen.',
  'project-versions': value => `Ein Projekt hat höchstens ${value('most')} Versionen.`,
  'version-name': () => 'Der Name einer Version hat 1 bis 20 Buchstaben und Ziffern, etwa A.',
  'version-twice': value => `Die Version ${value('name')} ist doppelt angegeben.`,
  'version-weight': (_, number) => `Ein Gewicht ist eine ganze Zahl bis ${number('most')}.`,
  'version-weights': () => 'Mindestens eine Version braucht ein Gewicht.',
  'cursor-wrong': () => 'Der Cursor ist nicht gültig. Laden Sie die Seite neu.',
  'text-zero': () => 'Ein Text enthält ein Nullzeichen, das nicht gespeichert werden kann.',
  'id-high': (value, number) =>
    `Die Nummer ${value('id')} passt nicht: Nummern gehen von 1 bis ${number('most')}.`,
  'id-taken': value => `Die Nummer ${value('id')} ist vergeben: Sie gehört zu „${value('name')}“.`,
  'id-used': value =>
    `Die Nummer ${value('id')} war schon vergeben, an etwas, das es nicht mehr gibt oder das ` +
    'nie fertig wurde. Geben Sie eine andere.',
  'move-unfinished': value =>
    `Eine Kopie von ${value('url')} ist noch nicht fertig: Bringen Sie sie zu Ende, oder ` +
    'verwerfen Sie sie.',
  'move-busy': value =>
    'Ein anderer Vorgang kopiert in dieses Konto. Falls sein Rechner ausgefallen ist, ' +
    `versuchen Sie es in ${value('seconds')} s noch einmal.`,
  'move-running': () => 'Ein Vorgang kopiert in dieses Konto: Halten Sie ihn zuerst an.',
  'key-by-person': () =>
    'Einen Schlüssel übernimmt eine Person, die ihr Passwort angibt, nicht ein Schlüssel.',
  'account-none': () => 'Dieses Konto gibt es nicht.',
  'username-wrong': value =>
    `Ein Benutzername hat 1 bis ${value('most')} Zeichen, keine Steuerzeichen und keine ` +
    'Leerzeichen am Anfang oder Ende.',
  'account-taken': value => `Ein Konto ${value('name')} gibt es schon.`,
  'domain-wrong': value => `„${value('domain')}“ ist keine Domain wie example.com.`,
  'dkim-domain': value => `„${value('name')}“ ist keine Domain.`,
  'dkim-selector-wrong': value =>
    `„${value('name')}“ ist kein Selektor: Er hat Buchstaben, Ziffern und Bindestriche.`,
  'changed-by': value =>
    `${value('who')} hat es geändert, seit Sie es geöffnet haben. Von Ihnen wurde nichts ` +
    'überschrieben.',
  'changed-since': () =>
    'Es wurde geändert, seit Sie es geöffnet haben. Von Ihnen wurde nichts überschrieben.',
  'link-unmailed': value => `Der Link ging nicht per E-Mail hinaus: ${value('says')}`,
  'mailbox-unreadable': value => `Das Postfach ist nicht zu lesen: ${value('says')}`,
  'inbox-every': (_, number) =>
    `Ein Postfach wird alle ${number('least')} bis ${number('most')} Sekunden abgerufen.`,
  'inbox-twin': value => `${value('mailbox')} wird schon abgerufen.`,
  'inbox-none': value => `Ein Postfach ${value('mailbox')} gibt es nicht.`,
  'people-of-sending': (value, _, moment) =>
    `Die Empfänger der Sendung ${value('sending')} wurden gelöscht (${moment('at')}), ` +
    `${value('months')} Monate nach ihrem Ende.`,
  'suppression-none': value => `Kein Abonnent hat die Adresse ${value('email')}.`,
  'opt-out-none': value => `${value('email')} hat sich nicht von allem abgemeldet.`,
  'bounce-message-none': value =>
    `Den Bounce ${value('bounce')} gibt es nicht, oder seine Nachricht wird nicht ` +
    'aufbewahrt: Er war eine Antwort bei der Übergabe, oder er ist zu alt.',
  'rejudge-none': value => `Einen Durchgang ${value('run')} gibt es nicht.`,
  'rejudge-undone': value => `Der Durchgang ${value('run')} wurde schon rückgängig gemacht.`,
  'hold-none': value => `Es wartet keine Entscheidung mit der Nummer ${value('hold')}.`,
  'mapping-none': value =>
    `Eine Zuordnung „${value('mapping')}“ gibt es nicht. Geben Sie Paare wie ` +
    `„E-post=email,Stad=DD1“ an, oder eine von diesen: ${value('known')}.`,
  'mapping-pairs': value => `Eine Zuordnung hat höchstens ${value('most')} Paare.`,
  'mapping-pair': value => `„${value('pair')}“ ist kein Paar wie „E-post=email“.`,
  'mapping-name': () =>
    'Der Name einer Zuordnung hat Buchstaben, Ziffern, Punkte und Striche und ist kein ' +
    'vorgegebener.',
  'column-name': value =>
    `Eine Spalte ist ${value('known')}, DD1 bis DD${value('fields')}, ein Datenfeld mit ` +
    'seinem Namen oder - für keine.',
  'rows-done': (value, number) =>
    `${value('says')} Die ${number('rows')} Zeilen davor sind erledigt.`,
  'api-key-unknown': () => 'Den API-Schlüssel gibt es nicht, oder er ist abgelaufen.',
  'api-key-stopped': () =>
    'Der API-Schlüssel gilt nicht mehr: Wer ihn angelegt hat, hat keines seiner Rechte mehr. ' +
    'Ein Inhaber des Kontos kann ihn übernehmen.',
  'access-ended': () =>
    'Das Zugangstoken ist abgelaufen oder widerrufen: Melden Sie den Assistenten neu an.',
  'access-for-tools': () => 'Ein Zugangstoken gilt nur für die Werkzeuge der Assistenten.',
  'api-key-needed': () => 'Dafür wird ein API-Schlüssel gebraucht.',
  'console-header': () => 'Ein Aufruf mit einem Cookie braucht den Header X-Pennypost-Console: 1.',
  'if-match-unread': () =>
    'Diese Änderung geht unter keiner Bedingung: Lassen Sie If-Match weg. Die Referenz sagt, ' +
    'welche es können.',
  'call-key-long': value => `Höchstens ${value('most')} Zeichen.`,
  'live-streams': value =>
    `Es gibt schon ${value('most')} Verbindungen dieser Sitzung oder dieses Schlüssels, oder ` +
    `${value('all')} des Kontos.`,
  'live-topics': value => `Themen sind: ${value('known')}.`,
  'changed-by-other': value =>
    `${value('who')} hat es geändert, seit Sie es geöffnet haben. Davon wurde nichts ` +
    'überschrieben.',
  'changed-by-somebody': () =>
    'Es wurde geändert, seit Sie es geöffnet haben. Davon wurde nichts überschrieben.',
  'call-number': value => `Nummer des Aufrufs: ${value('id')}.`,
} satisfies DetailWords
