/**
 * The format of help: required options are in the usage line, former names of commands are hidden.
 */
import type { Command, HelpConfiguration } from 'commander'

export const helpStyle: HelpConfiguration = {
  commandUsage: usageOf,
  subcommandTerm: command => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
}

/** `pennypost list add [options] --from-email <address> <name>` */
export function usageOf(command: Command): string {
  const names = []
  for (let one: Command | null = command; one; one = one.parent) names.unshift(one.name())
  const wanted = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags)
  const [options, ...rest] = command.usage().split(' ')
  return [...names, options, ...wanted, ...rest].join(' ')
}

const termOf = (argument: Command['registeredArguments'][number]): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}
