/** Days of which reports are read. */
export const REPORT_PERIODS = [7, 30, 90] as const
