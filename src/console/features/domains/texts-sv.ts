/** The strings of the pages of sender domains, in Swedish. */
import type { domains } from './texts.ts'

export const sv: typeof domains = {
  domains: 'Avsändardomäner',
  add: 'Lägg till en domän',
  domain: 'Domän',
  domainHint: 'Delen efter @ i avsändarens adress, till exempel example.com.',
  none: 'Ingen domän sänder ännu',
  noneHint:
    'En domän står här när en lista har den som avsändare eller när du lägger till den: då ' +
    'signeras dess e-post, och sidan visar posterna som mottagare letar efter.',
  lists: lists => {
    if (lists === 0) return 'avsändare för ingen lista'
    return lists === 1 ? 'avsändare för en lista' : `avsändare för ${lists} listor`
  },
  signed: 'signerad',
  notSigned: 'inte signerad',
  makeKeys: 'Skapa nycklar',
  checkAgain: 'Kontrollera igen',
  notYours: 'Den som får skriva nyhetsbrev kan kontrollera domänens poster.',
  inOrder: (good, all) => `${good} av ${all} i ordning`,
  asked: when => `frågade ${when}, igen av sig självt`,
  found: 'Hittade',
  keeper: 'Sköter någon annan er DNS?',
  keeperHint: records =>
    records === 1
      ? 'Skicka den här posten till dem; här blir den grön av sig själv.'
      : `Skicka de här ${records} posterna till dem; här blir var och en grön av sig själv.`,
  zoneFile: 'Zonfil',
  period: 'Period',
  days: days => `${days} dagar`,
  noReports: 'Inga rapporter har kommit',
  noReportsHint:
    'Brevlådornas leverantörer rapporterar en gång om dagen vem som sänder med era domäner och ' +
    'hur det gick. Vart, säger DMARC-posten under Domäner.',
  passed: (share, emails) => `${share} av ${emails} mejl klarade DMARC`,
  noneSent: 'Ingen har rapporterat e-post från den.',
  stricter: 'Nästan all e-post klarar det: regeln får bli strängare, så att förfalskad hålls ute.',
  reporter: 'Rapporterat av',
  emails: 'Mejl',
  passing: 'Klarade',
  source: 'Sänt från',
  became: 'Hur det gick',
  otherSources: 'andra adresser',
  dispositions: { none: 'levererat', quarantine: 'lagt i skräpposten', reject: 'avvisat' },
  failedTitle: 'Underkänt: ert men inte inställt, eller förfalskat',
  failedHint:
    'Är avsändaren er, låt den signera med den här domänen. Annars sänder någon i ert namn: en ' +
    'strängare regel håller det ute.',
  signedAs: domain => `signerat som ${domain}`,
  tlsTitle: 'Kryptering på vägen hit',
  tls: (share, sessions) => `${share} av ${sessions} anslutningar var krypterade som utlovat`,
  failure: 'Fel',
  server: 'Server',
  sessions: 'Anslutningar',
  unreadable: reports =>
    reports === 1 ? 'En rapport gick inte att läsa' : `${reports} rapporter gick inte att läsa`,
  more: rows => `och ${rows} till`,
}
