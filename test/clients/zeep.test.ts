/** Python's zeep, through the port of each version of SOAP. */
import { type Program, testWith } from './setup.ts'

const zeep: Program = {
  wants: 'Python with zeep (python3-zeep)',
  commands: ['/usr/bin/python3', 'python3'],
  probe: ['-c', 'import zeep'],
}

for (const port of ['ExternalAPIServiceSoap', 'ExternalAPIServiceSoap12']) {
  testWith(zeep, `zeep through ${port}`, 'scenario.py', port)
}
