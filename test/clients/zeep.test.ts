/** Python's zeep, through the port of each version of SOAP. */
import { testWith, zeep } from './setup.ts'

for (const port of ['ExternalAPIServiceSoap', 'ExternalAPIServiceSoap12']) {
  testWith(zeep, `zeep through ${port}`, 'scenario.py', port)
}
