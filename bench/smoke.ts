/**
 * With --smoke all sizes are tiny: it checks that the benches run, and the figures are meaningless.
 */
export const isSmoke = process.argv.includes('--smoke')

/** A size or a time for measuring, and that for a smoke run. */
export const sized = (usual: number, tiny: number): number => (isSmoke ? tiny : usual)

/** What is compiled already, for a smoke run: measured services start as users start them. */
export const COMPILED: Record<string, string> =
  isSmoke && process.env.NODE_COMPILE_CACHE !== undefined
    ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
    : {}

/** The same of the program; by its place in the checkout, of which there may be two. */
export const PROGRAM = (isSmoke && process.env.TEST_PROGRAM) || 'bin/pennypost.js'

/** Options of the store; in a smoke run it is small and does not fsync. */
export const STORE = isSmoke ? { durable: false, memoryBytes: 1024 ** 3 } : {}
