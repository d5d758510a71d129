/** An account as a call sees it. */
export interface Account {
  id: number
  username: string
  /** How many demographic fields the account may use: 25 or 100. */
  fieldCount: number
}
