/** The settings of imports, and of fetching what callers name. */
import { resolve } from 'node:path'
import { entry } from './entry.ts'
import { allowedPlaces, bytesUpTo, optional, wholeNumber } from './values.ts'

/** Of files and of receivers of webhooks. */
export const fetchSettings = {
  allow: entry(
    'FETCH_ALLOW',
    'hosts and networks',
    '',
    'What may be fetched from although it is not public: names of hosts, addresses or networks, with commas between.',
    allowedPlaces,
  ),
  connectTimeout: entry(
    'FETCH_CONNECT_TIMEOUT',
    'seconds',
    '10',
    'How long to wait for a connection to where a file is fetched from.',
    wholeNumber(1, 600),
  ),
  idleTimeout: entry(
    'FETCH_IDLE_TIMEOUT',
    'seconds',
    '30',
    'How long to wait for the next byte of a file that is fetched.',
    wholeNumber(1, 3600),
  ),
  totalTimeout: entry(
    'FETCH_TOTAL_TIMEOUT',
    'seconds',
    '3600',
    'How long fetching one file may take, all tries together.',
    wholeNumber(1, 604_800),
  ),
}

export const importSettings = {
  maxBytes: entry(
    'IMPORT_MAX_BYTES',
    'size',
    '2 GB',
    'The largest file that is imported, packed or unpacked.',
    bytesUpTo(1024 ** 4, '1024 GB'),
  ),
  scratchDir: entry(
    'SCRATCH_DIR',
    'folder',
    '',
    'Where files lie while they are imported; without it, scratch in DATA_DIR.',
    optional(value => resolve(value)),
  ),
  wait: entry(
    'IMPORT_WAIT',
    'seconds',
    '25',
    'How long InsertCsvSubscribersFromFileCustom waits for its import before it answers the number so far.',
    wholeNumber(0, 3600),
  ),
  leaseSeconds: entry(
    'IMPORT_LEASE_SECONDS',
    'seconds',
    '60',
    'How long an import stays with a worker that gives no sign of life, before another goes on with it.',
    wholeNumber(2, 3600),
  ),
  keepDays: entry(
    'IMPORT_KEEP_DAYS',
    'days',
    '30',
    'How long an import can be undone, and its file and its rejected rows are kept.',
    wholeNumber(1, 3650),
  ),
}
