/** Variables that set nothing: misspelled names, names of other programs, repeated names. */
import { nearestName } from '../lib/nearest.ts'
import type { Setting } from './entry.ts'
import { fileNameOf, type GivenSettings } from './given.ts'

/** Enough to recognise the mistake; a file of another kind has thousands. */
const MOST = 20
/** Shorter names of the environment belong to others as often as they are misspelled. */
const SHORTEST = 6

export function notesOf(
  { environment, file }: GivenSettings,
  envFile: string,
  settings: readonly Setting[],
): string[] {
  const names = settings.map(({ name }) => name)
  const secrets = settings.filter(({ secret }) => secret).map(({ name }) => fileNameOf(name))
  const known = [...names, ...secrets]
  const isKnown = new Set(known)
  const unknown = (name: string) => !isKnown.has(name)
  const inFile = Object.keys(file.values).filter(unknown)
  // The environment has many names of other programs: only those that are nearly ours are named.
  const inEnvironment = Object.keys(environment).filter(
    name => name.length >= SHORTEST && unknown(name) && nearestName(name, known, 1) !== undefined,
  )
  const meantBy = (name: string): string => {
    const plain = names.find(other => fileNameOf(other) === name)
    if (plain !== undefined) return ` Only secrets are read from a file, and ${plain} is none.`
    const near = nearestName(name, known)
    return near === undefined ? '' : ` Did you mean ${near}?`
  }
  const notes = [
    ...inFile.map(name => `${name} in ${envFile} is no setting.${meantBy(name)}`),
    ...inEnvironment.map(name => `${name} in the environment is no setting.${meantBy(name)}`),
    ...file.repeated.map(name => `${name} is set more than once in ${envFile}: the last counts.`),
  ]
  return notes.length <= MOST
    ? notes
    : [...notes.slice(0, MOST), `${notes.length - MOST} more names are no settings.`]
}
