/** What this process has taken, for the metrics. */
export const counts = {
  /** Transactions that calls have made. */
  taken: 0,
  /** Calls that repeated an earlier one, and sent nothing. */
  repeated: 0,
}
