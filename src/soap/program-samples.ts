/**
 * An operation as a program calls it: with curl, in PHP and in C#, made from the contract. Type
 * names stand where values go, between the markers of samples.ts.
 */
import type { Param } from '../contract/params.ts'
import type { Operation } from '../contract/types.ts'
import { marks } from './samples.ts'
import { paramsOf } from './wsdl-types.ts'

interface ProgramSample {
  title: 'curl' | 'PHP' | 'C#'
  code: string
}

const placeholder = (text: string): string => `${marks.start}${text}${marks.end}`

export function programSamplesOf(
  name: string,
  operation: Operation,
  { url, serviceName }: { url: string; serviceName: string },
): ProgramSample[] {
  const params = paramsOf(operation)
  return [
    { title: 'curl', code: curl(name, params, url) },
    { title: 'PHP', code: php(name, params, url) },
    { title: 'C#', code: cSharp(name, params, { url, serviceName }) },
  ]
}

/** HTTP POST, in which every value is text, and a list is a name that is repeated. */
function curl(name: string, params: readonly Param<unknown>[], url: string): string {
  const values = params.flatMap(({ wire, xsd }) => {
    const value = `--data-urlencode '${wire}=${placeholder('string')}'`
    return xsd === 'ints' ? [value, value] : [value]
  })
  return [`curl '${url}/${name}'`, ...values].join(' \\\n  ')
}

function php(name: string, params: readonly Param<unknown>[], url: string): string {
  const sampleValue = ({ xsd }: Param<unknown>): string => {
    if (xsd === 'ints') return `['int' => [${placeholder('int')}, ${placeholder('int')}]]`
    const isText = xsd === 'string' || xsd === 'dateTime'
    return isText ? `'${placeholder(xsd)}'` : placeholder(xsd)
  }
  return [
    `$client = new SoapClient('${url}?WSDL');`,
    `$answer = $client->${name}([`,
    ...params.map(param => `    '${param.wire}' => ${sampleValue(param)},`),
    ']);',
    `print_r($answer->${name}Result);`,
  ].join('\n')
}

/** Of a proxy that wsdl.exe made, whose class has the name of the service. */
function cSharp(
  name: string,
  params: readonly Param<unknown>[],
  { url, serviceName }: { url: string; serviceName: string },
): string {
  const sampleValue = ({ xsd }: Param<unknown>): string => {
    if (xsd === 'ints') return `new[] { ${placeholder('int')}, ${placeholder('int')} }`
    if (xsd === 'dateTime') return `DateTime.Parse("${placeholder(xsd)}")`
    if (xsd === 'char') return `'${placeholder(xsd)}'`
    return xsd === 'string' ? `"${placeholder(xsd)}"` : placeholder(xsd)
  }
  const values = params.map(param => `    ${sampleValue(param)}`).join(',\n')
  return [
    `// wsdl.exe /language:CS ${url}?WSDL`,
    `var service = new ${serviceName} { Url = "${url}" };`,
    `var answer = service.${name}(\n${values});`,
  ].join('\n')
}
