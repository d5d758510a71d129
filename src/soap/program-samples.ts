/**
 * An operation as a program calls it: with curl, in PHP and in C#, made from the contract. Type
 * names stand where values go, between the markers of samples.ts.
 */
import type { Param } from '../contract/params.ts'
import type { Operation } from '../contract/types.ts'
import type { OwnValues } from './own-values.ts'
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
  own: OwnValues,
): ProgramSample[] {
  const params = paramsOf(operation)
  return [
    { title: 'curl', code: curl(name, params, url, own) },
    { title: 'PHP', code: php(name, params, url, own) },
    { title: 'C#', code: cSharp(name, params, { url, serviceName, own }) },
  ]
}

/** HTTP POST, in which every value is text, and a list is a name that is repeated. */
function curl(
  name: string,
  params: readonly Param<unknown>[],
  url: string,
  own: OwnValues,
): string {
  const values = params.flatMap(param => {
    const { wire, xsd } = param
    const text = own.of(param) ?? placeholder('string')
    const value = `--data-urlencode '${wire}=${text}'`
    return xsd === 'ints' ? [value, value] : [value]
  })
  return [`curl '${url}/${name}'`, ...values].join(' \\\n  ')
}

function php(name: string, params: readonly Param<unknown>[], url: string, own: OwnValues): string {
  const sampleValue = (param: Param<unknown>): string => {
    const { xsd } = param
    if (xsd === 'ints') return `['int' => [${placeholder('int')}, ${placeholder('int')}]]`
    const isText = xsd === 'string' || xsd === 'dateTime'
    const value = own.of(param) ?? placeholder(xsd)
    return isText ? `'${value}'` : value
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
  { url, serviceName, own }: { url: string; serviceName: string; own: OwnValues },
): string {
  const sampleValue = (param: Param<unknown>): string => {
    const { xsd } = param
    const value = own.of(param) ?? placeholder(xsd)
    if (xsd === 'ints') return `new[] { ${placeholder('int')}, ${placeholder('int')} }`
    if (xsd === 'dateTime') return `DateTime.Parse("${placeholder(xsd)}")`
    if (xsd === 'char') return `'${placeholder(xsd)}'`
    return xsd === 'string' ? `"${value}"` : value
  }
  const values = params.map(param => `    ${sampleValue(param)}`).join(',\n')
  return [
    `// wsdl.exe /language:CS ${url}?WSDL`,
    `var service = new ${serviceName} { Url = "${url}" };`,
    `var answer = service.${name}(\n${values});`,
  ].join('\n')
}
