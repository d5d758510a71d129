/**
 * What the DNS checks say: a code with values, in words for the command line. The console has its
 * own words for each code, in each language.
 */

type Value = string | number
type Given<Name extends string> = Record<Name, Value>

const WORDS = {
  'resolver-late': () => 'The resolver did not answer in time.',
  'resolver-unreachable': () => 'The resolver cannot be reached.',
  'resolver-failed': () =>
    'The resolver reports that the name servers of the domain do not answer, or that DNSSEC ' +
    'validation failed.',
  'resolver-refuses': () => 'The resolver refuses our queries.',
  'resolver-invalid': ({ code }: Given<'code'>) =>
    `The resolver gives an invalid answer (${code}).`,
  'record-unknown': () => 'It is unknown whether the record exists.',
  'try-later': () => 'Try again later.',
  correct: () => 'Correct it.',

  'domain-gone': ({ domain }: Given<'domain'>) =>
    `The resolver reports that the domain ${domain} does not exist.`,
  'domain-look': () =>
    'Check its spelling and registration. If these are right, the resolver may only serve its ' +
    'own network.',

  'dkim-none': ({ domain }: Given<'domain'>) =>
    `There is no key for ${domain}: emails are not signed, and large mailbox providers reject ` +
    'those.',
  'dkim-make': () => 'Make keys for the domain, and publish their records.',
  'dkim-published': ({ algorithm }: Given<'algorithm'>) =>
    `Our ${algorithm} key is published: signatures can be verified.`,
  'dkim-exchanged': ({ algorithm }: Given<'algorithm'>) =>
    `Our ${algorithm} key is published: the former pair can be retired.`,
  'dkim-missing': ({ algorithm }: Given<'algorithm'>) => `The ${algorithm} key is not published.`,
  'dkim-several': ({ records }: Given<'records'>) =>
    `There are ${records} records under one name; the result is undefined.`,
  'dkim-no-record': () => 'The published record is not a DKIM record.',
  'dkim-revoked': () => 'The published record says that the key was revoked.',
  'dkim-cut': ({ published, characters }: Given<'published' | 'characters'>) =>
    `Only the first ${published} of ${characters} characters of the key are published.`,
  'dkim-other': () => 'The published key is not the one that emails are signed with.',
  'dkim-type': ({ type }: Given<'type'>) => `The record says that the key type is ${type}.`,
  'dkim-hash': () => 'The record does not allow signatures with SHA-256, which we use.',
  'dkim-testing': () => 'The record says t=y (testing): receivers treat emails as unsigned.',
  'dkim-unverified': () => 'Its signatures cannot be verified.',
  'dkim-waits': () => 'It does not sign yet; publish it before the former pair is retired.',
  'dkim-replace': () => 'Remove all of them and publish this one.',
  'dkim-publish': () => 'Publish this one; resolvers may cache the old state for some time.',

  'reports-permitted': () => 'Reports may go to that domain.',
  'reports-forbidden': () =>
    'Reports go to another domain, which does not permit it: receivers send none.',
  'reports-permit': () => 'Publish the permission.',
  'dmarc-none': () =>
    'There is no DMARC record. Gmail, Yahoo and Outlook require one of bulk senders.',
  'dmarc-publish-here': () => 'Publish one: receivers then send their reports here.',
  'dmarc-publish': () =>
    'Publish one, with a mailbox in rua= that you read: receivers send their reports to it.',
  'dmarc-several': ({ records, name }: Given<'records' | 'name'>) =>
    `There are ${records} DMARC records at ${name}; receivers then ignore them all.`,
  'dmarc-keep-one': () => 'Keep one of them.',
  'dmarc-no-policy': ({ policy }: Given<'policy'>) =>
    `The record says p=${policy}; it must be none, quarantine or reject.`,
  'dmarc-as-none': () => 'Receivers treat it as none.',
  'dmarc-ignored': () => 'Receivers ignore the record.',
  'dmarc-passes': () => 'Emails that pass neither SPF nor DKIM should be delivered anyway.',
  'dmarc-quarantine': () => 'Emails that pass neither SPF nor DKIM should be delivered as spam.',
  'dmarc-reject': () => 'Emails that pass neither SPF nor DKIM should be rejected.',
  'dmarc-testing': () => 'That is only being tested (t=y).',
  'dmarc-inherited': ({ name }: Given<'name'>) => `It is inherited from ${name}.`,
  'dmarc-unread': () => 'No one receives the reports of receivers, so failures go unnoticed.',
  'dmarc-add-here': () => 'Add rua=: receivers then send their reports here.',
  'dmarc-add-mailbox': () => 'Add a mailbox that you read.',

  'aligned-both': () =>
    'Signature and return path are both aligned with the domain in From: emails pass DMARC by ' +
    'either.',
  'aligned-dkim': ({ domain }: Given<'domain'>) =>
    'The signature is aligned with the domain in From, the return path is not: emails pass DMARC ' +
    `by DKIM alone. With bounce.${domain} as return path they would pass by both.`,
  'aligned-spf': () =>
    'Only the return path is aligned with the domain in From: forwarded emails fail DMARC.',
  'aligned-none': () =>
    'Neither signature nor return path is aligned with the domain in From: emails fail DMARC.',
  'aligned-strictly': ({ signer }: Given<'signer'>) =>
    `The record requires that exact domain (adkim=s), and emails are signed for ${signer}.`,

  'mx-none': () =>
    'There is no MX record: bounces may be lost, and some receivers reject senders that cannot ' +
    'be replied to.',
  'mx-publish': () => 'Publish one that names the server that accepts the bounces.',
  'mx-closed': () =>
    'It says that the domain accepts no mail (RFC 7505): emails from such a return path are ' +
    'rejected.',
  'mx-address': ({ address }: Given<'address'>) =>
    `An MX record must contain a name, not an address like ${address}; senders cannot use it.`,
  'mx-name': () => 'Give the server a name, and use it in the MX record.',
  'mx-unknown': ({ hosts }: Given<'hosts'>) =>
    `The resolver does not answer, so it is unknown whether there is an address of ${hosts}.`,
  'mx-nowhere': ({ hosts }: Given<'hosts'>) => `There is no address of ${hosts}: bounces are lost.`,
  'mx-inside': ({ hosts }: Given<'hosts'>) =>
    `There is no public address of ${hosts}: other mail servers cannot reach it.`,
  'mx-give': () => 'Give it one, or use another server.',
  'mx-fine': ({ hosts }: Given<'hosts'>) => `Bounces go to ${hosts}.`,

  'path-none': () =>
    'Emails have no valid envelope sender: bounces are lost, and SPF cannot be checked.',
  'path-set': ({ domain }: Given<'domain'>) =>
    'Whoever runs the installation sets its return path, preferably to a name below ' +
    `${domain}, like bounce.${domain}; then check again.`,

  'spf-needless': () =>
    'There is none. Emails of Pennypost need none here: receivers check that of the return path.',
  'spf-beside': () => 'It is valid. Receivers of your emails check that of the return path.',
  'spf-none': () =>
    'There is no SPF record: receivers cannot tell which servers may send for the return path.',
  'spf-publish': () =>
    'Publish one that names the sending servers of the relay; its provider documents what to ' +
    'include.',
  'spf-several': ({ records }: Given<'records'>) =>
    `There are ${records} SPF records. Receivers treat this as an error and ignore them all.`,
  'spf-merge': () => 'Remove them all and publish one.',
  'spf-error': () => 'Receivers treat the record as an error.',
  'spf-lookups': ({ lookups, most }: Given<'lookups' | 'most'>) =>
    `It needs ${lookups} DNS lookups, and receivers allow ${most}.`,
  'spf-lookups-more': ({ lookups, most }: Given<'lookups' | 'most'>) =>
    `It needs more than ${lookups} DNS lookups, and receivers allow ${most}.`,
  'spf-term': ({ term }: Given<'term'>) => `${term} in it is invalid.`,
  'spf-nameless': ({ term }: Given<'term'>) => `${term} in it names no domain.`,
  'spf-mechanism': ({ term }: Given<'term'>) => `It has ${term}, which is not an SPF mechanism.`,
  'spf-network': ({ term, family }: Given<'term' | 'family'>) =>
    `${term} in it is not an ${family} network.`,
  'spf-loop': ({ name }: Given<'name'>) => `It includes ${name} in a loop.`,
  'spf-included-none': ({ name }: Given<'name'>) => `It includes ${name}, which has no SPF record.`,
  'spf-included-several': ({ name }: Given<'name'>) =>
    `It includes ${name}, which has several SPF records.`,
  'spf-voids': ({ most, name }: Given<'most' | 'name'>) =>
    `It names more than ${most} names that do not exist, including ${name}, and receivers then ` +
    'give up.',
  'spf-shorten': () =>
    'Remove what is no longer used, or list networks (ip4:, ip6:) instead of includes.',
  'spf-everyone': () =>
    'It says +all: any server may send for the domain. Receivers treat this as a sign of spam.',
  'spf-neutral': () =>
    'It ends with ?all: servers that are not listed pass as well as those that are.',
  'spf-endless': () =>
    'It has no "all": servers that are not listed pass as well as those that are.',
  'spf-end': () => 'Let it end with ~all, or with -all if all servers are listed.',
  'spf-lists': ({ hosts }: Given<'hosts'>) => `It lists ${hosts}.`,
  'spf-valid': () => 'It is valid.',
  'spf-cost': ({ lookups, most }: Given<'lookups' | 'most'>) =>
    `It needs ${lookups} of the ${most} DNS lookups that receivers allow.`,
  'spf-unchecked': () =>
    'Whether it lists the sending servers of your relay cannot be checked from here.',
  'spf-missing': ({ hosts }: Given<'hosts'>) =>
    `It does not list ${hosts}. Emails are handed there: if the relay sends from that address, ` +
    'receivers treat them as forged.',
  'spf-add': () => 'Add it.',
  'spf-add-unless': () =>
    'Add it, unless its provider documents other servers to include, and they are included.',

  'mta-sts-none': () =>
    'There is none, and emails arrive without it. It makes other servers send bounces encrypted, ' +
    'or not at all.',
  'mta-sts-publish': ({ host }: Given<'host'>) =>
    `First serve the policy at https://${host}/.well-known/mta-sts.txt, then publish the record.`,
  'mta-sts-several': ({ records }: Given<'records'>) =>
    `There are ${records} MTA-STS records; other servers then ignore them all.`,
  'mta-sts-keep-one': () => 'Keep one of them.',
  'mta-sts-id': () =>
    'The record has no id of 1 to 32 letters and digits; other servers ignore it.',
  'mta-sts-no-host': ({ host }: Given<'host'>) =>
    `The record is there, but no address of ${host}: nobody can read the policy.`,
  'mta-sts-fine': ({ host }: Given<'host'>) =>
    `It is published; other servers read the policy at ${host}.`,
  'tls-rpt-none': () =>
    'There is none, and emails arrive without it. It asks other servers to report where ' +
    'encryption failed.',
  'tls-rpt-publish': () => 'Publish one with a mailbox in rua= that you read.',
  'tls-rpt-publish-here': () => 'Publish one: other servers then send their reports here.',
  'tls-rpt-ignored': () =>
    'There is more than one record, or it has no address in rua=; other servers ignore it.',
  'tls-rpt-fine': () => 'Other servers report where encryption failed.',
  'bimi-none': () =>
    'There is none, and emails arrive without it. It shows your logo beside emails in some ' +
    'mailboxes.',
  'bimi-publish': () =>
    'It takes a logo as SVG at an https address, a DMARC policy of quarantine or reject, and for ' +
    'Gmail and Apple Mail a certificate.',
  'bimi-several': () => 'There is more than one record; mailboxes then ignore them all.',
  'bimi-declined': () => 'The record says that the domain has no logo.',
  'bimi-logo': () => 'The logo must be an SVG file at an https address.',
  'bimi-policy': () =>
    'The logo is not shown: DMARC has to say quarantine or reject, for all emails.',
  'bimi-stricter': () => 'Make the DMARC policy stricter once nearly all emails pass it.',
  'bimi-certified': () => 'Logo and certificate are published.',
  'bimi-plain': () =>
    'The logo is published without a certificate: Gmail and Apple Mail do not show it.',

  'relay-none': () => 'There is no relay: emails stay in the sandbox.',
  'relay-add': () => 'Add a relay.',
  'relay-unfound': () =>
    'The resolver finds no such host. It may still be defined on this machine (/etc/hosts).',
  'relay-try': () => 'Test it: send an email by it.',
  'relay-inside': () =>
    'It is in your own network. Its public address is unknown here, so its name cannot be ' +
    'checked: ask your provider.',
  'ptr-own': () =>
    'The provider of the address (the hoster, not the registrar of the domain) sets its name.',
  'ptr-foreign': () =>
    'If the relay is yours, ask the provider of its address to set its name; else ask the ' +
    'provider of the relay.',
  'ptr-none': ({ address }: Given<'address'>) =>
    `${address} has no name. Receivers reject emails from such addresses; this matters if the ` +
    'relay sends from it.',
  'ptr-fine': ({ address, names }: Given<'address' | 'names'>) =>
    `${address} has the name ${names}, which resolves to it.`,
  'ptr-false': ({ address, names }: Given<'address' | 'names'>) =>
    `${address} has the name ${names}, which does not resolve to it: receivers distrust such ` +
    'names.',
} as const

