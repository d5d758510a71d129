/**
 * Values, files and calls: what reading them takes grows with their length and no faster, whatever
 * they hold.
 */
import { files } from './files.ts'
import { staysLinear } from './linear.ts'
import { values } from './values.ts'

staysLinear([...values, ...files])
