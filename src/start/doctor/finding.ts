/** A finding of `pennypost doctor`, with its remedy. */
export interface DoctorFinding {
  check: string
  state: 'ok' | 'warn' | 'bad'
  says: string
  todo?: string
}

export const ok = (check: string, says: string): DoctorFinding => ({ check, state: 'ok', says })
export const warn = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  state: 'warn',
  says,
  todo,
})
export const bad = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  state: 'bad',
  says,
  todo,
})