export type DnsCode = keyof typeof WORDS

export const DNS_CODES = Object.keys(WORDS) as [DnsCode, ...DnsCode[]]

export interface DnsSentence {
  code: DnsCode
  values: Record<string, Value>
  /** In English. */
  says: string
}

type ValuesOf<Code extends DnsCode> =
  Parameters<(typeof WORDS)[Code]> extends [infer Values] ? [values: Values] : []

export function advice<Code extends DnsCode>(code: Code, ...[values]: ValuesOf<Code>): DnsSentence {
  const say = WORDS[code] as (values: unknown) => string
  return { code, values: (values ?? {}) as DnsSentence['values'], says: say(values) }
}

/** What is checked, in English. */
const PARTS = {
  domain: () => 'domain',
  path: () => 'return path',
  spf: (of: string) => `SPF of ${of}`,
  mx: (of: string) => `MX of ${of}`,
  dkim: (of: string) => `DKIM ${of}`.trimEnd(),
  dmarc: () => 'DMARC',
  reports: () => 'DMARC reports',
  alignment: () => 'alignment',
  bimi: () => 'BIMI',
  'mta-sts': (of: string) => `MTA-STS of ${of}`,
  'tls-rpt': (of: string) => `TLS-RPT of ${of}`,
  relay: () => 'relay',
  ptr: (of: string) => `PTR of ${of}`,
} as const

export type DnsPart = keyof typeof PARTS

export const DNS_PARTS = Object.keys(PARTS) as [DnsPart, ...DnsPart[]]

export interface CheckName {
  /** In English, with the name: `SPF of bounce.example.com`. */
  check: string
  part: DnsPart
  /** The domain, host or selector; '' if it goes without saying. */
  of: string
}

export const checkName = (part: DnsPart, of = ''): CheckName => ({
  check: PARTS[part](of),
  part,
  of,
})
