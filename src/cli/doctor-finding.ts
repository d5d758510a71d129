/** What `pennypost doctor` has found out about one thing, and what to do about it. */
export interface DoctorFinding {
  check: string
  state: 'ok' | 'warn' | 'bad'
  says: string
  todo?: string
}
