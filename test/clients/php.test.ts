/** PHP's SoapClient, over both versions of SOAP. */
import { type Program, testWith } from './setup.ts'

const php: Program = {
  wants: 'PHP with soap and simplexml (php-cli, php-soap, php-xml)',
  commands: ['/usr/bin/php', 'php'],
  probe: ['-r', "exit(extension_loaded('soap') && extension_loaded('simplexml') ? 0 : 1);"],
}

for (const version of ['1.1', '1.2']) {
  testWith(php, `PHP SoapClient over SOAP ${version}`, 'scenario.php', version)
}
