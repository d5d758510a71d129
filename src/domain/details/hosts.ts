/** Sentences of refusals about hosts of public pages. */
import type { DetailValues } from '../../lib/sentences.ts'

export const hostDetails = {
  'host-wrong': () => 'A host is a name like news.example.com: no address, no port, no path.',
  'host-taken': () =>
    'The name is taken: it leads to another account, or to the installation itself.',
  'hosts-many': ({ most }: DetailValues<'most'>) => `An account has up to ${most} hosts.`,
  'host-retired': () => 'The host is retired. Add it again before new links have it.',
  'host-none': ({ host }: DetailValues<'host'>) => `${host} is none of the account's.`,
  'bounce-domain-taken': () =>
    'The domain is taken: it is that of another account, or of the installation itself.',
  'bounce-domains-many': ({ most }: DetailValues<'most'>) =>
    `An account has up to ${most} domains for its return path.`,
  'bounce-domain-dns': ({ domain }: DetailValues<'domain'>) =>
    `The DNS of ${domain} is not ready: what comes back would be lost, or receivers would ` +
    'distrust the emails. Publish the records that the check shows.',
  'host-unset': () => 'The installation has no public address that a host could lead to.',
  'host-elsewhere': ({ host, record }: DetailValues<'host' | 'record'>) =>
    `${host} leads elsewhere. Publish: ${record}`,
  'host-nowhere': ({ host, record }: DetailValues<'host' | 'record'>) =>
    `${host} has no address. Publish: ${record}`,
  'host-silent': ({ host }: DetailValues<'host'>) =>
    `${host} could not be looked up: the DNS did not answer.`,
}
