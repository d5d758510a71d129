/**
 * The description of the service: its bytes, its validity, and that messages in each direction fit
 * it.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { contract, operationNames } from '../../src/contract/index.ts'
import { text } from '../../src/contract/params.ts'
import { operation, returns } from '../../src/contract/types.ts'
import { createDocuments } from '../../src/soap/documents.ts'
import { disco, wsdl } from '../../src/soap/wsdl.ts'
import { paramsOf } from '../../src/soap/wsdl-types.ts'
import { filledSamples } from '../support/samples.ts'
import { type Node, parseTree } from '../support/typed-client/tree.ts'
import { readWsdl } from '../support/wsdl-schema.ts'

const namespace = 'http://pennypost.example/externalapi/v3/'
const place = {
  namespace,
  serviceName: 'ExternalAPIService',
  url: 'http://localhost:8080/externalapiservice.asmx',
}
const golden = new URL('fixtures/service.wsdl', import.meta.url)
const described = wsdl(contract, place)

const everyNode = (node: Node): Node[] => [node, ...node.children.flatMap(everyNode)]
const named = (root: Node, name: string): Node[] =>
  everyNode(root).filter(node => node.name === name)

describe('the WSDL', () => {
  test('is byte for byte the reviewed one (UPDATE_GOLDEN=1 writes it anew)', () => {
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${described}\n`)
    assert.equal(`${described}\n`, readFileSync(golden, 'utf8'))
  })

  test('declares every operation in every binding, in the order of the contract', () => {
    const root = parseTree(described)
    const count = operationNames.length
    assert.equal(root.children.filter(({ name }) => name === 'message').length, 6 * count)
    for (const holder of ['portType', 'binding']) {
      for (const node of root.children.filter(({ name }) => name === holder)) {
        const operations = node.children.filter(({ name }) => name === 'operation')
        assert.deepEqual(
          operations.map(({ attributes }) => attributes.name),
          operationNames,
        )
      }
    }
    const ports = named(root, 'port').map(({ attributes }) => attributes.name)
    assert.deepEqual(
      ports,
      ['Soap', 'Soap12', 'HttpGet', 'HttpPost'].map(suffix => `ExternalAPIService${suffix}`),
    )
  })

  test('names nothing that it does not declare', () => {
    const root = parseTree(described)
    const declared = new Set(everyNode(root).map(({ attributes }) => attributes.name))
    for (const node of everyNode(root)) {
      for (const key of ['type', 'element', 'message', 'binding']) {
        const value = node.attributes[key]
        if (value?.startsWith('tns:'))
          assert.ok(declared.has(value.slice(4)), `${node.name} names ${value}`)
      }
    }
  })

  test('carries the address and the namespace it is given, escaped, and an odd service name as an XML name', () => {
    const odd = wsdl(contract, {
      namespace: 'urn:a&b/',
      serviceName: 'My "API" 2',
      url: 'https://Mail.example/ExternalAPIService.asmx',
    })
    const root = parseTree(odd)
    assert.equal(root.attributes.targetNamespace, 'urn:a&b/')
    assert.equal(named(root, 'service')[0]!.attributes.name, 'My_x0020__x0022_API_x0022__x0020_2')
    const locations = named(root, 'address').map(({ attributes }) => attributes.location)
    assert.deepEqual(locations, Array(4).fill('https://Mail.example/ExternalAPIService.asmx'))
    assert.equal(
      named(root, 'operation').find(node => node.attributes.soapAction)!.attributes.soapAction,
      'urn:a&b/InsertSubscriber',
    )
  })

  test('leaves out the schema of lists when nothing takes one', () => {
    const small = wsdl(
      {
        Greet: operation({
          summary: '',
          params: { name: text('strName') },
          result: returns.string,
        }),
      },
      place,
    )
    assert.ok(!small.includes('StringArray'))
    assert.deepEqual(
      readWsdl(small).problemsOf(parseTree(`<GreetResponse xmlns="${namespace}" />`)),
      [],
    )
  })
})

describe('messages against the WSDL', () => {
  const schema = readWsdl(described)

  for (const name of operationNames) {
    test(`${name}: the samples fit`, () => {
      const [soap11, soap12, get, post] = filledSamples(name, place)
      for (const { request, response } of [soap11, soap12]) {
        for (const message of [request, response]) {
          assert.deepEqual(schema.problemsOf(parseTree(message.body).children[0]!.children[0]!), [])
        }
      }
      assert.deepEqual(schema.problemsOfForm(name, 'get', parseTree(get.response.body)), [])
      assert.deepEqual(schema.problemsOfForm(name, 'post', parseTree(post.response.body)), [])
    })
  }

  for (const [what, message, problem] of [
    [
      'a number that is none',
      '<InsertSubscriberResponse><InsertSubscriberResult>x</InsertSubscriberResult></InsertSubscriberResponse>',
      /is no long/,
    ],
    ['a missing number', '<InsertSubscriberResponse />', /wants InsertSubscriberResult/],
    [
      'something unexpected',
      '<GetLoginLinkResponse><GetLoginLinkResult>x</GetLoginLinkResult><More ' +
        '/></GetLoginLinkResponse>',
      /unexpected More/,
    ],
    [
      'a DataSet without a schema',
      '<GetOptOutAllResponse><GetOptOutAllResult /></GetOptOutAllResponse>',
      /has no schema/,
    ],
    ['an unknown element', '<Nope />', /no element Nope/],
  ] as const) {
    test(`finds ${what}`, () => {
      const problems = schema.problemsOf(
        parseTree(message.replace(/ |>/, ` xmlns="${namespace}"$&`)),
      )
      assert.match(problems.join('; '), problem)
    })
  }

  test('nil is for nillable elements only', () => {
    const nil = (name: string) =>
      `<${name}Response xmlns="${namespace}"><${name}Result ` +
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" ' +
      `/></${name}Response>`
    assert.deepEqual(schema.problemsOf(parseTree(nil('InsertTransactionFromFile'))), [])
    assert.match(schema.problemsOf(parseTree(nil('InsertSubscriber'))).join(), /must not be nil/)
  })
})

describe('the WSDL and xmllint', () => {
  const missing = spawnSync('xmllint', ['--version']).error ? 'xmllint is not installed' : false
  const folder = mkdtempSync(join(tmpdir(), 'wsdl-'))
  after(() => rmSync(folder, { recursive: true }))

  test('its schema is valid and takes every sample message', { skip: missing }, () => {
    writeSchemas(folder)
    const files: string[] = []
    for (const name of operationNames) {
      const [soap11] = filledSamples(name, place)
      for (const [kind, message] of Object.entries(soap11)) {
        // The message alone, as the schema knows it.
        const [body] = /<(\w+) xmlns=[\s\S]*<\/\1>/.exec(message.body)!
        files.push(join(folder, `${name}-${kind}.xml`))
        writeFileSync(files.at(-1)!, body)
      }
    }
    execFileSync(
      'xmllint',
      ['--noout', '--nonet', '--schema', join(folder, 'service.xsd'), ...files],
      { stdio: 'pipe' },
    )
  })
})

/**
 * The schemas as files of their own. A DataSet's own schema is let through: xmllint has no schema
 * of schemas to hold it against.
 */
