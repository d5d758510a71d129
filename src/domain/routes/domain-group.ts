/** Recipient domains of one provider are slowed together. */

const GROUPS: [RegExp, string][] = [
  [/^(gmail|googlemail)\.com$/, 'Gmail'],
  [/^(outlook|hotmail|live|msn|passport)\.[a-z.]+$/, 'Outlook'],
  [/^(yahoo|ymail|rocketmail|aol|verizon)\.[a-z.]+$/, 'Yahoo'],
  [/^(icloud|me|mac)\.com$/, 'iCloud'],
  [/^(gmx|web)\.(de|net|at|ch|com)$/, 'GMX'],
  [/^(mail|bk|inbox|list)\.ru$/, 'Mail.ru'],
  [/^(yandex\.[a-z.]+|ya\.ru)$/, 'Yandex'],
  [/^(qq|foxmail)\.com$/, 'QQ'],
]

const PROVIDERS = new Set(GROUPS.map(([, name]) => name))

/** For metrics, whose labels are few: the known provider of an address, or `other`. */
export function providerOf(email: string): string {
  const group = domainGroup(email)
  return PROVIDERS.has(group) ? group : 'other'
}

export function domainGroup(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return GROUPS.find(([domains]) => domains.test(domain))?.[1] ?? domain
}
