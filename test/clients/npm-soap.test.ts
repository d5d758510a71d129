/**
 * The npm package soap, over both versions of SOAP. It reads a DataSet by itself, prefixes and all.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import soap from 'soap'
import { check, type Given, newScenario, type Played, serviceUrl } from './setup.ts'

type Row = Record<string, unknown>

/** The rows of a table: one row comes as itself, none as nothing. */
function rowsOf(dataSet: Row, table: string): Row[] {
  const rows = ((dataSet.diffgram as Row | undefined)?.NewDataSet as Row | undefined)?.[table]
  return rows === undefined ? [] : ([rows].flat() as Row[])
}

async function play(url: string, given: Given, soap12: boolean): Promise<Played> {
  const client = await soap.createClientAsync(`${url}?WSDL`, { forceSoap12Headers: soap12 })
  const ports = client.describe().ExternalAPIService
  const signed = { strUsername: given.username, strPassword: given.password }
  const call = async (name: string, args: Row = {}): Promise<unknown> => {
    const [answer] = await client[`${name}Async`]({ ...signed, ...args })
    return answer[`${name}Result`]
  }
  const { first, second } = given
  const list = await call('InsertMailingList', {
    strListName: 'npm soap',
    strFromName: 'Shop',
    strFromEmail: 'shop@example.test',
    strCharacterSet: 'utf-8',
  })
  const insertFirst = () =>
    call('InsertSubscriber', {
      strEmail: first.email,
      strName: first.name,
      strFormat: first.format,
      strCountryCode: first.country,
      strPhoneNumber: first.phone,
      strMailingListID: list,
    })
  const ids = [
    await insertFirst(),
    await call('InsertSubscriberWithDemData', {
      strMailingListID: list,
      strEmail: second.email,
      strName: second.name,
      strDatafields: second.fields,
      strDatavalues: second.values,
    }),
  ]
  const page = async (index: number) =>
    rowsOf(
      (await call('GetPagedSubscribers', {
        strMailingListId: list,
        pageIndex: index,
        pageSize: 10,
      })) as Row,
      'Subscriber',
    ).map(row =>
      ['SubscriberID', 'Email', 'Name', 'Format', 'CountryCode', 'dd1', 'dd2'].map(
        column => row[column],
      ),
    )
  return {
    operations: Object.keys(ports[soap12 ? 'ExternalAPIServiceSoap12' : 'ExternalAPIServiceSoap'])
      .length,
    list,
    ids,
    page: await page(1),
    beyond: await page(2),
    moved: await call('MoveSubscriberToOptOutAll', {
      strEmail: first.email,
      strReason: given.reason,
    }),
    refused: await insertFirst(),
    optOuts: rowsOf((await call('GetOptOutAll')) as Row, 'OptOutAll').map(row => [
      row.Email,
      row.Name,
      row.Reason,
    ]),
    fault: await call('GetMailingLists', { strPassword: 'wrong' }).then(
      () => assert.fail('a wrong password is refused'),
      (error: Error) => error.message,
    ),
  }
}

for (const soap12 of [false, true]) {
  test(`npm soap over SOAP ${soap12 ? '1.2' : '1.1'}`, async () => {
    const given = newScenario()
    check(await play(await serviceUrl(), given, soap12), given)
  })
}
