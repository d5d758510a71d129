/**
 * Calls: what reading an envelope or a form takes grows with its length and no faster, whatever it
 * holds.
 */
import { staysLinear } from './linear.ts'
import { calls } from './wire.ts'

staysLinear(calls)
