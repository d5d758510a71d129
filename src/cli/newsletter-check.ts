/** `pennypost newsletter check`: checks a newsletter before it is sent. */
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { isSigned } from '../domain/dkim/dkim.ts'
import { keptDraft } from '../domain/newsletters/save-newsletter.ts'
import { linkAnswers } from '../lib/link-answers.ts'
import { checkMessage, linksOf, type MessageFinding } from '../mail/message/check.ts'
import { renderMessage } from '../mail/message/compose.ts'
import { mailDomain } from '../mail/message/headers.ts'
import type { Config } from '../settings/config.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { compiledFor, SOMEBODY } from './newsletter-preview.ts'

interface CheckOptions extends AccountOption {
  list?: number
  links?: boolean
}

export function register(newsletter: Command, context: Context): void {
  withAccount(newsletter.command('check').argument('<id>', 'which newsletter', idOf('newsletter')))
    .option('--list <id>', 'for the subscribers of this list', idOf('list'))
    .option('--no-links', 'do not request links')
    .description(
      'Check a newsletter before it is sent: subject, size, pictures, characters, links, sender.',
    )
    .addHelpText(
      'after',
      '\nEach line says ok, look (a warning) or wrong. The exit code is 1 when something is ' +
        'wrong.\n\nExamples:\n  $ pennypost newsletter check 3\n' +
        '  $ pennypost newsletter check 3 --no-links --json',
    )
    .action((id: number, options: CheckOptions) => check(context, id, options))
}

async function check(context: Context, id: number, options: CheckOptions): Promise<void> {
  const config = context.config()
  const { findings, links } = await forAccount(context, options, (db, account) =>
    checkedNewsletter(db, config, account.id, id, options),
  )
  if (options.links !== false) findings.push(...(await linkFindings(config, links)))
  const wrong = findings.some(({ verdict }) => verdict === 'wrong')
  if (options.json) context.printJson({ id, wrong, findings })
  else
    for (const { verdict, what, says } of findings)
      context.print(`${verdict.padEnd(6)} ${what.padEnd(12)} ${says}`)
  if (wrong) process.exitCode = 1
}

async function checkedNewsletter(
  db: Store,
  config: Config,
  accountId: number,
  id: number,
  { list }: CheckOptions,
) {
  const draft = await keptDraft(db, accountId, id)
  const { message, compiled } = await compiledFor(db, config, accountId, id, { list })
  const plain = await compiledFor(db, config, accountId, id, { list, tracked: false })
  const sent = renderMessage(compiled, SOMEBODY)
  const withoutValues = renderMessage(compiled, { ...SOMEBODY, name: '', fields: [] })
  const { html, text } = renderMessage(plain.compiled, SOMEBODY)
  const domain = mailDomain(message.fromEmail.slice(message.fromEmail.lastIndexOf('@') + 1))
  const findings = checkMessage({
    subject: withoutValues.subject,
    html,
    text,
    htmlBytes: Buffer.byteLength(sent.html ?? sent.text),
    characterSet: message.characterSet,
    showsUnsubscribe:
      linksOf(draft.html).some(({ address }) => address.includes('unsubscribe_url')) ||
      (html === undefined && draft.text.includes('unsubscribe_url')),
    domain,
    signed: await isSigned(db, accountId, domain),
  })
  // Links that differ between subscribers can't be requested.
  return {
    findings,
    links: [...new Set(compiled.links.map(({ target }) => target))].filter(
      target => !/\{[{%]/.test(target),
    ),
  }
}

/** Limit on requests. */
const MOST_LINKS = 200

async function linkFindings(config: Config, links: string[]): Promise<MessageFinding[]> {
  if (links.length === 0) return []
  const answers = await linkAnswers(links.slice(0, MOST_LINKS), config.fetch.allow)
  const findings: MessageFinding[] = answers
    .filter(({ answer }) => answer !== 'ok')
    .map(({ address, answer, reason }) => ({
      what: 'links',
      verdict: answer === 'gone' ? 'wrong' : 'look',
      says: `${address}: ${reason.replace(/\.$/, '')}.`,
    }))
  const fine = answers.length - findings.length
  if (fine > 0)
    findings.push({
      what: 'links',
      verdict: 'ok',
      says: fine === 1 ? 'One link answers.' : `${fine} links answer.`,
    })
  if (links.length > MOST_LINKS)
    findings.push({
      what: 'links',
      verdict: 'look',
      says: `${links.length - MOST_LINKS} further links were not requested.`,
    })
  return findings
}
