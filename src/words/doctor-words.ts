/** Sentences of the checks of an installation, by code: a language without one does not compile. */
import type { DoctorAnswer } from '../actions/installation/checks.ts'

export type DoctorSentenceAnswer = Pick<DoctorAnswer, 'code' | 'values'>

/** A value that is not there is ''. */
type Value = (name: string) => string

/** `size`: a number of bytes; `moment`: as the language writes them. */
export type DoctorWords = Record<
  DoctorAnswer['code'],
  (of: Value, size: Value, moment: Value) => string
>
