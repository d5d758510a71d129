/** The mark of our own spreadsheets: a table that needs several sheets is one table. */

/** The name of the program in a workbook; another program that saves it writes its own. */
export const WRITTEN_BY = 'pennypost'

/** The name of the n-th sheet of a table, from 1. */
export const continuedName = (name: string, n: number): string => (n === 1 ? name : `${name} ${n}`)
