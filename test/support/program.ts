/** The program that tests start as processes, and its environment. */
import { fileURLToPath } from 'node:url'

/** That of the checkout, which Node runs from its sources. */
export const CHECKOUT = fileURLToPath(new URL('../../bin/pennypost.js', import.meta.url))

/** A run of all tests builds it once, as the package has it: it starts hundreds of processes. */
export const PROGRAM = process.env.TEST_PROGRAM ?? CHECKOUT

/**
 * With compiled sources the program starts with half the processor time. Its bound, given from
 * outside, spares each service the second start of Node that sets it (cli/start-memory.test.ts).
 */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_OPTIONS: '--max-semi-space-size=16',
}
