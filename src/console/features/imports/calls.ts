/** Imports: upload of a file, its first rows, its start, progress and undo. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InspectionAnswer } from '../../../actions/imports/import-reading.ts'
import type { ImportAnswer } from '../../../actions/imports/imports.ts'
import { csvCell } from '../../../lib/csv-cell.ts'
import { ApiFailure, call, problemOf } from '../../api/client.ts'
import { useAskingMillis, useLive } from '../../api/live.ts'

const IMPORTS = ['imports'] as const
const PROGRESS_MILLIS = 1_000

const isOpen = ({ state }: ImportAnswer): boolean => state === 'waiting' || state === 'working'

export const useImports = () =>
  useInfiniteQuery({
    queryKey: IMPORTS,
    queryFn: ({ pageParam: after }) => call('GET /imports', { query: { limit: 50, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isOpen)) ? PROGRESS_MILLIS : false,
  })

/** One import, live. */
export function useImport(id: number) {
  const queries = useQueryClient()
  const key = [...IMPORTS, id]
  const askingMillis = useAskingMillis()
  useLive<ImportAnswer>(`import:${id}`, state => queries.setQueryData(key, state))
  return useQuery({
    queryKey: key,
    queryFn: async () => await call('GET /imports/:importId', { params: { importId: id } }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? askingMillis : false),
  })
}

export type FileCharset = NonNullable<InspectionAnswer['charset']>

/** How the file is read; absent options are detected. */
export interface FileReading {
  charset?: FileCharset
  delimiter?: string
  /** Of a spreadsheet, by name. */
  sheet?: string
  /** Of a spreadsheet. */
  headingRow?: number
  hasHeaders?: boolean
}

export const useInspection = (id: number, reading: FileReading) =>
  useQuery({
    queryKey: [...IMPORTS, id, 'inspection', reading],
    queryFn: () => {
      const { hasHeaders, ...rest } = reading
      const query = { ...rest, hasHeaders: hasHeaders === undefined ? hasHeaders : `${hasHeaders}` }
      return call('GET /imports/:importId/inspection', { params: { importId: id }, query })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A page of the rejected rows that are kept. */
export const readRejects = (id: number, limit: number, after?: string) =>
  call('GET /imports/:importId/rejects', { params: { importId: id }, query: { limit, after } })

/** The first rejected rows. */
export const useRejects = (id: number, wanted: boolean) =>
  useQuery({
    queryKey: [...IMPORTS, id, 'rejects'],
    queryFn: () => readRejects(id, 100),
    enabled: wanted,
  })

export type ImportStart = FileReading & { columns?: string[]; readAs?: (string | null)[] }

export const useFatesAsCsv = (id: number) =>
  useMutation({ mutationFn: (body: ImportStart) => fatesAsCsv(id, body) })

/** The effect of each of the first rows, as CSV; whether these are all rows, and how many. */
async function fatesAsCsv(id: number, body: ImportStart) {
  const { rows, complete } = await call('POST /imports/:importId/dry-run/rows', {
    params: { importId: id },
    body,
  })
  const lines = rows.map(({ line, email, fate, reason, row }) =>
    [String(line), email, fate, reason ?? '', row].map(csvCell).join(','),
  )
  const text = `\ufeff${['line,address,fate,reason,row', ...lines].join('\r\n')}\r\n`
  return { text, complete, rows: rows.length }
}

function useImportChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: IMPORTS })
      await queries.invalidateQueries({ queryKey: ['subscribers'] })
    },
  })
}

export const useStartImport = (id: number) =>
  useImportChange((body: ImportStart) =>
    call('POST /imports/:importId/start', { params: { importId: id }, body }),
  )

/** A file from an address, kept as if it were uploaded. */
export const useFetchedImport = () =>
  useImportChange(
    async (body: { listId: number; url: string }) =>
      await call('POST /imports/from-address', { body }),
  )

/** A dry run with these values; the former answer stays while it is counted. */
export const useTrial = (id: number, body: ImportStart, wanted: boolean) =>
  useQuery({
    queryKey: [...IMPORTS, id, 'trial', body],
    queryFn: async () =>
      await call('POST /imports/:importId/dry-run', { params: { importId: id }, body }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useUndoImport = (id: number) =>
  useImportChange(() => call('POST /imports/:importId/undo', { params: { importId: id } }))

/** Sends a file, telling from 0 to 1 how much of it is there. */
export function uploadFile(
  file: File,
  listId: number,
  { onProgress, stopped }: { onProgress(share: number): void; stopped: AbortSignal },
): Promise<ImportAnswer> {
  const query = new URLSearchParams({ listId: String(listId), name: file.name.slice(0, 200) })
  return new Promise((resolve, reject) => {
    // fetch does not tell how much was sent.
    const call = new XMLHttpRequest()
    call.open('POST', `/api/v1/imports?${query}`)
    call.setRequestHeader('X-Pennypost-Console', '1')
    call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    call.onload = () => {
      if (call.status < 300) resolve(JSON.parse(call.responseText) as ImportAnswer)
      else reject(new ApiFailure(call.status, problemOf(call.responseText)))
    }
    call.onerror = () => reject(new TypeError('the connection was cut'))
    call.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    stopped.addEventListener('abort', () => call.abort())
    call.send(file)
  })
}

/** The targets of a column of a file. */
export type ImportTarget =
  | ('email' | 'name' | 'first-name' | 'last-name' | 'format' | 'country-code' | 'phone' | 'id')
  | ('status' | 'unsubscribed' | 'opted-out' | 'bounced' | 'reason')
  | ('consent-source' | 'consent-date' | 'measuring' | 'measuring-at' | 'measuring-words')
