/** `pennypost dkim ...`: DKIM keys, and the DNS records that publish them. */
import type { Command } from 'commander'
import { type DkimKeyState, listDkimKeys, retireDkimPair } from '../domain/dkim/manage-dkim-keys.ts'
import { formatInstant } from '../lib/instant.ts'
import { addDkimPair, dkimRecord } from '../use-cases/senders/dkim.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { sealerOf } from './secret.ts'

const ROTATION = `
Two keys are made, RSA-2048 and Ed25519; emails get a signature by each. \
The first pair of a domain is used immediately. To change keys:
  1. pennypost dkim add example.com          makes a second pair, which waits
  2. publish its DNS records, and wait until they have propagated (a day)
  3. pennypost dkim retire example.com OLD   from now on the new pair signs
  4. leave the old records for a week, for emails in transit; then remove them
`

export function register(dkim: Command, context: Context): void {
  withAccount(
    dkim.command('add').argument('<domain>', 'the domain of the addresses that emails come from'),
  )
    .option('--selector <name>', 'the name of the pair in the DNS; otherwise made from the date')
    .description('Make a pair of keys for a domain, and show the DNS records to publish.')
    .addHelpText('after', `${ROTATION}\nExample:\n  $ pennypost dkim add example.com`)
    .action((domain: string, options: AccountOption & { selector?: string }) =>
      add(context, domain, options),
    )

  withAccount(dkim.command('list'))
    .description(
      'List the keys with their DNS records: which sign, which wait for the former to be ' +
        'retired, which are retired.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost dkim list')
    .action((options: AccountOption) => list(context, options))

  withYes(
    withAccount(dkim.command('retire').alias('remove'))
      .argument('<domain>', 'of which domain')
      .argument('<selector>', 'which pair'),
  )
    .description('Sign no more with a pair of keys; the one that waits signs from now on.')
    .addHelpText('after', `${ROTATION}\nExample:\n  $ pennypost dkim retire example.com pp20261121`)
    .action((domain: string, selector: string, options: AccountOption & YesOption) =>
      retire(context, domain, selector, options),
    )
}

async function add(
  context: Context,
  domain: string,
  options: AccountOption & { selector?: string },
): Promise<void> {
  const config = context.config()
  const made = await forAccount(context, options, async (db, { id }) => {
    return addDkimPair(db, await sealerOf(db, config), id, { domain, ...options })
  })
  if (options.json) return context.printJson(made.map(facts))
  context.print(
    made.some(({ state }) => state === 'waits')
      ? 'The keys were made. They wait: publish their records, then retire the former pair ' +
          '(see --help).'
      : 'The keys were made, and sign from now on. Publish their records, so that receivers ' +
          'can verify:',
  )
  for (const key of made) for (const line of records(key)) context.print(line)
}

const facts = (key: DkimKeyState) => ({
  domain: key.domain,
  selector: key.selector,
  algorithm: key.algorithm,
  state: key.state,
  created: formatInstant(key.created),
  retired: key.retiredAt && formatInstant(key.retiredAt),
  dnsName: dkimRecord(key).name,
  dnsText: key.record,
  dnsStrings: dkimRecord(key).strings,
})

const zoneLine = (key: DkimKeyState): string => {
  const { name, strings } = dkimRecord(key)
  return `${name}. IN TXT ( ${strings} )`
}

/** In the form of DNS providers and in the form of a zone file. */
const records = (key: DkimKeyState): string[] => [
  '',
  `Name:   ${dkimRecord(key).name}`,
  'Type:   TXT',
  `Value:  ${key.record}`,
  'In a zone file:',
  zoneLine(key),
]

async function list(context: Context, options: AccountOption): Promise<void> {
  const keys = await forAccount(context, options, (db, { id }) => listDkimKeys(db, id))
  if (options.json) return context.printJson(keys.map(facts))
  if (keys.length === 0)
    return context.print(
      'There are no keys yet: emails are not signed. To make some: pennypost dkim add DOMAIN',
    )
  for (const key of keys) {
    context.print(
      `${key.domain}  ${key.selector}  ${key.algorithm}  ${key.state}, made ` +
        `${formatInstant(key.created).slice(0, 10)}`,
    )
    if (key.state !== 'retired') context.print(`  ${zoneLine(key)}`)
  }
}

async function retire(
  context: Context,
  domain: string,
  selector: string,
  options: AccountOption & YesOption,
): Promise<void> {
  const signing = await forAccount(context, options, async (db, { id }) => {
    const kept = await listDkimKeys(db, id)
    if (kept.some(key => key.domain === domain && key.selector === selector))
      await confirmed(
        context,
        options,
        `${selector} signs no email from ${domain} again.`,
        'Retire it',
      )
    return retireDkimPair(db, id, domain, selector)
  })
  if (options.json) return context.printJson({ domain, retired: selector, signing })
  const now =
    signing.length === 0 ? `emails from ${domain} are not signed` : `${signing.join(' and ')} sign`
  context.print(
    `${selector} is retired; from now on ${now}. Leave its records in the DNS for a week, ` +
      'for emails on their way.',
  )
}