function writeSchemas(folder: string): void {
  const prefixes =
    'xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:s1="http://microsoft.com/wsdl/types/"'
  const [service, types] = described.match(/<s:schema [\s\S]*?<\/s:schema>/g)!
  const alone = (schema: string): string =>
    schema.replace('<s:schema', `<s:schema ${prefixes} xmlns:tns="${namespace}"`)
  writeFileSync(join(folder, 'types.xsd'), alone(types!))
  writeFileSync(
    join(folder, 'service.xsd'),
    alone(service!)
      .replace(
        '<s:import namespace="http://microsoft.com/wsdl/types/"',
        '$& schemaLocation="types.xsd"',
      )
      .replaceAll(/<s:element ref="s:schema" \/>|<s:any \/>/g, '<s:any processContents="skip" />'),
  )
}

describe('the other documents', () => {
  test('the discovery document leads to the WSDL', () => {
    const root = parseTree(disco(place))
    assert.equal(root.uri, 'http://schemas.xmlsoap.org/disco/')
    assert.equal(root.children[0]!.attributes.ref, `${place.url}?wsdl`)
    assert.deepEqual(
      root.children.slice(1).map(({ attributes }) => attributes.binding),
      ['q1:ExternalAPIServiceSoap', 'q2:ExternalAPIServiceSoap12'],
    )
  })

  test('each address gets its own, however many ask', () => {
    const documents = createDocuments(place)
    for (let host = 0; host < 50; host++) {
      const url = `http://host${host % 20}/ExternalAPIService.asmx`
      assert.ok(documents.wsdl(url).includes(`location="${url}"`))
    }
    assert.equal(documents.wsdl(place.url), described)
  })

  test('every parameter has the credentials before it', () => {
    for (const entry of Object.values(contract)) {
      assert.deepEqual(
        paramsOf(entry)
          .slice(0, 2)
          .map(({ wire }) => wire),
        ['strUsername', 'strPassword'],
      )
    }
  })
})
