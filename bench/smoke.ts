/**
 * With --smoke everything is tiny: benches run to see that they run, and their figures mean
 * nothing.
 */
export const isSmoke = process.argv.includes('--smoke')

/** A size or a time as it is measured with, and the one of a smoke run. */
export const sized = (usual: number, tiny: number): number => (isSmoke ? tiny : usual)
