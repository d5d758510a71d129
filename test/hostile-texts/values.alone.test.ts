/** Values, files and calls: reading them takes linear time, for any content. */
import { files } from './files.ts'
import { staysLinear } from './linear.ts'
import { values } from './values.ts'

staysLinear([...values, ...files])
