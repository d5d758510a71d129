/** Sentences of the DNS checks in German. */
import type { DnsTexts } from '../dns-words.ts'

const END = 'Lassen Sie ihn mit ~all enden, oder mit -all, wenn alle Server genannt sind.'
const OPEN = 'Server, die nicht genannt sind, bestehen genauso wie die genannten.'
const NEITHER = 'E-Mails, die weder SPF noch DKIM bestehen, sollen'

export const dns: DnsTexts = {
  parts: {
    domain: () => 'Domain',
    path: () => 'Rückadresse',
    spf: of => `SPF von ${of}`,
    mx: of => `MX von ${of}`,
    dkim: of => `DKIM ${of}`,
    dmarc: () => 'DMARC',
    reports: () => 'DMARC-Berichte',
    alignment: () => 'Übereinstimmung mit dem Absender',
    bimi: () => 'BIMI',
    'mta-sts': of => `MTA-STS von ${of}`,
    'tls-rpt': of => `TLS-RPT von ${of}`,
    relay: () => 'Relay',
    ptr: of => `PTR von ${of}`,
  },
  words: {
    'resolver-late': () => 'Der Resolver hat nicht rechtzeitig geantwortet.',
    'resolver-unreachable': () => 'Der Resolver ist nicht erreichbar.',
    'resolver-failed': () =>
      'Laut Resolver antworten die Nameserver der Domain nicht, oder DNSSEC ist fehlgeschlagen.',
    'resolver-refuses': () => 'Der Resolver lehnt unsere Anfragen ab.',
    'resolver-invalid': of => `Der Resolver gibt eine ungültige Antwort (${of('code')}).`,
    'record-unknown': () => 'Ob es den Eintrag gibt, ist unbekannt.',
    'try-later': () => 'Versuchen Sie es später noch einmal.',
    correct: () => 'Berichtigen Sie ihn.',

    'domain-gone': of => `Laut Resolver gibt es die Domain ${of('domain')} nicht.`,
    'domain-look': () =>
      'Prüfen Sie Schreibweise und Registrierung. Stimmen beide, kennt der Resolver vielleicht ' +
      'nur sein eigenes Netz.',

    'dkim-none': of =>
      `Für ${of('domain')} gibt es keinen Schlüssel: E-Mails werden nicht signiert, und große ` +
      'Anbieter weisen solche ab.',
    'dkim-make': () =>
      'Erzeugen Sie Schlüssel für die Domain, und veröffentlichen Sie deren Einträge.',
    'dkim-published': of =>
      `Unser ${of('algorithm')}-Schlüssel ist veröffentlicht: Signaturen lassen sich prüfen.`,
    'dkim-exchanged': of =>
      `Unser ${of('algorithm')}-Schlüssel ist veröffentlicht: Das frühere Paar kann entfallen.`,
    'dkim-missing': of => `Der ${of('algorithm')}-Schlüssel ist nicht veröffentlicht.`,
    'dkim-several': of =>
      `Unter einem Namen stehen ${of('records')} Einträge; welcher gilt, ist nicht bestimmt.`,
    'dkim-no-record': () => 'Der veröffentlichte Eintrag ist kein DKIM-Eintrag.',
    'dkim-revoked': () => 'Laut veröffentlichtem Eintrag wurde der Schlüssel widerrufen.',
    'dkim-cut': of =>
      `Nur die ersten ${of('published')} von ${of('characters')} Zeichen des Schlüssels sind ` +
      'veröffentlicht.',
    'dkim-other': () =>
      'Der veröffentlichte Schlüssel ist nicht der, mit dem E-Mails signiert werden.',
    'dkim-type': of => `Laut Eintrag ist die Art des Schlüssels ${of('type')}.`,
    'dkim-hash': () => 'Der Eintrag erlaubt keine Signaturen mit SHA-256, die wir verwenden.',
    'dkim-testing': () =>
      'Der Eintrag sagt t=y (Test): Empfänger behandeln E-Mails, als wären sie nicht signiert.',
    'dkim-unverified': () => 'Seine Signaturen lassen sich nicht prüfen.',
    'dkim-waits': () =>
      'Er signiert noch nicht; veröffentlichen Sie ihn, bevor das frühere Paar entfällt.',
    'dkim-replace': () => 'Entfernen Sie alle, und veröffentlichen Sie diesen.',
    'dkim-publish': () =>
      'Veröffentlichen Sie diesen; Resolver behalten den alten Stand manchmal eine Weile.',

    'reports-permitted': () => 'Berichte dürfen an diese Domain gehen.',
    'reports-forbidden': () =>
      'Berichte gehen an eine andere Domain, die es nicht erlaubt: Empfänger senden dann keine.',
    'reports-permit': () => 'Veröffentlichen Sie die Erlaubnis.',
    'dmarc-none': () =>
      'Es gibt keinen DMARC-Eintrag. Gmail, Yahoo und Outlook verlangen einen, wenn jemand viele ' +
      'E-Mails sendet.',
    'dmarc-publish-here': () =>
      'Veröffentlichen Sie einen: Empfänger senden ihre Berichte dann hierher.',
    'dmarc-publish': () =>
      'Veröffentlichen Sie einen, mit einem Postfach in rua=, das Sie lesen: Empfänger senden ' +
      'ihre Berichte dorthin.',
    'dmarc-several': of =>
      `Unter ${of('name')} stehen ${of('records')} DMARC-Einträge; Empfänger beachten dann keinen.`,
    'dmarc-keep-one': () => 'Behalten Sie einen davon.',
    'dmarc-no-policy': of =>
      `Der Eintrag sagt p=${of('policy')}; möglich sind none, quarantine und reject.`,
    'dmarc-as-none': () => 'Empfänger verstehen es als none.',
    'dmarc-ignored': () => 'Empfänger beachten den Eintrag nicht.',
    'dmarc-passes': () => `${NEITHER} trotzdem zugestellt werden.`,
    'dmarc-quarantine': () => `${NEITHER} als Spam zugestellt werden.`,
    'dmarc-reject': () => `${NEITHER} abgewiesen werden.`,
    'dmarc-testing': () => 'Das wird erst erprobt (t=y).',
    'dmarc-inherited': of => `Das gilt von ${of('name')} her.`,
    'dmarc-unread': () =>
      'Die Berichte der Empfänger liest niemand, daher bleiben Fehler unbemerkt.',
    'dmarc-add-here': () => 'Ergänzen Sie rua=: Empfänger senden ihre Berichte dann hierher.',
    'dmarc-add-mailbox': () => 'Ergänzen Sie ein Postfach, das Sie lesen.',

    'aligned-both': () =>
      'Signatur und Rückadresse stimmen beide mit der Domain des Absenders überein: E-Mails ' +
      'bestehen DMARC durch jede von beiden.',
    'aligned-dkim': of =>
      'Die Signatur stimmt mit der Domain des Absenders überein, die Rückadresse nicht: E-Mails ' +
      `bestehen DMARC nur durch DKIM. Mit der Rückadresse bounce.${of('domain')} bestünden sie ` +
      'durch beide.',
    'aligned-spf': () =>
      'Nur die Rückadresse stimmt mit der Domain des Absenders überein: Weitergeleitete E-Mails ' +
      'bestehen DMARC nicht.',
    'aligned-none': () =>
      'Weder Signatur noch Rückadresse stimmt mit der Domain des Absenders überein: E-Mails ' +
      'bestehen DMARC nicht.',
    'aligned-strictly': of =>
      'Der Eintrag verlangt genau diese Domain (adkim=s), und E-Mails werden für ' +
      `${of('signer')} signiert.`,

    'mx-none': () =>
      'Es gibt keinen MX-Eintrag: Bounces können verloren gehen, und manche Empfänger weisen ' +
      'Absender ab, denen man nicht antworten kann.',
    'mx-publish': () => 'Veröffentlichen Sie einen, der den Server nennt, der die Bounces annimmt.',
    'mx-closed': () =>
      'Er sagt, dass die Domain keine E-Mails annimmt (RFC 7505): E-Mails mit einer solchen ' +
      'Rückadresse werden abgewiesen.',
    'mx-address': of =>
      `Ein MX-Eintrag muss einen Namen enthalten, keine Adresse wie ${of('address')}; Absender ` +
      'können sie nicht verwenden.',
    'mx-name': () => 'Geben Sie dem Server einen Namen, und verwenden Sie ihn im MX-Eintrag.',
    'mx-unknown': of =>
      `Der Resolver antwortet nicht; ob es eine Adresse von ${of('hosts')} gibt, ist unbekannt.`,
    'mx-nowhere': of => `Es gibt keine Adresse von ${of('hosts')}: Bounces gehen verloren.`,
    'mx-inside': of =>
      `Es gibt keine öffentliche Adresse von ${of('hosts')}: Andere Mailserver können den Server ` +
      'nicht erreichen.',
    'mx-give': () => 'Geben Sie ihm eine, oder nehmen Sie einen anderen Server.',
    'mx-fine': of => `Bounces gehen an ${of('hosts')}.`,

    'path-none': () =>
      'E-Mails haben keine gültige Rückadresse: Bounces gehen verloren, und SPF lässt sich nicht ' +
      'prüfen.',
    'path-set': of =>
      'Wer die Installation betreibt, gibt eine Rückadresse an, am besten einen Namen unter ' +
      `${of('domain')}, etwa bounce.${of('domain')}; prüfen Sie danach erneut.`,

    'spf-needless': () =>
      'Es gibt keinen, und E-Mails von Pennypost brauchen hier keinen: Empfänger prüfen den der ' +
      'Rückadresse.',
    'spf-beside': () => 'Er ist gültig. Empfänger Ihrer E-Mails prüfen den der Rückadresse.',
    'spf-none': () =>
      'Es gibt keinen SPF-Eintrag: Empfänger wissen nicht, welche Server für die Rückadresse ' +
      'senden dürfen.',
    'spf-publish': () =>
      'Veröffentlichen Sie einen, der die sendenden Server des Relays nennt; was hineingehört, ' +
      'sagt die Hilfe des Anbieters.',
    'spf-several': of =>
      `Es gibt ${of('records')} SPF-Einträge. Empfänger halten das für einen Fehler und beachten ` +
      'keinen.',
    'spf-merge': () => 'Entfernen Sie alle, und veröffentlichen Sie einen.',
    'spf-error': () => 'Empfänger halten den Eintrag für fehlerhaft.',
    'spf-lookups': of =>
      `Er braucht ${of('lookups')} DNS-Abfragen, und Empfänger erlauben ${of('most')}.`,
    'spf-lookups-more': of =>
      `Er braucht mehr als ${of('lookups')} DNS-Abfragen, und Empfänger erlauben ${of('most')}.`,
    'spf-term': of => `${of('term')} darin ist ungültig.`,
    'spf-nameless': of => `${of('term')} darin nennt keine Domain.`,
    'spf-mechanism': of => `Er enthält ${of('term')}; das kennt SPF nicht.`,
    'spf-network': of => `${of('term')} darin ist kein ${of('family')}-Netz.`,
    'spf-loop': of => `Er schließt ${of('name')} im Kreis ein.`,
    'spf-included-none': of => `Er schließt ${of('name')} ein, wo es keinen SPF-Eintrag gibt.`,
    'spf-included-several': of => `Er schließt ${of('name')} ein, wo es mehrere SPF-Einträge gibt.`,
    'spf-voids': of =>
      `Er nennt mehr als ${of('most')} Namen, die es nicht gibt, darunter ${of('name')}; ` +
      'Empfänger geben dann auf.',
    'spf-shorten': () =>
      'Entfernen Sie, was nicht mehr gebraucht wird, oder nennen Sie Netze (ip4:, ip6:) statt ' +
      'include.',
    'spf-everyone': () =>
      'Er sagt +all: Jeder Server darf für die Domain senden. Empfänger halten das für ein ' +
      'Zeichen von Spam.',
    'spf-neutral': () => `Er endet mit ?all: ${OPEN}`,
    'spf-endless': () => `Er hat kein „all“: ${OPEN}`,
    'spf-end': () => END,
    'spf-lists': of => `Er nennt ${of('hosts')}.`,
    'spf-valid': () => 'Er ist gültig.',
    'spf-cost': of =>
      `Er braucht ${of('lookups')} der ${of('most')} DNS-Abfragen, die Empfänger erlauben.`,
    'spf-unchecked': () =>
      'Ob er die sendenden Server Ihres Relays nennt, lässt sich von hier aus nicht prüfen.',
    'spf-missing': of =>
      `Er nennt ${of('hosts')} nicht. Dorthin werden E-Mails übergeben: Sendet das Relay von ` +
      'dieser Adresse, halten Empfänger sie für gefälscht.',
    'spf-add': () => 'Ergänzen Sie es.',
    'spf-add-unless': () =>
      'Ergänzen Sie es, außer der Anbieter nennt dafür andere Server, und diese stehen schon da.',

    'mta-sts-none': () =>
      'Es gibt keinen, und E-Mails kommen auch ohne an. Mit ihm schicken andere Server ' +
      'Bounces verschlüsselt oder gar nicht.',
    'mta-sts-publish': of =>
      `Stellen Sie zuerst die Regel unter https://${of('host')}/.well-known/mta-sts.txt bereit, ` +
      'dann veröffentlichen Sie den Eintrag.',
    'mta-sts-several': of =>
      `Es gibt ${of('records')} MTA-STS-Einträge; andere Server übergehen dann alle.`,
    'mta-sts-keep-one': () => 'Behalten Sie einen davon.',
    'mta-sts-id': () =>
      'Der Eintrag hat keine id aus 1 bis 32 Buchstaben und Ziffern; andere Server übergehen ihn.',
    'mta-sts-no-host': of =>
      `Den Eintrag gibt es, aber keine Adresse von ${of('host')}: Niemand kann die Regel lesen.`,
    'mta-sts-fine': of => `Er ist veröffentlicht; andere Server lesen die Regel bei ${of('host')}.`,
    'tls-rpt-none': () =>
      'Es gibt keinen, und E-Mails kommen auch ohne an. Er bittet andere Server zu melden, wo ' +
      'die Verschlüsselung misslang.',
    'tls-rpt-publish': () => 'Veröffentlichen Sie einen mit einem Postfach in rua=, das Sie lesen.',
    'tls-rpt-publish-here': () =>
      'Veröffentlichen Sie einen: Dann melden andere Server es hierher.',
    'tls-rpt-ignored': () =>
      'Es gibt mehr als einen Eintrag, oder ihm fehlt die Adresse in rua=; andere Server ' +
      'übergehen ihn.',
    'tls-rpt-fine': () => 'Andere Server melden, wo die Verschlüsselung misslang.',
    'bimi-none': () =>
      'Es gibt keinen, und E-Mails kommen auch ohne an. Er zeigt in manchen Postfächern Ihr Logo ' +
      'neben E-Mails.',
    'bimi-publish': () =>
      'Nötig sind ein Logo als SVG unter einer https-Adresse, die DMARC-Regel quarantine oder ' +
      'reject und für Gmail und Apple Mail ein Zertifikat.',
    'bimi-several': () => 'Es gibt mehr als einen Eintrag; Postfächer übergehen dann alle.',
    'bimi-declined': () => 'Der Eintrag sagt, dass die Domain kein Logo hat.',
    'bimi-logo': () => 'Das Logo muss eine SVG-Datei unter einer https-Adresse sein.',
    'bimi-policy': () =>
      'Das Logo wird nicht gezeigt: DMARC muss für alle E-Mails quarantine oder reject sagen.',
    'bimi-stricter': () =>
      'Machen Sie die DMARC-Regel strenger, sobald fast alle E-Mails bestehen.',
    'bimi-certified': () => 'Logo und Zertifikat sind veröffentlicht.',
    'bimi-plain': () =>
      'Das Logo ist ohne Zertifikat veröffentlicht: Gmail und Apple Mail zeigen es nicht.',

    'relay-none': () => 'Es gibt kein Relay: E-Mails bleiben in der Sandbox.',
    'relay-add': () => 'Fügen Sie ein Relay hinzu.',
    'relay-unfound': () =>
      'Der Resolver findet keinen solchen Host. Auf diesem Rechner kann er trotzdem bekannt sein ' +
      '(/etc/hosts).',
    'relay-try': () => 'Testen Sie es: Senden Sie eine E-Mail darüber.',
    'relay-inside': () =>
      'Es steht in Ihrem eigenen Netz. Seine öffentliche Adresse ist hier unbekannt, daher lässt ' +
      'sich ihr Name nicht prüfen: Fragen Sie Ihren Anbieter.',
    'ptr-own': () =>
      'Den Namen setzt der Anbieter der Adresse (der Hoster, nicht der Registrar der Domain).',
    'ptr-foreign': () =>
      'Gehört das Relay Ihnen, bitten Sie den Anbieter der Adresse, ihren Namen zu setzen; sonst ' +
      'den Anbieter des Relays.',
    'ptr-none': of =>
      `${of('address')} hat keinen Namen. Empfänger weisen E-Mails von solchen Adressen ab; das ` +
      'zählt, wenn das Relay von dort sendet.',
    'ptr-fine': of =>
      `${of('address')} hat den Namen ${of('names')}, der auf die Adresse zurückführt.`,
    'ptr-false': of =>
      `${of('address')} hat den Namen ${of('names')}, der nicht auf die Adresse zurückführt: ` +
      'Empfänger misstrauen solchen Namen.',
  },
}
