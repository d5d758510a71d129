/** Makers of findings of the checks. */
import type { DoctorFinding, DoctorSentence } from '../../actions/installation/doctor-words.ts'

type Check = DoctorFinding['check']

export const ok = (check: Check, found: DoctorSentence): DoctorFinding => ({
  check,
  state: 'ok',
  found,
})
export const warn = (check: Check, found: DoctorSentence, todo: DoctorSentence): DoctorFinding => ({
  check,
  state: 'warn',
  found,
  todo,
})
export const bad = (check: Check, found: DoctorSentence, todo: DoctorSentence): DoctorFinding => ({
  check,
  state: 'bad',
  found,
  todo,
})
