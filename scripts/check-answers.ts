/**
 * Validates the responses recorded by the test client (test/support/client.ts) against the schema
 * of the WSDL with xmllint, an independent validator. Fails when one is invalid, or when an
 * operation has no good response in some binding. Usage: node scripts/check-answers.ts [FOLDER],
 * default: the folder CONTRACT_ANSWERS.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, operationNames } from '../src/contract/index.ts'
import { wsdl } from '../src/soap/wsdl.ts'
import { bindings } from '../test/support/typed-client/request.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema'
const DIFFGRAM = 'urn:schemas-microsoft-com:xml-diffgram-v1'
const TYPES = 'http://microsoft.com/wsdl/types/'
const namespace = 'http://pennypost.example/externalapi/v3/'

/**
 * Writes the schemas of a WSDL to files; returns the path of the first. A DataSet carries its own
 * schema and its rows in a diffgram: only their outer elements are defined here.
 */
export function writeSchemas(text: string, folder: string): string {
  const declared = [
    .../<wsdl:definitions\b[^>]*>/.exec(text)![0].matchAll(/ xmlns:\w+="[^"]+"/g),
  ].join('')
  const [main, types] = [...text.matchAll(/<s:schema\b.*?<\/s:schema>/gs)].map(([schema]) =>
    schema.replace('<s:schema', `<s:schema${declared}`),
  )
  const imported = (name: string, file: string) =>
    `<s:import namespace="${name}" schemaLocation="${file}" />`
  const bare = `<s:import namespace="${TYPES}" />`
  if (!main?.includes(bare) || !types) throw new Error('The WSDL has an unexpected structure.')
  const imports = [
    imported(XSD, 'schema.xsd'),
    imported(DIFFGRAM, 'diffgram.xsd'),
    imported(TYPES, 'types.xsd'),
  ].join('')
  writeFileSync(join(folder, 'main.xsd'), main.replace(bare, imports))
  writeFileSync(join(folder, 'types.xsd'), types)
  writeFileSync(join(folder, 'schema.xsd'), anything(XSD, 'schema'))
  writeFileSync(join(folder, 'diffgram.xsd'), anything(DIFFGRAM, 'diffgram'))
  return join(folder, 'main.xsd')
}

const anything = (name: string, element: string) =>
  `<s:schema xmlns:s="${XSD}" targetNamespace="${name}"><s:element ` +
  `name="${element}"><s:complexType><s:sequence>` +
  '<s:any processContents="skip" minOccurs="0" maxOccurs="unbounded" ' +
  '/></s:sequence><s:anyAttribute processContents="skip" />' +
  '</s:complexType></s:element></s:schema>'

/**
 * The message of a response: for SOAP the content of the body, with the namespace prefixes of the
 * envelope.
 */
export function messageOf(answer: string): string {
  const [, declared = '', body] =
    /<(?:\w+:)?Envelope\b([^>]*)>.*?<(?:\w+:)?Body>(.*)<\/(?:\w+:)?Body>/s.exec(answer) ?? []
  if (body === undefined) return answer
  return body.replace(/^\s*<([\w.-]+)/, `<$1${declared}`)
}

/** The errors xmllint reports for each of these responses; undefined if it is not installed. */
export function problemsOf(answers: Record<string, string>): string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-answers-'))
  try {
    const schema = writeSchemas(
      wsdl(contract, { namespace, serviceName: 'ExternalAPIService', url: 'http://localhost/' }),
      folder,
    )
    const messages = join(folder, 'messages')
    mkdirSync(messages)
    const files = Object.entries(answers).map(([name, answer]) => {
      writeFileSync(join(messages, name), messageOf(answer))
      return name
    })
    const problems: string[] = []
    while (files.length > 0) {
      const some = files.splice(0, 500)
      const { error, status, stderr } = spawnSync(
        'xmllint',
        ['--noout', '--nonet', '--schema', schema, ...some],
        {
          cwd: messages,
          encoding: 'utf8',
          maxBuffer: 64 << 20,
        },
      )
      if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined
      if (error) throw error
      if (status !== 0)
        problems.push(
          ...stderr.split('\n').filter(line => line !== '' && !line.endsWith(' validates')),
        )
    }
    return problems
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function main(folder: string | undefined): void {
  if (!folder) throw new Error('Name the folder of the answers, or set CONTRACT_ANSWERS.')
  const names = readdirSync(folder).filter(name => name.endsWith('.xml'))
  const problems = problemsOf(
    Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')])),
  )
  if (problems === undefined) {
    console.log(
      '﹣ answers are held against the WSDL by xmllint # xmllint is not here (Debian: ' +
        'libxml2-utils)',
    )
    return
  }
  for (const operation of operationNames)
    for (const binding of bindings)
      if (!names.some(name => name.startsWith(`${operation}.${binding}.ok.`)))
        problems.push(`${operation} has no good answer over ${binding}.`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else
    console.log(
      `${names.length} answers of ${operationNames.length} operations fit the WSDL, says xmllint.`,
    )
}

if (import.meta.main) main(process.argv[2] ?? process.env.CONTRACT_ANSWERS)
