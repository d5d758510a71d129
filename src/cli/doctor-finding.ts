/** What `pennypost doctor` has found out about one thing, and what to do about it. */
export interface Finding {
  check: string
  state: 'ok' | 'warn' | 'bad'
  says: string
  todo?: string
}
