/**
 * Commands whose course is written by hand: files, progress, several actions in one command. The
 * sentence of help, choices, defaults and checks of their values come from the table all the same.
 */
import type { Command, Option } from 'commander'
import type { z } from 'zod'
import type { Action, ActionOf, AnyAction, RouteName } from '../../actions/action.ts'
import {
  type CommandField,
  fieldsOf,
  givenBy,
  isNone,
  type OptionStyle,
  optionsOf,
} from './fields.ts'
import type { AnyShown } from './shown.ts'

/** The values of an action, as its schemas take them. */
type ValuesOf<A> =
  A extends Action<RouteName, string, infer Params, infer Query, infer Body, z.ZodType>
    ? z.input<Params> & z.input<Query> & (z.input<Body> extends undefined ? unknown : z.input<Body>)
    : never

interface Taken<Names extends string> extends Pick<AnyShown, 'read' | 'switches' | 'several'> {
  /** In the order of help. */
  values: readonly Names[]
  /** Names of options, where they are not those of the values. */
  flags?: { [N in Names]?: string }
  /** Values that the command can do without. */
  optional?: readonly Names[]
}

type Given = Record<string, unknown>

const ofTable = new WeakMap<Option, AnyAction>()

/** Whether help, choices and default of an option are those of an action. */
export const isOfTable = (option: Option): boolean => ofTable.has(option)

/** An action of a table by its route. */
export const actionOf = <const Actions extends readonly AnyAction[], Route extends string>(
  actions: Actions,
  route: Route & Actions[number]['route'],
): ActionOf<Actions, Route> => actions.find(one => one.route === route) as ActionOf<Actions, Route>

/**
 * Adds options for values of the path, the query or the body. The function that it returns reads
 * those that were given; its result is checked by the schema when the action is called.
 */
export function takes<A extends AnyAction, const Names extends Extract<keyof ValuesOf<A>, string>>(
  command: Command,
  action: A,
  { values, flags, several, optional = [], read, switches }: Taken<Names>,
): (options: object) => Pick<ValuesOf<A>, Names> {
  const all = fieldsOf(action, flags as Record<string, string>, several)
  const fields = values.map(name => all.find(one => one.name === name)!)
  for (const field of fields) {
    const style = { read: read?.[field.name], isSwitch: switches?.includes(field.name) }
    addOptions(command, action, field, !optional.includes(field.name as Names), style)
  }
  return options => givenValues(fields, options, switches) as Pick<ValuesOf<A>, Names>
}

function addOptions(
  command: Command,
  action: AnyAction,
  field: CommandField,
  wanted: boolean,
  style: OptionStyle,
): void {
  for (const option of optionsOf(field, wanted, style)) {
    ofTable.set(option, action)
    command.addOption(option)
  }
}

function givenValues(
  fields: readonly CommandField[],
  options: object,
  switches: readonly string[] = [],
): Given {
  const given: Given = {}
  for (const field of fields) {
    const isSwitch = switches.includes(field.name)
    const text = givenBy(isSwitch ? { ...field, type: 'yes-no' } : field, options as Given)
    const value = isNone(field.schema, text) ? null : text
    if (value !== undefined) given[field.name] = field.part === 'query' ? String(value) : value
  }
  return given
}
