/** An account as a call uses it. */
export interface Account {
  id: number
  username: string
  /** The number of demographic fields that the account may use: 25 or 100. */
  fieldCount: number
}
