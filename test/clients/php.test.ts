/** PHP's SoapClient, over both versions of SOAP. */
import { php, testWith } from './setup.ts'

for (const version of ['1.1', '1.2']) {
  testWith(php, `PHP SoapClient over SOAP ${version}`, 'scenario.php', version)
}
