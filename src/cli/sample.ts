/** `pennypost sample ...`: sample data for a new installation, and its removal. */
import type { Command } from 'commander'
import { sampleToSandbox } from '../actions/home/make-sample.ts'
import { sample } from '../actions/home/sample.ts'
import type { Db } from '../db/db.ts'
import { addFirstAccount } from '../domain/accounts/add-account.ts'
import { LINK_MINUTES, makeLoginLink } from '../domain/accounts/login-link.ts'
import { generatePassword } from '../domain/accounts/passwords.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { createLog } from '../lib/log.ts'
import type { Config } from '../settings/config.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import { type AccountOption, forAccount, forStore, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { actionOf } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { counted } from './long-work.ts'
import { recogniseErasedHere, relaysOf } from './secret.ts'
import { openMessages } from './sending-report.ts'
import { watchSending } from './sending-watch.ts'

export function register(group: Command, context: Context): void {
  withAccount(group.command('add'))
    .description(actionOf(sample, 'POST /sample').about)
    .addHelpText(
      'after',
      '\nNo email leaves this machine: while a relay is set, this is refused. It needs no ' +
        'running service.\n\nExample:\n  $ pennypost sample add',
    )
    .action((options: AccountOption) => add(context, options))

  derive(group, context, sample, {
    'sample remove': {
      examples: ['sample remove'],
      text(removed, { print }) {
        const all = Object.values(removed).reduce((sum, one) => sum + one, 0)
        if (all === 0) return print('There is no sample here.')
        print(
          `The sample was removed: ${counted(removed.people, 'subscriber')}, ` +
            `${counted(removed.messages, 'email')} in the sandbox, its list and newsletter.`,
        )
      },
    },
  })
}

async function add(context: Context, options: AccountOption): Promise<void> {
  const config = context.config()
  const password = options.account === undefined ? await firstAccount(context, config) : undefined
  const made = await forAccount(context, options, async (db, account) => {
    await recogniseErasedHere(db, config, account.id)
    const made = await sampleToSandbox(db, relaysOf(db, config), account.id, people =>
      context.progress(counted(people, 'subscriber')),
    )
    const workers = workersWhenAlone(db, config)
    const ended = await watchSending(db, account.id, made.sendingId, {
      progress: context.progress,
      meanwhile: workers.startIfAlone,
    }).finally(workers.stop)
    if (ended.state !== 'finished' || openMessages(ended) > 0)
      throw new CommandFailed(`Sending ${ended.id} is ${ended.state}.`)
    const token = await makeLoginLink(db, account.id)
    return { ...made, messages: ended.counts.accepted ?? 0, username: account.username, token }
  })
  const { token, username, ...facts } = made
  const origin = serviceOrigin(config.http)
  const [sandbox, loginLink] = [`${origin}/sandbox`, `${origin}/console/login/${token}`]
  if (options.json)
    return context.printJson({
      ...facts,
      sandbox,
      loginLink,
      ...(password && { username, password }),
    })
  context.print(
    `List ${facts.listId} has ${counted(facts.people, 'fictional subscriber')}, newsletter ` +
      `${facts.newsletterId} was sent to them:`,
  )
  context.print(`${counted(facts.messages, 'email')} are in the sandbox.`)
  context.print('')
  context.print(`  Sign in        ${loginLink}   (works once, for ${LINK_MINUTES} minutes)`)
  context.print(`  The emails     ${sandbox}`)
  context.print(`  One email      pennypost newsletter preview ${facts.newsletterId}`)
  context.print('')
  context.print(
    'If the service is not running: pennypost start. To take the sample away: pennypost ' +
      'sample remove',
  )
  if (password !== undefined)
    context.print(
      `The account ${username} was made, because there was none. Its password, shown this ` +
        `once: ${password}`,
    )
}

/** Makes the account of an empty store, like the first start; returns its password. */
async function firstAccount(context: Context, config: Config): Promise<string | undefined> {
  const { username, password: given } = config.account
  const password = given ?? generatePassword()
  const added = await forStore(context, db => addFirstAccount(db, { username, password }))
  return added && given === undefined ? password : undefined
}

/** Runs workers in this process while no other process does. */
function workersWhenAlone(db: Db, config: Config) {
  let running: { close(): Promise<void> } | undefined
  return {
    async startIfAlone() {
      if (running || (await livingWorkers(db, {})).count > 0) return
      // Loaded on demand: the service is most of the program.
      const { startService } = await import('../main.ts')
      const asWorker: Config = { ...config, process: { ...config.process, roles: 'worker' } }
      running = await startService(asWorker, createLog({ level: 'error' }))
    },
    stop: async () => running?.close(),
  }
}
