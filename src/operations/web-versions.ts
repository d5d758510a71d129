/** The addresses of the web versions of newsletters. */
import { findWebVersion } from '../domain/newsletters/web-version.ts'
import type { Call } from './handler.ts'

export const withWebVersions = <Row extends { id: number }>(
  { db, account, links }: Call,
  rows: readonly Row[],
): Promise<(Row & { webVersionUrl: string })[]> =>
  Promise.all(
    rows.map(async row => {
      const { of, blocks } = await findWebVersion(db, account.id, row.id, [])
      return { ...row, webVersionUrl: await links.webVersion(of, blocks) }
    }),
  )
