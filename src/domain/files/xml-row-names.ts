/** Maps the names of XML elements and attributes to the values and data fields of a row. */
import { decodeXmlName } from '../../lib/xml/names.ts'

export interface XmlNameOptions<Value extends string> {
  /** Values by the names of their elements, in lower case. */
  values: ReadonlyMap<string, Value>
  /** Whether data fields may have the names of the account. */
  mapNames: boolean
  /** The account's names in lower case. */
  fieldNames: ReadonlyMap<string, number>
}

/** A value by its name, or a data field by its number; undefined if it is unknown. */
export type XmlTarget<Value extends string> = Value | number | undefined

export interface XmlRowNames<Value extends string> {
  /** By the name of an element or attribute. */
  named(name: string): XmlTarget<Value>
  /** By the label of a DemographicData element: a number or a name. */
  labelled(label: string): number | undefined
}

const NUMBERED = /^dd0*([1-9]\d?|100)$/
const NUMBER = /^(?:dd)?0*([1-9]\d?|100)$/
/** The limit of the cache of names: a hostile file may have any number of them. */
const MOST_KNOWN = 1000

export function createXmlRowNames<Value extends string>({
  values,
  mapNames,
  fieldNames,
}: XmlNameOptions<Value>): XmlRowNames<Value> {
  const known = new Map<string, XmlTarget<Value>>()
  const find = (name: string): XmlTarget<Value> => {
    const value = values.get(name)
    if (value !== undefined) return value
    const number = NUMBERED.exec(name)?.[1]
    if (number !== undefined) return Number(number)
    return mapNames ? fieldNames.get(decodeXmlName(name).toLowerCase()) : undefined
  }
  return {
    named(name) {
      const found = known.get(name)
      if (found !== undefined || known.has(name)) return found
      const target = find(name)
      if (known.size < MOST_KNOWN) known.set(name, target)
      return target
    },
    labelled(label) {
      const key = label.trim().toLowerCase()
      const number =
        (mapNames ? fieldNames.get(key) : undefined) ?? Number(NUMBER.exec(key)?.[1] ?? 0)
      return number === 0 ? undefined : number
    },
  }
}
