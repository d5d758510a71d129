/** `pennypost sending undo`, `rate` and `winner`: what changes a sending that is on its way. */
import { type Command, InvalidArgumentError } from 'commander'
import { chooseWinner } from '../domain/reports/sendings/choose-winner.ts'
import { setSendingRate, undoSending } from '../domain/sendings/steer-sending.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import type { Context } from './context.ts'

export function registerUndo(command: Command, context: Context): void {
  command
    .description('Undo a sending of which nothing was sent; nothing will be.')
    .addHelpText('after', '\nExample:\n  $ pennypost sending undo 5')
    .action(async (id: number, options: AccountOption) => {
      await forAccount(context, options, (db, account) => undoSending(db, account.id, id))
      if (options.json) context.printJson({ id })
      else context.print(`Sending ${id} is undone: nothing was sent.`)
    })
}

const rateOf = (text: string): number | null => {
  if (text === 'none') return null
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('A number is wanted, or none.')
  return Number(text)
}

export function registerRate(command: Command, context: Context): void {
  command
    .argument('<per-minute>', 'the most emails a minute, or none', rateOf)
    .description('Limit the emails of a sending a minute, over all workers.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost sending rate 5 600\n  $ pennypost sending rate 5 none',
    )
    .action(async (id: number, perMinute: number | null, options: AccountOption) => {
      await forAccount(context, options, (db, account) =>
        setSendingRate(db, account.id, id, perMinute),
      )
      if (options.json) context.printJson({ id, perMinute })
      else
        context.print(
          perMinute === null
            ? `Sending ${id} has no limit of its own.`
            : `Sending ${id} sends at most ${perMinute} emails a minute.`,
        )
    })
}

const variantOf = (text: string): number => {
  if (!/^[1-5]$/.test(text)) throw new InvalidArgumentError('Variants are numbered from 1 to 5.')
  return Number(text)
}

export function registerWinner(command: Command, context: Context): void {
  command
    .argument('<variant>', 'which variant, from 1', variantOf)
    .description('Choose the winner of an A/B test now; the rest gets it.')
    .addHelpText('after', '\nExample:\n  $ pennypost sending winner 5 2')
    .action(async (id: number, variant: number, options: AccountOption) => {
      await forAccount(context, options, (db, account) =>
        chooseWinner(db, account.id, id, variant - 1),
      )
      if (options.json) context.printJson({ id, winner: variant })
      else context.print(`The rest of sending ${id} gets variant ${variant}.`)
    })
}
