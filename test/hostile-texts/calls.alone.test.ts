/** Calls: reading an envelope or a form takes linear time, for any content. */
import { staysLinear } from './linear.ts'
import { calls } from './wire.ts'

staysLinear(calls)
