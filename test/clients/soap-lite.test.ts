/** Perl's SOAP::Lite, over both versions of SOAP. */
import { defaultNamespace } from '../support/client.ts'
import { type Program, testWith } from './setup.ts'

const perl: Program = {
  wants: 'Perl with SOAP::Lite (libsoap-lite-perl)',
  commands: ['/usr/bin/perl', 'perl'],
  probe: ['-MSOAP::Lite', '-e1'],
}

for (const version of ['1.1', '1.2']) {
  testWith(perl, `SOAP::Lite over SOAP ${version}`, 'scenario.pl', version, defaultNamespace)
}
