/** PHP's SoapClient, over both versions of SOAP. */
import { php, testWith, testWithKey } from './setup.ts'

for (const version of ['1.1', '1.2']) {
  testWithKey(php, `PHP SoapClient with an API key over SOAP ${version}`, 'scenario.php', version)
  testWith(php, `PHP SoapClient over SOAP ${version}`, 'scenario.php', version)
}
