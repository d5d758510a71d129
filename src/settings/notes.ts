/** Variables that set nothing: misspelled names, names of other programs, repeated names. */
import { nearestName } from '../lib/nearest.ts'
import { type SettingNote, settingNote } from '../lib/setting-words.ts'
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
): SettingNote[] {
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
  /** The setting that is read from no file, although the name says so. */
  const plainOf = (name: string) => names.find(other => fileNameOf(other) === name)
  const noteOfFile = (name: string): SettingNote => {
    const given = { name, file: envFile }
    const plain = plainOf(name)
    if (plain !== undefined) return settingNote('setting-none-secret', { ...given, near: plain })
    const near = nearestName(name, known)
    return near === undefined
      ? settingNote('setting-none', given)
      : settingNote('setting-none-near', { ...given, near })
  }
  const noteOfEnvironment = (name: string): SettingNote => {
    const plain = plainOf(name)
    if (plain !== undefined)
      return settingNote('setting-of-environment-secret', { name, near: plain })
    return settingNote('setting-of-environment', { name, near: nearestName(name, known) ?? '' })
  }
  const notes = [
    ...inFile.map(noteOfFile),
    ...inEnvironment.map(noteOfEnvironment),
    ...file.repeated.map(name => settingNote('setting-repeated', { name, file: envFile })),
  ]
  return notes.length <= MOST
    ? notes
    : [...notes.slice(0, MOST), settingNote('settings-none-more', { names: notes.length - MOST })]
}
