/** The names of response statuses, and what each means for the SMS (SMPP 3.4, 5.1.3). */

/**
 * - taken.
 * - throttled: too many requests; retry a little later.
 * - later: the gateway has a temporary fault.
 * - us: our login, sender or format is invalid; the next SMS would be rejected too.
 * - refused: this number or SMS is rejected.
 * - unbound: the gateway has no session for us; the connection is of no further use.
 */
export type StatusKind = 'taken' | 'throttled' | 'later' | 'us' | 'refused' | 'unbound'

const STATUS: Record<number, [name: string, kind: StatusKind]> = {
  0: ['ESME_ROK', 'taken'],
  1: ['ESME_RINVMSGLEN', 'refused'],
  2: ['ESME_RINVCMDLEN', 'us'],
  3: ['ESME_RINVCMDID', 'us'],
  4: ['ESME_RINVBNDSTS', 'unbound'],
  5: ['ESME_RALYBND', 'us'],
  6: ['ESME_RINVPRTFLG', 'us'],
  7: ['ESME_RINVREGDLVFLG', 'us'],
  8: ['ESME_RSYSERR', 'later'],
  10: ['ESME_RINVSRCADR', 'us'],
  11: ['ESME_RINVDSTADR', 'refused'],
  12: ['ESME_RINVMSGID', 'refused'],
  13: ['ESME_RBINDFAIL', 'us'],
  14: ['ESME_RINVPASWD', 'us'],
  15: ['ESME_RINVSYSID', 'us'],
  20: ['ESME_RMSGQFUL', 'throttled'],
  21: ['ESME_RINVSERTYP', 'us'],
  51: ['ESME_RINVNUMDESTS', 'refused'],
  64: ['ESME_RINVDESTFLAG', 'refused'],
  66: ['ESME_RINVSUBREP', 'us'],
  67: ['ESME_RINVESMCLASS', 'us'],
  68: ['ESME_RCNTSUBDL', 'refused'],
  69: ['ESME_RSUBMITFAIL', 'refused'],
  72: ['ESME_RINVSRCTON', 'us'],
  73: ['ESME_RINVSRCNPI', 'us'],
  80: ['ESME_RINVDSTTON', 'us'],
  81: ['ESME_RINVDSTNPI', 'us'],
  83: ['ESME_RINVSYSTYP', 'us'],
  84: ['ESME_RINVREPFLAG', 'us'],
  85: ['ESME_RINVNUMMSGS', 'refused'],
  88: ['ESME_RTHROTTLED', 'throttled'],
  97: ['ESME_RINVSCHED', 'us'],
  98: ['ESME_RINVEXPIRY', 'us'],
  99: ['ESME_RINVDFTMSGID', 'us'],
  100: ['ESME_RX_T_APPN', 'later'],
  101: ['ESME_RX_P_APPN', 'refused'],
  102: ['ESME_RX_R_APPN', 'refused'],
  103: ['ESME_RQUERYFAIL', 'refused'],
  192: ['ESME_RINVOPTPARSTREAM', 'us'],
  193: ['ESME_ROPTPARNOTALLWD', 'us'],
  194: ['ESME_RINVPARLEN', 'us'],
  195: ['ESME_RMISSINGOPTPARAM', 'us'],
  196: ['ESME_RINVOPTPARAMVAL', 'us'],
  254: ['ESME_RDELIVERYFAILURE', 'refused'],
  255: ['ESME_RUNKNOWNERR', 'refused'],
}

/**
 * From 0x400 on each carrier has its own; they count as rejections of the SMS, since a retry is not
 * known to help.
 */
export const kindOf = (status: number): StatusKind => STATUS[status]?.[1] ?? 'refused'

/** `ESME_RINVDSTADR (0x0b)`. */
export function nameOf(status: number): string {
  const code = `0x${status.toString(16).padStart(2, '0')}`
  const name = STATUS[status]?.[0]
  return name ? `${name} (${code})` : `status ${code}`
}
