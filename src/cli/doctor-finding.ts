/** A finding of `pennypost doctor`, with its remedy. */
export interface DoctorFinding {
  check: string
  state: 'ok' | 'warn' | 'bad'
  says: string
  todo?: string
}
