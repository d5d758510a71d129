/** Persons from XML: what is understood, what is ignored, what is rejected, and what is refused. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PersonRow, RowBlock } from '../../../src/domain/files/read-rows.ts'
import { UnreadableFile } from '../../../src/domain/files/read-rows.ts'
import { readXml, type XmlOptions } from '../../../src/domain/files/read-xml.ts'
import { readXmlText } from '../../../src/domain/files/read-xml-text.ts'

const BY_NUMBER: XmlOptions = {
  mapNames: false,
  fieldNames: new Map([['city', 2]]),
  maxColumns: 103,
}
const BY_NAME: XmlOptions = { ...BY_NUMBER, mapNames: true }

async function read(document: string | Iterable<string>, options = BY_NUMBER): Promise<RowBlock> {
  async function* parts() {
    yield* typeof document === 'string' ? [document] : document
  }
  const all: RowBlock = { rows: [], rejected: [], read: 0, ignored: 0, size: 0 }
  for await (const { rows, rejected, read, ignored } of readXml(parts(), options, false)) {
    assert.ok(read <= 2000 && read === rows.length + rejected.length)
    all.rows.push(...rows)
    all.rejected.push(...rejected)
    all.read += read
    all.ignored += ignored
  }
  return all
}

const inBrief = ({ rows }: RowBlock) =>
  rows.map(
    ({ line, email, name, format, countryCode, phone, fields }: PersonRow) =>
      [line, email, name, format, countryCode, phone, fields] as const,
  )

describe('persons from XML', () => {
  test('the example of the interface', async () => {
    const document = `<Subscribers>
  <Subscriber>
    <Email>asa@example.test</Email><Name>Åsa</Name><Format>HTML</Format>
    <CountryCode>46</CountryCode><PhoneNumber>701234567</PhoneNumber>
    <DD1>Lund</DD1>
    <DemographicData Name="City">Lund</DemographicData>
  </Subscriber>
</Subscribers>`
    const asa = [2, 'asa@example.test', 'Åsa', 'HTML', '46', '701234567'] as const
    const byName = await read(document, BY_NAME)
    assert.deepEqual(inBrief(byName), [[...asa, ['Lund', 'Lund']]])
    assert.equal(byName.ignored, 0)
    const byNumber = await read(document)
    assert.deepEqual(inBrief(byNumber), [[...asa, ['Lund']]])
    assert.equal(byNumber.ignored, 1)
    assert.ok(byNumber.rows[0]!.raw.startsWith('<Subscriber>\n    <Email>asa@'))
  })

  test('case, prefixes, the root and the place of a value do not matter', async () => {
    const document = `<x:Whatever xmlns:x="urn:x" xmlns:xsi="urn:y"><wrapped>
<x:SUBSCRIBER EMAIL="a@example.test" dd02="two" \
xsi:type="x:person"><nAmE>A&amp;<![CDATA[<B>]]>&eacute;</nAmE></x:SUBSCRIBER>
<subscriber email="b@example.test"><DD3 xsi:nil="true"/><dd4/><DemographicData name="DD5" \
value="five"/></subscriber>
</wrapped></x:Whatever>`
    const block = await read(document)
    assert.deepEqual(inBrief(block), [
      [2, 'a@example.test', 'A&<B>é', '', '', '', [null, 'two']],
      [3, 'b@example.test', '', '', '', '', [null, null, null, '', 'five']],
    ])
    assert.equal(block.ignored, 1)
  })

  test('by name: the name of the account, as element too; a number is understood both ways', async () => {
    const document = `<s><subscriber><DemographicData Name=" CITY \
">Lund</DemographicData><DemographicData Name="3">x</DemographicData>
<DemographicData Name="Town">y</DemographicData></subscriber><subscriber><City>Malmö</City></subscriber></s>`
    const byName = await read(document, BY_NAME)
    assert.deepEqual(
      byName.rows.map(row => row.fields),
      [
        [null, 'Lund', 'x'],
        [null, 'Malmö'],
      ],
    )
    assert.equal(byName.ignored, 1)
    const byNumber = await read(document)
    assert.deepEqual(
      byNumber.rows.map(row => row.fields),
      [[null, null, 'x'], []],
    )
    assert.equal(byNumber.ignored, 3)
  })

  test('unknown elements are ignored and counted, with their content', async () => {
    const document = `<s><other><Email>no@example.test</Email></other><subscriber \
shoe="44"><Email>a@example.test<b>no</b></Email>
<DD0>x</DD0><DD101>x</DD101><DDx>x</DDx><Address><Email>no@example.test</Email></Address>text</subscriber></s>`
    const block = await read(document)
    assert.deepEqual(inBrief(block), [[1, 'a@example.test', '', '', '', '', []]])
    assert.equal(block.ignored, 8)
  })

  test('a root that is a person, and a root of that name that holds persons', async () => {
    assert.deepEqual(inBrief(await read('<Subscriber><Email>a@b.test</Email></Subscriber>')), [
      [1, 'a@b.test', '', '', '', '', []],
    ])
    const holder = await read(
      '<Subscriber>\n<Subscriber Email="a@b.test"/>\n<Subscriber Email="c@b.test"/></Subscriber>',
    )
    assert.deepEqual(
      holder.rows.map(({ line, email, raw }) => [line, email, raw]),
      [
        [2, 'a@b.test', '<Subscriber Email="a@b.test"/>'],
        [3, 'c@b.test', '<Subscriber Email="c@b.test"/>'],
      ],
    )
  })

  test('a value beyond 1 MB and a field beyond those of the account are rejects', async () => {
    const long = 'x'.repeat(1 << 20)
    const document = `<s><subscriber Email="a@b.test"><Name>${long}y</Name></subscriber>
<subscriber Email="b@b.test"><DD26>x</DD26></subscriber>\n<subscriber \
Email="c@b.test"><DD25>x</DD25></subscriber></s>`
    const { rows, rejected } = await read(document, { ...BY_NUMBER, maxColumns: 28 })
    assert.deepEqual(
      rejected.map(({ line, reason, raw }) => [line, reason, raw.length]),
      [
        [1, 'too-long', 4096],
        [2, 'too-many-columns', 56],
      ],
    )
    assert.deepEqual(
      rows.map(row => row.email),
      ['c@b.test'],
    )
  })

  test('skipping answers the same rows from there on', async () => {
    const document = `<s>${Array.from({ length: 5000 }, (_, n) => `<subscriber Email="p${n}@b.test"/>\n`).join('')}</s>`
    const { rows } = await read(document)
    assert.equal(rows.length, 5000)
    assert.deepEqual(
      (await read(document, { ...BY_NUMBER, skipRows: 4321 })).rows,
      rows.slice(4321),
    )
  })

  test('a file that breaks off keeps what came before, and says where it broke', async () => {
    const { rows, rejected } = await read(
      '<s>\n<subscriber Email="a@b.test"/>\n<subscriber Email="b@b.test"><Name>B</s>',
    )
    assert.deepEqual(
      rows.map(row => row.email),
      ['a@b.test'],
    )
    assert.equal(rejected.length, 1)
    assert.deepEqual([rejected[0]!.line, rejected[0]!.reason], [3, 'broken-file'])
  })

  test('what holds no person at all is refused with a sentence', async () => {
    const refused = (document: string | Iterable<string>, what: RegExp) =>
      assert.rejects(
        read(document),
        error => error instanceof UnreadableFile && what.test(error.message),
      )
    await refused('Email;Name\n', /not valid XML: line [12]: text/)
    await refused('', /root element/)
    await refused('<html><body>404</body></html>', /no Subscriber element .* begins with body/)
    await refused('<s>a@b.test</s>', /begins with text/)
    await refused('<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><s>&b;</s>', /DTD/)
    await refused('<!DOCTYPE s SYSTEM "file:///etc/passwd"><s/>', /DTD/)
    await refused('<s>'.repeat(70), /nested deeper than 64/)
    assert.equal((await read('<Subscribers/>')).read, 0)
  })
})

describe('XML in a call', () => {
  const document = '<s><subscriber><Name>A &amp; &eacute; &quot;</Name></subscriber></s>'

  test('is taken as it is, or decoded once where it was encoded twice', async () => {
    assert.deepEqual(await readXmlText(`\n ${document}`), {
      document,
      rows: 1,
      rowsOfAnyName: false,
    })
    const encoded = document
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
    assert.deepEqual(await readXmlText(encoded), { document, rows: 1, rowsOfAnyName: false })
    assert.deepEqual(await readXmlText(encoded.replaceAll('&lt;', '&#60;')), {
      document,
      rows: 1,
      rowsOfAnyName: false,
    })
  })

  test('has children of the root as rows where nothing is called Subscriber, if they have an address', async () => {
    const rowsOf = async (document: string) => {
      const read = await readXmlText(document)
      assert.ok('rows' in read, JSON.stringify(read))
      return [read.rows, read.rowsOfAnyName]
    }
    assert.deepEqual(
      await rowsOf(
        '<DataSet><Table><Email>a@b.test</Email></Table><row EMAIL="c@d.test"/></DataSet>',
      ),
      [2, true],
    )
    assert.deepEqual(await rowsOf('<x><Sender><Email>a@b.test</Email></Sender><Subscriber/></x>'), [
      1,
      false,
    ])
    assert.deepEqual(
      await rowsOf(
        '<x><About><By>me</By></About><p><Email>a@b.test</Email></p><p><Email> </Email></p></x>',
      ),
      [1, true],
    )
  })

  test('is refused when it can not be read to its end', async () => {
    const problem = async (text: string) => {
      const answer = await readXmlText(text)
      return 'problem' in answer ? answer.problem : answer
    }
    assert.equal(await problem('  '), 'The text is empty.')
    assert.match(
      String(await problem('<s><subscriber/>')),
      /^The text is not valid XML from line 1 on\.$/,
    )
    assert.match(
      String(await problem('<s><subscriber/>\0</s>')),
      /^The text is not valid XML from line 1 on\.$/,
    )
    assert.match(String(await problem('asa@example.test')), /^The text is not valid XML: line 1/)
    assert.match(String(await problem('&lt;s>&amp;nope;&lt;/s>')), /undefined entity/)
    assert.match(String(await problem('<s><person/></s>')), /no Subscriber element in the text/)
    assert.match(
      String(await problem('<s><a><person><Email>a@b.test</Email></person></a></s>')),
      /no Subscriber element/,
    )
    assert.match(
      String(await problem('<s><p><Email>a@b.test</Email></p><oops></s>')),
      /not valid XML/,
    )
    const far = `<s>${'<subscriber Email="a@b.test"/>\n'.repeat(5000)}<oops></s>`
    assert.match(String(await problem(far)), /from line 5001 on/)
  })
})
