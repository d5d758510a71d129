/** The strings of the page of hosts, in English. */

export const hosts = {
  title: 'Hosts',
  none: 'No host yet',
  noneHint: (address: string): string =>
    `Links, pictures, forms and pages of this account begin with ${address}. With a host of your ` +
    'own, such as news.shop.example, readers see your name.',
  unset:
    'This installation has no public address yet, so no host can lead to it. Whoever runs it sets one.',
  begin: 'New links begin with',
  ofInstallation: 'the host of the installation',
  add: 'Add a host',
  host: 'Host',
  hostHint: 'A name below a domain of yours, such as news.shop.example.',
  added: (host: string): string => `${host} was added. Publish its record next.`,
  isDefault: 'New links have it',
  retired: 'Old links only',
  actionsOf: (host: string): string => `Actions of ${host}`,
  makeDefault: 'Use it for new links',
  madeDefault: (host: string): string => `New links have ${host}.`,
  anyway: 'Use it all the same',
  anywayHint: 'Only if a proxy with other addresses is in front of this installation.',
  noDefault: 'Use the host of the installation',
  noDefaultDone: 'New links have the host of the installation.',
  useAgain: 'Bring it back',
  broughtBack: (host: string): string => `${host} can be used again.`,
  remove: 'Take away',
  removeAsks: (host: string): string => `Take ${host} away?`,
  removeTells:
    'New links no longer have it. Links in emails that were sent go on, unless you end them, too: ' +
    'then nobody can unsubscribe by them, and another account can take the name.',
  removeTellsRetired:
    'Links in emails that have it lead nowhere from then on: nobody can unsubscribe by them. ' +
    'Another account can take the name.',
  keepLinks: 'Take away, keep old links',
  endLinks: 'End old links, too',
  endLinksRetired: 'End old links',
  removed: (host: string): string => `${host} was taken away. Old links go on.`,
  ended: (host: string): string => `${host} was taken away, and its links ended.`,
  undone: 'It is as before.',
  states: {
    here: 'Leads here',
    elsewhere: 'Leads elsewhere',
    nowhere: 'Not published',
    unknown: 'The DNS does not answer',
  } satisfies Record<'here' | 'elsewhere' | 'nowhere' | 'unknown', string>,
  asking: 'Asking the DNS …',
  checkAgain: 'Check again',
  means: {
    elsewhere: (found: string): string =>
      `The name leads to ${found}. Replace that by this record:`,
    nowhere: (_found: string): string =>
      'The DNS has no address for this name yet. Publish this record where the domain is managed; ' +
      'it can take from minutes to a day to be seen everywhere.',
    unknown: (_found: string): string =>
      'Whether it leads here is unknown: try again later. This is the record:',
  } satisfies Record<'elsewhere' | 'nowhere' | 'unknown', (found: string) => string>,
  recordType: 'Type',
  recordName: 'Name',
  recordValue: 'Value',
  apex: (addresses: string): string =>
    `A whole domain, such as shop.example, can’t have an alias: publish its addresses instead, ${addresses}.`,
  certificate:
    'Once the name leads here, the proxy in front needs a certificate for it. With the Caddy ' +
    'configuration that comes with Pennypost, it gets one by itself.',
  byOwner: 'Owners of the account add and change hosts.',
  path: 'Return path',
  pathTells:
    'Emails that can’t be delivered, and those by which readers unsubscribe, come back to this ' +
    'domain. With one below your own, receivers see that you send.',
  pathOfInstallation: 'the domain of the installation',
  pathNone: 'No domain is set: whoever runs the installation sets one.',
  pathForm: 'Another domain',
  pathHint: 'A name that has no other use, such as bounce.shop.example.',
  pathCheck: 'Show its records',
  pathUse: 'Use it for new emails',
  pathUsed: (domain: string): string => `New emails come back to ${domain}.`,
  pathUnready: 'Publish these records first; to be seen everywhere they can take up to a day.',
  pathAnywayHint: 'Only if what comes back is taken elsewhere: bounces may be lost.',
  pathUsedNow: 'New emails have it',
  pathFormer: 'Takes what still comes back',
  pathLeave: 'Use the installation’s',
  pathLeft: 'New emails have the domain of the installation.',
  pathEnd: 'End',
  pathEndAsks: (domain: string): string => `Take nothing more for ${domain}?`,
  pathEndTells:
    'Bounces of emails that were sent with it are no longer noticed, and who unsubscribes by mail ' +
    'stays on the list. Another account can take the name.',
  pathEnded: (domain: string): string => `${domain} was given up.`,
  copy: 'Copy',
  copied: 'Copied',
}
