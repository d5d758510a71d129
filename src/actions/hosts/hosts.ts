/** Hosts of the public pages of an account: what links in its emails begin with. */
import { z } from 'zod'
import { originAt, violationsOfHost } from '../../domain/hosts/host-name.ts'
import {
  chooseHost,
  claimHost,
  hostNamed,
  type PublicHost,
  publicHosts,
  takeHostAway,
} from '../../domain/hosts/manage-hosts.ts'
import { refused } from '../../domain/refusal.ts'
import { createDns } from '../../mail/dns/ask.ts'
import { checkHost, HOST_STATES, hostRecord } from '../../mail/dns/host-check.ts'
import { type ActionCall, action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'

const HostAnswer = z
  .object({
    host: z.string(),
    address: z
      .string()
      .nullable()
      .describe('What links begin with; null: the installation has no public address.'),
    isDefault: z.boolean().describe('New links have it.'),
    created: moment,
    retired: moment.nullable().describe('Since when it only answers links that have it.'),
  })
  .meta({ id: 'Host' })

const HostDns = z.object({
  host: z.string(),
  state: z
    .enum(HOST_STATES)
    .describe('nowhere: the name has no address; unknown: the DNS did not answer.'),
  found: z.array(z.string()).describe('The addresses of the name.'),
  wanted: z.array(z.string()).describe('The addresses of the installation.'),
  record: z
    .object({ name: z.string(), type: z.string(), value: z.string(), line: z.string() })
    .describe('To publish; `line` as in a zone file.'),
})

export type HostAnswer = z.output<typeof HostAnswer>
export type HostDnsAnswer = z.output<typeof HostDns>

const params = z.strictObject({
  host: z.string().min(1).max(254).describe('news.example.com'),
})

const shown = ({ relays: { publicUrl } }: ActionCall, host: PublicHost) => ({
  ...host,
  address: publicUrl === undefined ? null : originAt(host.host, publicUrl),
})

/** The host of the installation; refuses without PUBLIC_URL. */
function serviceHost({ relays: { publicUrl } }: ActionCall): string {
  if (publicUrl !== undefined) return new URL(publicUrl).hostname
  throw refused('not-now', 'host-unset').atShell('set', 'PUBLIC_URL')
}

async function hostDns(call: ActionCall, given: string): Promise<HostDnsAnswer> {
  const { host } = await hostNamed(call.db, call.account.id, given)
  const service = serviceHost(call)
  const dns = createDns({ servers: call.relays.resolvers ?? [] })
  return { host, ...(await checkHost(dns, host, service)), record: hostRecord(host, service) }
}

export const hosts = [
  action({
    route: 'GET /hosts',
    right: 'read',
    about: 'The hosts of the public pages, and which of them new links have.',
    command: 'host list',
    out: z.object({
      items: z.array(HostAnswer),
      installation: z
        .string()
        .nullable()
        .describe('What links begin with without a default host; null: no public address.'),
    }),
    run: async call => ({
      items: (await publicHosts(call.db, call.account.id)).map(host => shown(call, host)),
      installation: call.relays.publicUrl ?? null,
    }),
  }),
  action({
    route: 'POST /hosts',
    right: 'own',
    about:
      'Add a host that leads to this installation. It answers the public pages of the account, and ' +
      'new links have it once it is the default.',
    command: 'host add <host>',
    body: withRules(
      z.strictObject({
        host: z.string().min(1).max(254).describe('news.example.com; another script as it is.'),
      }),
      violationsOfHost,
    ),
    out: HostAnswer,
    creates: true,
    async run(call, { body }) {
      const { db, account, relays } = call
      const own = relays.publicUrl === undefined ? '' : new URL(relays.publicUrl).hostname
      const host = await claimHost(db, account.id, body.host, own)
      return shown(call, await hostNamed(db, account.id, host))
    },
  }),
  action({
    route: 'GET /hosts/:host/dns',
    right: 'read',
    about: 'Ask the DNS whether a host leads here, and show the record to publish. Takes seconds.',
    command: 'host check',
    params,
    out: HostDns,
    run: (call, { params: { host } }) => hostDns(call, host),
  }),
  action({
    route: 'PUT /hosts/:host/default',
    right: 'own',
    about: 'Let new links have a host. Refused while it leads elsewhere.',
    command: 'host default',
    params,
    body: z.strictObject({
      unchecked: z
        .boolean()
        .default(false)
        .describe('Do not ask the DNS: a proxy with other addresses is in front.'),
    }),
    out: HostAnswer,
    async run(call, { params, body: { unchecked } }) {
      const { host } = await hostNamed(call.db, call.account.id, params.host)
      const checked = unchecked ? undefined : await hostDns(call, host)
      if (checked && checked.state !== 'here') {
        const values = { host, record: checked.record.line }
        throw refused('not-now', CODES[checked.state], values).atShell(
          'behind-proxy',
          '--unchecked',
        )
      }
      await chooseHost(call.db, call.account.id, host)
      return shown(call, await hostNamed(call.db, call.account.id, host))
    },
  }),
  action({
    route: 'DELETE /default-host',
    right: 'own',
    about: 'Let new links have the host of the installation.',
    command: 'host no-default',
    run: ({ db, account }) => chooseHost(db, account.id, undefined),
  }),
  action({
    route: 'DELETE /hosts/:host',
    right: 'own',
    about:
      'Take a host away. New links have it no more; links that have it go on until you end them.',
    command: 'host remove',
    params,
    query: z.strictObject({
      links: z
        .enum(['keep', 'end'])
        .default('keep')
        .describe('end: links in emails that have it lead nowhere from now on.'),
    }),
    run: async ({ db, account }, { params, query: { links } }) => {
      const { host } = await hostNamed(db, account.id, params.host)
      await takeHostAway(db, account.id, host, links === 'end')
    },
  }),
] as const

const CODES = {
  elsewhere: 'host-elsewhere',
  nowhere: 'host-nowhere',
  unknown: 'host-silent',
} as const
