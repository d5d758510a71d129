/** Local parts of the addresses at the bounce domain that reports are to be sent to. */
export const DMARC_REPORTS = 'dmarc-reports'
export const TLS_REPORTS = 'tls-reports'
