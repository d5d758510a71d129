/** The strings of the page of hosts, in German. */
import type { hosts } from './texts.ts'

export const de: typeof hosts = {
  title: 'Hostnamen',
  none: 'Noch kein Hostname',
  noneHint: address =>
    `Links, Bilder, Formulare und Seiten dieses Kontos beginnen mit ${address}. Mit einem eigenen ` +
    'Hostnamen wie news.shop.example sehen Leser Ihren Namen.',
  unset:
    'Dieser Server hat noch keine öffentliche Adresse, zu der ein Hostname führen könnte. ' +
    'Die stellt ein, wer ihn betreibt.',
  begin: 'Neue Links beginnen mit',
  ofInstallation: 'der Hostname des Servers',
  add: 'Hostnamen hinzufügen',
  host: 'Hostname',
  hostHint: 'Ein Name unter einer Ihrer Domains, etwa news.shop.example.',
  added: host => `${host} wurde hinzugefügt. Veröffentlichen Sie als Nächstes den Eintrag.`,
  isDefault: 'In neuen Links',
  retired: 'Nur alte Links',
  actionsOf: host => `Aktionen für ${host}`,
  makeDefault: 'Für neue Links verwenden',
  madeDefault: host => `Neue Links beginnen mit ${host}.`,
  anyway: 'Trotzdem verwenden',
  anywayHint: 'Nur wenn vor diesem Server ein Proxy mit anderen Adressen steht.',
  noDefault: 'Hostnamen des Servers verwenden',
  noDefaultDone: 'Neue Links beginnen mit dem Hostnamen des Servers.',
  useAgain: 'Wieder in Dienst nehmen',
  broughtBack: host => `${host} kann wieder verwendet werden.`,
  remove: 'Wegnehmen',
  removeAsks: host => `${host} wegnehmen?`,
  removeTells:
    'Neue Links beginnen dann nicht mehr damit. Links in gesendeten E-Mails funktionieren weiter, ' +
    'außer Sie beenden auch diese: Dann kann sich niemand mehr darüber abmelden, und ein anderes ' +
    'Konto kann den Namen übernehmen.',
  removeTellsRetired:
    'Links in E-Mails, die damit beginnen, führen dann ins Leere: Niemand kann sich mehr darüber ' +
    'abmelden. Ein anderes Konto kann den Namen übernehmen.',
  keepLinks: 'Wegnehmen, alte Links behalten',
  endLinks: 'Auch alte Links beenden',
  endLinksRetired: 'Alte Links beenden',
  removed: host => `${host} wurde weggenommen. Alte Links funktionieren weiter.`,
  ended: host => `${host} wurde weggenommen, und seine Links sind beendet.`,
  undone: 'Es ist wieder wie vorher.',
  states: {
    here: 'Führt hierher',
    elsewhere: 'Führt woandershin',
    nowhere: 'Nicht veröffentlicht',
    unknown: 'Das DNS antwortet nicht',
  },
  asking: 'Das DNS wird gefragt …',
  checkAgain: 'Erneut prüfen',
  means: {
    elsewhere: found => `Der Name führt zu ${found}. Ersetzen Sie das durch diesen Eintrag:`,
    nowhere: () =>
      'Das DNS kennt noch keine Adresse für diesen Namen. Veröffentlichen Sie diesen Eintrag dort, ' +
      'wo die Domain verwaltet wird; bis er überall zu sehen ist, vergehen Minuten bis ein Tag.',
    unknown: () =>
      'Ob er hierher führt, ist nicht bekannt: Versuchen Sie es später erneut. Das ist der Eintrag:',
  },
  recordType: 'Typ',
  recordName: 'Name',
  recordValue: 'Wert',
  apex: addresses =>
    'Eine ganze Domain wie shop.example kann kein Alias sein: Veröffentlichen Sie stattdessen ' +
    `ihre Adressen, ${addresses}.`,
  certificate:
    'Sobald der Name hierher führt, braucht der vorgeschaltete Proxy ein Zertifikat dafür. Mit der ' +
    'Caddy-Konfiguration, die Pennypost mitbringt, bekommt er es von selbst.',
  byOwner: 'Inhaber des Kontos fügen Hostnamen hinzu und ändern sie.',
  path: 'Rückadresse',
  pathTells:
    'E-Mails, die nicht zugestellt werden können, und solche, mit denen sich Leser abmelden, kommen ' +
    'an diese Domain zurück. Mit einer unter Ihrer eigenen sehen Empfänger, dass Sie senden.',
  pathOfInstallation: 'die Domain des Servers',
  pathNone: 'Es ist keine Domain eingestellt: Das tut, wer diesen Server betreibt.',
  pathForm: 'Eine andere Domain',
  pathHint: 'Ein Name, der sonst nicht verwendet wird, etwa bounce.shop.example.',
  pathCheck: 'Einträge zeigen',
  pathUse: 'Für neue E-Mails verwenden',
  pathUsed: domain => `Neue E-Mails kommen an ${domain} zurück.`,
  pathUnready:
    'Veröffentlichen Sie zuerst diese Einträge; bis sie überall zu sehen sind, vergeht bis zu ein Tag.',
  pathAnywayHint:
    'Nur wenn anderswo angenommen wird, was zurückkommt: Bounces können verloren gehen.',
  pathUsedNow: 'In neuen E-Mails',
  pathFormer: 'Nimmt an, was noch zurückkommt',
  pathLeave: 'Die des Servers verwenden',
  pathLeft: 'Neue E-Mails haben die Domain des Servers.',
  pathEnd: 'Beenden',
  pathEndAsks: domain => `Für ${domain} nichts mehr annehmen?`,
  pathEndTells:
    'Bounces von E-Mails, die damit gesendet wurden, werden nicht mehr bemerkt, und wer sich per ' +
    'E-Mail abmeldet, bleibt auf der Liste. Ein anderes Konto kann den Namen übernehmen.',
  pathEnded: domain => `${domain} wurde aufgegeben.`,
  copy: 'Kopieren',
  copied: 'Kopiert',
}
