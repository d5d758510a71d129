/** `pennypost optout ...`: the account-wide opt-out list, whose addresses get no email. */

import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { optOutRoutes } from '../actions/opt-outs/opt-outs.ts'
import { ApiProblem } from '../actions/problem.ts'
import { detailed } from '../domain/details/details.ts'
import { Refusal } from '../domain/refusal.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { detailText } from './language.ts'
import { registerImport } from './optout-import.ts'

const ADD = actionOf(optOutRoutes, 'POST /opt-outs')

interface Reasoned extends AccountOption {
  reason?: string | undefined
}

export function register(optout: Command, context: Context): void {
  const command = withAccount(optout.command('add'))
    .argument('<address...>', 'the addresses; - reads them from standard input, one a line')
    .description(ADD.about)
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost optout add ada@example.com --reason "asked by phone"\n' +
        '  $ pennypost optout add - < addresses.txt',
    )
  const given = takes(command, ADD, { values: ['reason'] })
  command.action((addresses: string[], options: AccountOption) =>
    add(context, addresses, { ...options, ...given(options) }),
  )

  derive(optout, context, optOutRoutes, {
    'optout list': {
      notes: 'With --json one object a line.',
      examples: ['optout list --since 2026-01-01 --json > opt-outs.jsonl'],
      each: ({ email, created, reason }) =>
        `${created}  ${email}  ${reason.replace(/\s+/g, ' ')}`.trimEnd(),
    },
    'optout remove <email>': {
      examples: ["optout remove ada@example.com --reason 'wrote to us'"],
      text: (_, { print, given: { body } }) =>
        print(
          `${body.email} is off the opt-out list. It is on no mailing list until it is put on one.`,
        ),
    },
  })
  registerImport(optout, context)
}

async function add(context: Context, given: string[], options: Reasoned): Promise<void> {
  const refused: string[] = []
  const { reason } = options
  const added = await acting(context, options, optOutRoutes, async call => {
    let count = 0
    for await (const email of addresses(given)) {
      try {
        await call('POST /opt-outs', { body: { email, reason } })
        count++
      } catch (error) {
        if (!isNotValid(error)) throw error
        refused.push(email)
      }
      if (count % 10_000 === 0 && count > 0) context.progress(`${count} addresses opted out`)
    }
    return count
  })
  if (options.json) context.printJson({ optedOut: added, refused })
  else context.print(detailText(detailed('addresses-opted-out', { addresses: added })))
  if (refused.length > 0)
    throw new CommandFailed(
      'Not addresses, and left out: ' +
        `${refused.slice(0, 5).map(shown).join(', ')}${refused.length > 5 ? ', ...' : ''}`,
    )
}

const isNotValid = (error: unknown): boolean =>
  (error instanceof Refusal || error instanceof ApiProblem) && error.reason === 'not-valid'

async function* addresses(given: string[]): AsyncGenerator<string> {
  for (const one of given) {
    if (one !== '-') yield one
    else
      for await (const line of createInterface({ input: process.stdin }))
        if (line.trim() !== '') yield line
  }
}

/** Shortened to one line. */
const shown = (address: string) =>
  JSON.stringify(address.length > 60 ? `${address.slice(0, 60)}...` : address)
